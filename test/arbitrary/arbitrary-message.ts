import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { arbitraryEnum, arbitraryScalar, bits64, type EncodedScalar, packed } from './arbitrary-scalar.js';
import {
  type Bytes,
  concat,
  EGROUP,
  fixed32,
  fixed64,
  I32,
  I64,
  LEN,
  prefixed,
  SGROUP,
  tag,
  VARINT,
  varint,
} from './wire-writer.js';

export interface MessageOptions {
  /** Number of levels of messages below the root. Default 3. */
  readonly depth?: number;
  /**
   * Maximum number of records in the root. Each level below has half the maximum of the level above. Default
   * 10.
   */
  readonly records?: number;
  /** True to include records of unknown fields. Default true. */
  readonly unknown?: boolean;
}

/** A message's records, each with its tag. */
export interface ArbitraryMessage {
  readonly records: readonly Bytes[];
  readonly bytes: Bytes;
}

/**
 * Generates any valid message of a type, in any encoding that a reader must accept: records in any order and
 * number, so that singular messages merge and members of a oneof replace each other; lists packed, unpacked
 * and mixed; unknown enum values; unknown fields of every wire type; overlong varints, tags and lengths;
 * values with more bits than their type, which readers cut.
 *
 * Three cases are left out, because the oracle (protobuf-es) reads them in its own way: known fields with
 * another wire type (see `arbitraryMismatch`), strings that begin with U+FEFF, and map entries with unknown
 * fields or several values.
 */
export function arbitraryMessage(
  desc: DescMessage,
  options: MessageOptions = {},
): fc.Arbitrary<ArbitraryMessage> {
  return new Generator(options.unknown ?? true)
    .records(desc, options.depth ?? 3, options.records ?? 10)
    .map((records) => ({ records, bytes: concat(...records) }));
}

/** Generates a record of a known field with a wrong wire type. Readers treat it as an unknown field. */
export function arbitraryMismatch(desc: DescMessage): fc.Arbitrary<Bytes> {
  const candidates = desc.fields.flatMap((field) => {
    const own = wireTypesOf(field);
    return [VARINT, I64, LEN, SGROUP, I32]
      .filter((wireType) => !own.includes(wireType))
      .map((wireType) => unknownRecord(fc.constant(field.number), wireType));
  });
  return fc.oneof(...candidates);
}

// Tags have at most five bytes.
const tagWidth = fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 5 }));
const lengthWidth = tagWidth;

class Generator {
  readonly #messages = new Map<string, fc.Arbitrary<Bytes[]>>();

  constructor(readonly unknown: boolean) {}

  records(desc: DescMessage, depth: number, maxLength: number): fc.Arbitrary<Bytes[]> {
    const key = `${desc.typeName} ${depth} ${maxLength}`;
    let made = this.#messages.get(key);
    if (made === undefined) {
      const record = this.#record(desc, depth, maxLength >> 1);
      made = record === undefined ? fc.constant([]) : fc.array(record, { maxLength, size: 'max' });
      this.#messages.set(key, made);
    }
    return made;
  }

  #record(desc: DescMessage, depth: number, below: number): fc.Arbitrary<Bytes> | undefined {
    const fields = desc.fields.flatMap((field) => this.#field(field, depth, below));
    const known = fields.length > 0 ? [{ weight: 8, arbitrary: fc.oneof(...fields) }] : [];
    const unknown = this.unknown ? [{ weight: 1, arbitrary: arbitraryUnknown(desc) }] : [];
    return known.length + unknown.length > 0 ? fc.oneof(...known, ...unknown) : undefined;
  }

  #field(field: DescField, depth: number, below: number): fc.Arbitrary<Bytes>[] {
    const { number } = field;
    const record = ({ wireType, bytes }: EncodedScalar) => withTag(number, wireType, bytes);
    switch (field.fieldKind) {
      case 'scalar':
        return [record(arbitraryScalar(field.scalar))];
      case 'enum':
        return [record(enumOf(field))];
      case 'message':
        return [record(this.#message(field.message, depth, below))];
      case 'map':
        return [record(this.#entry(field, depth, below))];
      default: {
        if (field.listKind === 'message') return [record(this.#message(field.message, depth, below))];
        const value = field.listKind === 'enum' ? enumOf(field) : arbitraryScalar(field.scalar);
        if (value.wireType === LEN) return [record(value)];
        return [record(value), record({ wireType: LEN, bytes: packed(value, 5) })];
      }
    }
  }

  #message(desc: DescMessage, depth: number, below: number): EncodedScalar {
    const bytes =
      depth === 0
        ? fc.constant(new Uint8Array([0]))
        : fc
            .tuple(this.records(desc, depth - 1, below), lengthWidth)
            .map(([records, atLeast]) => prefixed(concat(...records), atLeast));
    return { wireType: LEN, bytes };
  }

  #entry(field: DescField & { fieldKind: 'map' }, depth: number, below: number): EncodedScalar {
    const key = arbitraryScalar(field.mapKey);
    const value =
      field.mapKind === 'message'
        ? this.#message(field.message, depth, below)
        : field.mapKind === 'enum'
          ? arbitraryEnum(field.enum.values.map(({ number }) => number))
          : arbitraryScalar(field.scalar);
    const records = fc.tuple(
      fc.option(withTag(1, key.wireType, key.bytes), { nil: new Uint8Array(0) }),
      fc.option(withTag(2, value.wireType, value.bytes), { nil: new Uint8Array(0) }),
      fc.boolean(),
    );
    const bytes = records.map(([first, second, swap]) =>
      prefixed(swap ? concat(second, first) : concat(first, second)),
    );
    return { wireType: LEN, bytes };
  }
}

function enumOf(field: { readonly enum: { readonly values: readonly { number: number }[] } }): EncodedScalar {
  return arbitraryEnum(field.enum.values.map(({ number }) => number));
}

function withTag(number: number, wireType: number, value: fc.Arbitrary<Bytes>): fc.Arbitrary<Bytes> {
  return fc.tuple(tagWidth, value).map(([atLeast, bytes]) => concat(tag(number, wireType, atLeast), bytes));
}

/** Generates a record of a field that the message type does not have. */
export function arbitraryUnknown(desc: DescMessage): fc.Arbitrary<Bytes> {
  const known = new Set(desc.fields.map(({ number }) => number));
  const numbers = fc
    .oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(100, 2047, 2048, 1 << 28, 2 ** 29 - 1))
    .filter((number) => !known.has(number));
  return fc.oneof(...[VARINT, I64, LEN, SGROUP, I32].map((wireType) => unknownRecord(numbers, wireType)));
}

function unknownRecord(numbers: fc.Arbitrary<number>, wireType: number): fc.Arbitrary<Bytes> {
  return numbers.chain((number) => {
    if (wireType !== SGROUP) return withTag(number, wireType, unknownValue(wireType));
    const inner = fc.integer({ min: 1, max: 20 });
    const flat = fc.oneof(...[VARINT, I64, LEN, I32].map((type) => unknownRecord(inner, type)));
    const nested = fc.tuple(inner, fc.array(flat, { maxLength: 2 })).map(([n, records]) => group(n, records));
    return fc
      .array(fc.oneof({ weight: 3, arbitrary: flat }, nested), { maxLength: 3 })
      .map((records) => group(number, records));
  });
}

function group(number: number, records: readonly Bytes[]): Bytes {
  return concat(tag(number, SGROUP), ...records, tag(number, EGROUP));
}

function unknownValue(wireType: number): fc.Arbitrary<Bytes> {
  switch (wireType) {
    case VARINT:
      return bits64.map((bits) => varint(bits));
    case I64:
      return bits64.map(fixed64);
    case I32:
      return bits64.map(fixed32);
    default:
      return arbitraryScalar(ScalarType.BYTES).bytes;
  }
}

function wireTypesOf(field: DescField): readonly number[] {
  const single = (type: ScalarType | undefined, isMessage: boolean) =>
    isMessage ? LEN : type === undefined ? VARINT : arbitraryScalar(type).wireType;
  switch (field.fieldKind) {
    case 'map':
    case 'message':
      return [LEN];
    case 'list':
      return [single(field.scalar, field.listKind === 'message'), LEN];
    default:
      return [single(field.scalar, false)];
  }
}

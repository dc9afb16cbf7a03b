/**
 * Turns the notation into bytes, and labels into spans. Shares nothing with the readers under test except the
 * descriptors: no common code can be wrong in both.
 */
import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import {
  type Fields,
  Marked,
  type Payload,
  type Piece,
  Raw,
  Sequence,
  Styled,
  utf8,
  type Value,
  type Widths,
} from './notation.js';

/**
 * Position of a label: the span of the whole record, tag included, and its path in reports. A record with a
 * wrong length is as long as it claims.
 */
export interface Place {
  readonly offset: number;
  readonly length: number;
  readonly path: string;
}

export interface Encoded {
  readonly bytes: Uint8Array;
  readonly places: ReadonlyMap<string, Place>;
}

const VARINT = 0;
const I64 = 1;
const LEN = 2;
const SGROUP = 3;
const EGROUP = 4;
const I32 = 5;

/** @throws Error for a name that the schema does not have, or a label used twice: mistakes in a specimen */
export function encode(schema: DescMessage, content: Fields | Sequence): Encoded {
  const writer = new Writer();
  writer.content(schema, content, '');
  return { bytes: writer.bytes(), places: writer.places };
}

/**
 * Returns the shortest varint of a value of up to 64 bits (negative: two's complement), or a varint of
 * `width` bytes.
 */
export function varintBytes(value: bigint | number, width = 0): Uint8Array {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  while (rest > 0x7fn || bytes.length + 1 < width) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  if (width > 0 && bytes.length !== width) throw new Error(`${value} does not fit in ${width} varint bytes`);
  return Uint8Array.from(bytes);
}

class Writer {
  #chunks: Uint8Array[] = [];
  #size = 0;
  /**
   * Occurrences of each repeated field of each message until now, by path: a singular message may have
   * several records, and its lists continue from one to the next.
   */
  #seen = new Map<string, number>();
  places = new Map<string, Place>();
  /** Bytes by which the last record claims to be longer than it is (negative: shorter). */
  #excess = 0;

  bytes(): Uint8Array {
    const all = new Uint8Array(this.#size);
    let offset = 0;
    for (const chunk of this.#chunks) {
      all.set(chunk, offset);
      offset += chunk.length;
    }
    return all;
  }

  content(schema: DescMessage | undefined, content: Fields | Sequence, path: string): void {
    if (content instanceof Sequence) for (const piece of content.pieces) this.#piece(schema, piece, path);
    else this.#fields(schema, content, path);
  }

  #piece(schema: DescMessage | undefined, piece: Piece, path: string): void {
    if (piece instanceof Uint8Array) this.#put(piece);
    else if (piece instanceof Raw) this.#raw(piece, path);
    else if (piece instanceof Marked) {
      const start = this.#size;
      for (const inner of piece.pieces) this.#piece(schema, inner, path);
      this.#label(piece.label, start, pathOfFirst(schema, piece.pieces, path));
    } else this.#fields(schema, piece, path);
  }

  #fields(schema: DescMessage | undefined, fields: Fields, path: string): void {
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      const field = schema?.fields.find((candidate) => candidate.name === name);
      if (field === undefined) throw new Error(`${schema?.typeName ?? 'no message'} has no field ${name}`);
      this.#field(field, value, path);
    }
  }

  #field(field: DescField, value: Value, parent: string): void {
    if (field.fieldKind !== 'list') {
      this.#record(field, value, join(parent, field.name), false);
      return;
    }
    const list = value instanceof Styled ? value.value : value;
    if (!Array.isArray(list)) throw new Error(`${field.name} is repeated: write its value as a list`);
    const style = value instanceof Styled ? value.style : {};
    const path = join(parent, field.name);
    if (field.packed && style.unpacked !== true) {
      if (list.length === 0 && style.explicit !== true) return;
      const start = this.#size;
      const first = this.#next(path, list.length);
      const payload = new Writer();
      for (const element of list) payload.#scalar(field, element as Value);
      this.#len(field.number, payload, style.widths, style.claim);
      if (style.label !== undefined) this.#label(style.label, start, `${path}[${first}]`);
    } else {
      for (const element of list) {
        this.#record(field, element as Value, `${path}[${this.#next(path, 1)}]`, true);
      }
    }
  }

  #next(path: string, count: number): number {
    const first = this.#seen.get(path) ?? 0;
    this.#seen.set(path, first + count);
    return first;
  }

  /** Writes one record of a field: a message, or a scalar. */
  #record(field: DescField, written: Value, path: string, inList: boolean): void {
    const { value, style } = written instanceof Styled ? written : { value: written, style: {} };
    const start = this.#size;
    if (field.message !== undefined) {
      const payload = this.#nested();
      payload.content(field.message, value as Fields | Sequence, path);
      this.#len(field.number, payload, style.widths, style.claim);
      this.#adopt(payload);
    } else {
      // Members of a oneof have presence; every other singular scalar is left out at its default.
      const implicit = !inList && field.oneof === undefined;
      if (implicit && isDefault(value) && style.explicit !== true && style.label === undefined) return;
      const payload = new Writer();
      const wireType = payload.#scalar(field, value, style.widths);
      if (wireType === LEN) this.#len(field.number, payload, style.widths, style.claim);
      else {
        this.#tag(field.number, wireType, style.widths);
        this.#put(payload.bytes());
      }
    }
    if (style.label !== undefined) this.#label(style.label, start, path);
  }

  /** Writes a scalar without a tag and returns its wire type. */
  #scalar(field: DescField, value: Value, widths: Widths = {}): number {
    if (field.fieldKind === 'enum' || (field.fieldKind === 'list' && field.listKind === 'enum')) {
      this.#put(varintBytes(value as number, widths.value));
      return VARINT;
    }
    switch (field.scalar) {
      case ScalarType.DOUBLE:
      case ScalarType.FLOAT: {
        const double = field.scalar === ScalarType.DOUBLE;
        const view = new DataView(new ArrayBuffer(double ? 8 : 4));
        if (double) view.setFloat64(0, value as number, true);
        else view.setFloat32(0, value as number, true);
        this.#put(new Uint8Array(view.buffer));
        return double ? I64 : I32;
      }
      case ScalarType.STRING:
        this.#put(value instanceof Uint8Array ? value : utf8(value as string));
        return LEN;
      case ScalarType.BYTES:
        this.#put(value as Uint8Array);
        return LEN;
      case ScalarType.BOOL:
      case ScalarType.UINT32:
      case ScalarType.UINT64:
        this.#put(varintBytes(BigInt(value as number | bigint | boolean), widths.value));
        return VARINT;
      default:
        throw new Error(`the notation has no scalar type ${field.scalar}: ${field.name}`);
    }
  }

  #raw({ number, payload, widths }: Raw, path: string): void {
    switch (payload.kind) {
      case 'varint':
        this.#tag(number, VARINT, widths);
        this.#put(varintBytes(payload.value, widths.value));
        return;
      case 'i32':
      case 'i64': {
        const size = payload.kind === 'i32' ? 4 : 8;
        this.#tag(number, size === 4 ? I32 : I64, widths);
        this.#put(
          Uint8Array.from({ length: size }, (_, i) => Number((payload.value >> BigInt(8 * i)) & 0xffn)),
        );
        return;
      }
      default:
        this.#rawNest(number, payload, widths, join(path, `#${number}`));
    }
  }

  #rawNest(
    number: number,
    payload: Extract<Payload, { pieces: unknown }>,
    widths: Widths,
    path: string,
  ): void {
    const inner = this.#nested();
    for (const piece of payload.pieces) inner.#piece(undefined, piece, path);
    if (payload.kind === 'len') this.#len(number, inner, widths, payload.claim);
    else {
      this.#tag(number, SGROUP, widths);
      this.#put(inner.bytes());
    }
    this.#adopt(inner);
    if (payload.kind === 'group') this.#tag(number, EGROUP, widths);
  }

  #tag(number: number, wireType: number, widths: Widths = {}): void {
    this.#put(varintBytes(BigInt(number) * 8n + BigInt(wireType), widths.tag));
  }

  #len(number: number, payload: Writer, widths: Widths = {}, claim = payload.#size): void {
    this.#tag(number, LEN, widths);
    this.#put(varintBytes(claim, widths.length));
    this.#put(payload.bytes());
    this.#excess = claim - payload.#size;
  }

  #put(bytes: Uint8Array): void {
    this.#excess = 0;
    this.#chunks.push(bytes);
    this.#size += bytes.length;
  }

  #nested(): Writer {
    const inner = new Writer();
    inner.#seen = this.#seen;
    return inner;
  }

  /** Copies the labels of the payload that was written last. */
  #adopt(payload: Writer): void {
    const base = this.#size - payload.#size;
    for (const [label, place] of payload.places)
      this.#label(label, base + place.offset, place.path, place.length);
  }

  #label(label: string, offset: number, path: string, length = this.#size - offset + this.#excess): void {
    if (this.places.has(label)) throw new Error(`label ${label} is used twice`);
    this.places.set(label, { offset, length, path });
  }
}

function join(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}

function isDefault(value: Value): boolean {
  return (
    value === 0 ||
    value === 0n ||
    value === false ||
    value === '' ||
    (value instanceof Uint8Array && value.length === 0)
  );
}

/**
 * Returns the path of a label: for several pieces, the path of the first record; for bare bytes, the path of
 * the parent.
 */
function pathOfFirst(schema: DescMessage | undefined, pieces: readonly Piece[], parent: string): string {
  const first = pieces[0];
  if (first instanceof Raw) {
    const known = schema?.fields.find((field) => field.number === first.number);
    return join(parent, known?.name ?? `#${first.number}`);
  }
  return parent;
}

/**
 * Messages whose singular fields, submessages and oneofs occur several times: a valid message in which a few
 * records are repeated, split into pieces, or followed by another member of their oneof. Reads and writes the
 * wire format with code of its own.
 */
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { arbitraryScalar } from './arbitrary-scalar.js';
import { type Bytes, concat, LEN, prefixed, tag, VARINT, varint } from './wire-writer.js';

/** A record: a message with its inner records, or another field with its bytes. */
interface Written {
  readonly number: number;
  readonly wireType: number;
  readonly field: DescField | undefined;
  readonly bytes: Uint8Array;
  readonly inner: Written[] | undefined;
}

/** One change of a message. Positions are fractions, so that a change fits any message, and shrinks well. */
interface Change {
  readonly kind: (typeof KINDS)[number];
  /** Position of the record, in [0, 1). */
  readonly where: number;
  readonly small: number;
  /** True to put the new record next to this record, false to put it at an end of the message. */
  readonly isNear: boolean;
  readonly isAfter: boolean;
}

const KINDS = ['another value', 'in pieces', 'empty', 'twice', 'another member', 'move'] as const;

/** Values at the limits of rules, and of sets of values. */
const VALUES = [0, 1, 2, 3, 5, 63, 64, 255, 256, 2 ** 31, -1];

/** Applies one to four changes to a message of `good`. */
export function writtenAgain(good: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Bytes> {
  const change: fc.Arbitrary<Change> = fc.record({
    kind: fc.constantFrom(...KINDS),
    where: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    small: fc.nat({ max: 255 }),
    isNear: fc.boolean(),
    isAfter: fc.boolean(),
  });
  return fc.tuple(good, fc.array(change, { minLength: 1, maxLength: 4 })).map(([bytes, changes]) => {
    const records = read(bytes, ProtoMDLMdlSchema);
    for (const one of changes) apply(records, one);
    return encoded(records);
  });
}

function apply(root: Written[], change: Change): void {
  const spots = singular(root);
  const spot = spots[Math.floor(change.where * spots.length)];
  if (spot === undefined) return;
  const { holder, record, message } = spot;
  const at = holder.indexOf(record);
  const { kind, small, isNear, isAfter } = change;
  if (kind === 'in pieces' && record.inner !== undefined) {
    const half = small % (record.inner.length + 1);
    const rest = { ...record, inner: record.inner.splice(half) };
    holder.splice(isNear ? at + 1 : holder.length, 0, rest);
    return;
  }
  if (kind === 'move') holder.splice(at, 1);
  const added = kind === 'move' ? record : addition(kind, record, message, small);
  if (added === undefined) return;
  const near = isAfter ? at + 1 : at;
  const end = isAfter ? holder.length : 0;
  holder.splice(isNear && kind !== 'move' ? near : end, 0, added);
}

function addition(
  kind: Change['kind'],
  record: Written,
  message: DescMessage,
  small: number,
): Written | undefined {
  if (kind === 'another member') {
    const { field } = record;
    const others = field?.oneof?.fields.filter((other) => other !== field) ?? [];
    const other = others[small % Math.max(1, others.length)];
    return other && sample(other, small);
  }
  if (record.inner === undefined) return sample(record.field as DescField, small);
  if (kind === 'empty') return { ...record, inner: [] };
  if (kind === 'another value') {
    const fields = message.fields.length === 0 ? [] : (record.field?.message?.fields ?? []);
    const chosen = fields[small % Math.max(1, fields.length)];
    return { ...record, inner: chosen === undefined ? [] : [sample(chosen, small)] };
  }
  return { ...record, inner: read(encoded(record.inner), record.field?.message) };
}

/** Makes a record of a field, with a small message or a value. */
function sample(field: DescField, small: number): Written {
  const { number } = field;
  if (field.message !== undefined) {
    const inner = field.message.fields.filter((_, i) => ((small >> (i % 8)) & 1) === 1 && i < 8);
    const scalars = inner.filter((one) => one.message === undefined).map((one) => sample(one, small >> 3));
    return { number, wireType: LEN, field, bytes: EMPTY, inner: scalars };
  }
  const wireType = wireTypeOf(field);
  const value = VALUES[small % VALUES.length] as number;
  const bytes =
    wireType === VARINT
      ? varint(value)
      : wireType === LEN
        ? prefixed(new Uint8Array(small % 9).fill(0x61))
        : new Uint8Array(wireType === 1 ? 8 : 4).fill(small);
  return { number, wireType, field, bytes, inner: undefined };
}

function wireTypeOf(field: DescField): number {
  return field.scalar === undefined ? VARINT : arbitraryScalar(field.scalar).wireType;
}

const EMPTY = new Uint8Array(0);

/** Returns the records of singular fields of the schema, at any depth. */
function singular(
  holder: Written[],
  message: DescMessage = ProtoMDLMdlSchema,
): { holder: Written[]; record: Written; message: DescMessage }[] {
  return holder.flatMap((record) => {
    const { field, inner } = record;
    const own =
      field === undefined || field.fieldKind === 'list' || field.fieldKind === 'map'
        ? []
        : [{ holder, record, message }];
    return inner === undefined || field?.message === undefined
      ? own
      : [...own, ...singular(inner, field.message)];
  });
}

function read(bytes: Uint8Array, message: DescMessage | undefined): Written[] {
  const records: Written[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [head, from] = varintAt(bytes, at);
    const number = Number(head >> 3n);
    const wireType = Number(head & 7n);
    const field = message?.fields.find((known) => known.number === number);
    let end = from;
    let payload = from;
    if (wireType === VARINT) [, end] = varintAt(bytes, from);
    else if (wireType === LEN) {
      const [length, start] = varintAt(bytes, from);
      payload = start;
      end = start + Number(length);
    } else if (wireType === 1 || wireType === 5) end = from + (wireType === 1 ? 8 : 4);
    else throw new Error(`no record at ${at}`);
    if (end > bytes.length) throw new Error(`cut at ${at}`);
    const isMessage = wireType === LEN && field?.message !== undefined;
    const inner = isMessage ? read(bytes.subarray(payload, end), field.message) : undefined;
    records.push({ number, wireType, field, bytes: bytes.subarray(from, end), inner });
    at = end;
  }
  return records;
}

function varintAt(bytes: Uint8Array, from: number): readonly [value: bigint, end: number] {
  let value = 0n;
  for (let at = from; at < Math.min(bytes.length, from + 10); at++) {
    const byte = bytes[at] as number;
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - from));
    if (byte < 0x80) return [value, at + 1];
  }
  throw new Error(`no varint at ${from}`);
}

function encoded(records: readonly Written[]): Bytes {
  return concat(
    ...records.map(({ number, wireType, bytes, inner }) =>
      concat(tag(number, wireType), inner === undefined ? bytes : prefixed(encoded(inner))),
    ),
  );
}

/** True if `writtenAgain` can read the message: it is valid and has no groups. */
export function isSound(bytes: Uint8Array): boolean {
  try {
    read(bytes, ProtoMDLMdlSchema);
    return true;
  } catch {
    return false;
  }
}

/**
 * Hostile bytes: valid messages with a few changes, by bytes and by records, and noise made of legal tags.
 * The valid messages come from a generator that shares no code with the readers.
 */
import fc from 'fast-check';
import { hex } from '../../scripts/corpus/notation.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { concat, tag, varint } from '../arbitrary/wire-writer.js';
import { detect, type RecordSpot } from './deviations.js';

export type Bytes = Uint8Array;

/** One change of an input. Positions are fractions, so that a change fits any input and shrinks well. */
interface Change {
  readonly kind: keyof typeof CHANGES;
  /** Position of the byte or record, in [0, 1). */
  readonly where: number;
  readonly small: number;
  readonly bytes: Bytes;
}

const replace = (bytes: Bytes, from: number, to: number, by: Bytes): Bytes =>
  concat(bytes.subarray(0, from), by, bytes.subarray(to));

type At = (bytes: Bytes, position: number, change: Change) => Bytes;
type AtRecord = (bytes: Bytes, record: RecordSpot, change: Change) => Bytes;

/** Applies a change at any byte. */
const anywhere =
  (at: At) =>
  (bytes: Bytes, change: Change): Bytes =>
    at(bytes, Math.floor(change.where * (bytes.length + 1)), change);

/**
 * Applies a change at a record, which a strict reader finds. If there is no record, returns the bytes
 * unchanged.
 */
const atRecord =
  (at: AtRecord, wanted: (record: RecordSpot) => boolean = () => true) =>
  (bytes: Bytes, change: Change): Bytes => {
    const records = detect(bytes, ProtoMDLMdlSchema).records.filter(wanted);
    const record = records[Math.floor(change.where * records.length)];
    return record === undefined ? bytes : at(bytes, record, change);
  };

const isLen = ({ wireType }: RecordSpot): boolean => wireType === 2;
const isVarint = ({ wireType }: RecordSpot): boolean => wireType === 0;

function varintEnd(bytes: Bytes, from: number): number {
  let end = from;
  while (end < bytes.length && (bytes[end] as number) >= 0x80) end++;
  return Math.min(end + 1, bytes.length);
}

/** Encodes the same varint in more bytes. */
function widened(bytes: Bytes, from: number, by: number): Bytes {
  const end = varintEnd(bytes, from);
  const longer = Uint8Array.from(bytes.subarray(from, end));
  if (longer.length === 0) return bytes;
  longer[longer.length - 1] = (longer[longer.length - 1] as number) | 0x80;
  return replace(bytes, from, end, concat(longer, new Uint8Array(by).fill(0x80), Uint8Array.of(0)));
}

/** Lengths and values with which readers often fail. */
const EDGES = [
  '7f',
  '80 01',
  'ff ff ff ff 07',
  'f0 ff ff ff 07',
  '80 80 80 80 08',
  '82 80 80 80 10',
  'ff ff ff ff 0f',
  '81 80 80 80 80 00',
  'ff ff ff ff ff ff ff ff ff 01',
  'ff ff ff ff ff ff ff ff ff 7f',
  'ff ff ff ff ff ff ff ff ff ff 01',
].map(hex);

const edge = ({ small }: Change): Bytes => EDGES[small % EDGES.length] as Bytes;

const CHANGES = {
  flip: anywhere((bytes, at, { small }) => {
    const flipped = Uint8Array.from(bytes);
    if (at < flipped.length) flipped[at] = (flipped[at] as number) ^ (1 << (small % 8));
    return flipped;
  }),
  insert: anywhere((bytes, at, change) => replace(bytes, at, at, change.bytes)),
  overwrite: anywhere((bytes, at, change) =>
    replace(bytes, at, Math.min(bytes.length, at + change.bytes.length), change.bytes),
  ),
  remove: anywhere((bytes, at, { small }) =>
    replace(bytes, at, Math.min(bytes.length, at + 1 + (small % 9)), new Uint8Array()),
  ),
  cut: anywhere((bytes, at) => bytes.slice(0, at)),
  repeat: anywhere((bytes, at, { small }) => replace(bytes, at, at, bytes.slice(at, at + small))),
  'cut at a record': atRecord((bytes, { offset, afterTag, end }, { small }) =>
    bytes.slice(0, [offset, afterTag, Math.max(afterTag, end - 1), end][small % 4]),
  ),
  'remove a record': atRecord((bytes, { offset, end }) => replace(bytes, offset, end, new Uint8Array())),
  'double a record': atRecord((bytes, { offset, end }) => replace(bytes, end, end, bytes.slice(offset, end))),
  'insert before a record': atRecord((bytes, { offset }, change) =>
    replace(bytes, offset, offset, change.bytes),
  ),
  'nudge a length': atRecord((bytes, { afterTag }, { small }) => {
    const nudged = Uint8Array.from(bytes);
    if (afterTag < nudged.length) nudged[afterTag] = (nudged[afterTag] as number) + ((small % 5) - 2);
    return nudged;
  }, isLen),
  'widen a length': atRecord((bytes, { afterTag }, { small }) => widened(bytes, afterTag, small % 10), isLen),
  'widen a value': atRecord(
    (bytes, { afterTag }, { small }) => widened(bytes, afterTag, small % 10),
    isVarint,
  ),
  'widen a tag': atRecord((bytes, { offset }, { small }) => widened(bytes, offset, small % 5)),
  'set bits past a tag': atRecord((bytes, { offset }, { small }) => {
    const wide = widened(bytes, offset, 3);
    const end = varintEnd(wide, offset);
    if (end - offset === 5) wide[end - 1] = small & 0x7f;
    return wide;
  }),
  'put an edge for a length': atRecord(
    (bytes, { afterTag }, change) => replace(bytes, afterTag, varintEnd(bytes, afterTag), edge(change)),
    isLen,
  ),
  'put an edge for a value': atRecord(
    (bytes, { afterTag }, change) => replace(bytes, afterTag, varintEnd(bytes, afterTag), edge(change)),
    isVarint,
  ),
  'change a wire type': atRecord((bytes, { offset }, { small }) => {
    const changed = Uint8Array.from(bytes);
    changed[offset] = ((changed[offset] as number) & ~7) | (small & 7);
    return changed;
  }),
  'change a field number': atRecord((bytes, { offset, wireType }, { small }) =>
    replace(bytes, offset, varintEnd(bytes, offset), varint(((small % 24) << 3) | wireType)),
  ),
  'put a record in a group': atRecord((bytes, { offset, end }) =>
    replace(bytes, offset, end, concat(hex('9b 06'), bytes.slice(offset, end), hex('9c 06'))),
  ),
  'bury in groups': atRecord((bytes, { offset }, { small }) => {
    const levels = 90 + (small % 16);
    return replace(bytes, offset, offset, hex(`${'9b 06'.repeat(levels)}${'9c 06'.repeat(levels)}`));
  }),
} satisfies Record<string, (bytes: Bytes, change: Change) => Bytes>;

const KINDS = Object.keys(CHANGES) as (keyof typeof CHANGES)[];

/** Generates a few bytes that form records more often than random bytes do. */
const fragment: fc.Arbitrary<Bytes> = fc.oneof(
  fc.uint8Array({ maxLength: 6 }),
  fc.constantFrom(
    ...[
      '08 01',
      '0a 00',
      '12 02 1a 00',
      '98 06 01',
      '9b 06 9c 06',
      '0c',
      '00',
      '06',
      '9a 06 01 ff',
      '1a 01 ff',
    ].map(hex),
  ),
);

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom(...KINDS),
  where: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  small: fc.nat({ max: 255 }),
  bytes: fragment,
});

/** Applies one to four changes to a message of `good`. */
export function mutated(good: fc.Arbitrary<Bytes>): fc.Arbitrary<Bytes> {
  return fc
    .tuple(good, fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([bytes, changes]) => changes.reduce((now, one) => CHANGES[one.kind](now, one), bytes));
}

/** Noise in which most tags are legal, most lengths right, and most field numbers occur in the schema. */
export const noise: fc.Arbitrary<Bytes> = fc.letrec<{ message: Bytes; record: Bytes }>((tie) => ({
  message: fc
    .array(tie('record'), { maxLength: 6, depthIdentifier: 'noise' })
    .map((records) => concat(...records)),
  record: fc.oneof(
    { maxDepth: 12, depthIdentifier: 'noise' },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.nat(16), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }))
        .map(([number, value]) => concat(tagBytes(number, 0), varint(value))),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.nat(16), fc.constantFrom(1, 5), fc.uint8Array({ minLength: 8, maxLength: 8 }))
        .map(([number, type, value]) =>
          concat(tagBytes(number, type), value.subarray(0, type === 1 ? 8 : 4)),
        ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.nat(16), fc.uint8Array({ maxLength: 12 }))
        .map(([number, text]) => concat(tagBytes(number, 2), varint(text.length), text)),
    },
    {
      weight: 8,
      arbitrary: fc
        .tuple(fc.nat(16), tie('message'), fc.constantFrom(0, 0, 0, 0, 0, 0, 1, -1, 100))
        .map(([number, inner, wrong]) =>
          concat(tagBytes(number, 2), varint(Math.max(0, inner.length + wrong)), inner),
        ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.nat(16), tie('message'))
        .map(([number, inner]) => concat(tagBytes(number, 3), inner, tagBytes(number, 4))),
    },
    { weight: 1, arbitrary: fragment },
  ),
})).message;

/**
 * In place of field number 0, the largest number is written, because random fragments have number 0 often
 * enough.
 */
function tagBytes(number: number, wireType: number): Bytes {
  return tag(number === 0 ? 536870911 : number, wireType);
}

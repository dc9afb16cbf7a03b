/** Values are read as protobuf-es reads them. */
import { BinaryReader } from '@bufbuild/protobuf/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  doubleOf,
  floatOf,
  int64Of,
  numberOf,
  sint32Of,
  sint64Of,
  uint64Of,
} from '../../src/base/wire/value.js';

const half = fc.oneof(
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  fc.constantFrom(0, 1, -1, 2 ** 31 - 1, -(2 ** 31)),
);

/** Returns protobuf-es' value for eight fixed bytes, which are given as two halves. */
function fixed(lo: number, hi: number): BinaryReader {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setInt32(0, lo, true);
  bytes.setInt32(4, hi, true);
  return new BinaryReader(new Uint8Array(bytes.buffer));
}

/** Returns protobuf-es' value for a varint, which is given as two halves. */
function varint(lo: number, hi: number): BinaryReader {
  const bytes: number[] = [];
  let rest = BigInt(fixed(lo, hi).fixed64());
  for (; rest > 127n; rest /= 128n) bytes.push(Number(rest % 128n) + 128);
  return new BinaryReader(Uint8Array.of(...bytes, Number(rest)));
}

describe('two halves', () => {
  it('give the values that protobuf-es reads', () => {
    fc.assert(
      fc.property(half, half, (lo, hi) => {
        expect(uint64Of(lo, hi)).toBe(fixed(lo, hi).fixed64());
        expect(int64Of(lo, hi)).toBe(fixed(lo, hi).sfixed64());
        expect(sint64Of(lo, hi)).toBe(varint(lo, hi).sint64());
        expect(sint32Of(lo)).toBe(varint(lo, 0).sint32());
        expect(floatOf(lo)).toBe(fixed(lo, hi).float());
        expect(doubleOf(lo, hi)).toBe(fixed(lo, hi).double());
        expect(numberOf(lo, hi)).toBe(Number(fixed(lo, hi).fixed64()));
      }),
    );
  });
});

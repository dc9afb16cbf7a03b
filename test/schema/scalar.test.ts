import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeScalar, shortestFloat, showScalar } from '../../src/base/schema/scalar.js';
import {
  TYPE_BOOL,
  TYPE_DOUBLE,
  TYPE_FLOAT,
  TYPE_INT32,
  TYPE_INT64,
  TYPE_SINT32,
  TYPE_SINT64,
  TYPE_UINT32,
  TYPE_UINT64,
} from '../../src/base/schema/table.js';

describe('scalars', () => {
  it.each([
    [TYPE_BOOL, 0, 1, true],
    [TYPE_BOOL, 0, 0, false],
    [TYPE_INT32, -1, -1, -1],
    [TYPE_UINT32, -1, 0, 0xffff_ffff],
    [TYPE_SINT32, 3, 0, -2],
    [TYPE_INT64, -1, -1, -1n],
    [TYPE_UINT64, -1, -1, 2n ** 64n - 1n],
    [TYPE_SINT64, 1, 0, -1n],
    [TYPE_FLOAT, 0x3f800000, 0, 1],
    [TYPE_DOUBLE, 0, 0x3ff00000, 1],
  ])('of type %i with halves %i and %i are %s', (type, lo, hi, value) => {
    expect(decodeScalar(type, lo, hi)).toBe(value);
  });

  it('are printed as in JSON', () => {
    expect(showScalar(TYPE_UINT64, -1, -1)).toBe('18446744073709551615');
    expect(showScalar(TYPE_FLOAT, 0x3dcccccd, 0)).toBe(0.1);
    expect(showScalar(TYPE_FLOAT, 0x7f800000, 0)).toBe('Infinity');
    expect(showScalar(TYPE_DOUBLE, 0, -0x80000000)).toBe('-0');
  });

  it('of 32 bits give the same float when they are read again, with at most nine digits', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const short = shortestFloat(value);
        expect(Math.fround(short)).toBe(value);
        expect(Number(short.toPrecision(9)) === short).toBe(true);
      }),
    );
  });

  it('of 32 bits have as few digits as possible', () => {
    const fewest = (value: number): number => {
      for (let digits = 1; ; digits++) {
        const short = Number(value.toPrecision(digits));
        if (Math.fround(short) === value) return short;
      }
    };
    const floats = fc.oneof(
      fc.float({ noNaN: true, noDefaultInfinity: true }),
      fc.float({ min: 0, max: 2 ** -120, noNaN: true }),
      fc.integer({ min: 0, max: 99_999 }).map((digits) => Math.fround(digits / 1000)),
    );
    fc.assert(
      fc.property(floats, (value) => {
        expect(shortestFloat(value)).toBe(value === 0 ? value : fewest(value));
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OK } from '../../src/base/wire/problem.js';
import { RecordCursor } from '../../src/base/wire/record-cursor.js';

interface Naive {
  readonly tag: number;
  readonly start: number;
  readonly value: number;
  readonly valueEnd: number;
  readonly pos: number;
  /** Value of a record that is a number. */
  readonly bits?: bigint;
}

/**
 * Reads whole records up to the first malformed one, by the encoding guide: byte by byte, and with big
 * integers.
 */
function naive(bytes: readonly number[], from: number, end: number): { records: Naive[]; isWhole: boolean } {
  let pos = from;
  const varint = (most: number): bigint | undefined => {
    let value = 0n;
    for (let i = 0; i < most; i++) {
      if (pos >= end) return undefined;
      const byte = bytes[pos++] as number;
      value |= BigInt(byte & 0x7f) << BigInt(7 * i);
      if (byte < 0x80) return value;
    }
    return undefined;
  };
  const one = (): Naive | undefined => {
    const start = pos;
    const read = varint(5);
    const tag = Number(BigInt.asUintN(32, read ?? 0n));
    if (tag < 8) return undefined;
    let value = pos;
    let bits: bigint | undefined;
    let valueEnd: number | undefined;
    if (tag % 8 === 0) {
      bits = varint(10);
      if (bits === undefined) return undefined;
    } else if (tag % 8 === 1 || tag % 8 === 5) {
      const width = tag % 8 === 1 ? 8 : 4;
      bits = 0n;
      for (let i = 0; i < width; i++) bits |= BigInt(bytes[pos + i] ?? 0) << BigInt(8 * i);
      pos += width;
    } else if (tag % 8 === 2) {
      const length = varint(5);
      if (length === undefined || length > 0x7fffffffn) return undefined;
      value = pos;
      pos += Number(length);
    } else if (tag % 8 === 3) {
      for (;;) {
        const before = pos;
        const inner = varint(5);
        if (inner === undefined) return undefined;
        if (Number(BigInt.asUintN(32, inner)) === tag + 1) {
          valueEnd = before;
          break;
        }
        pos = before;
        if (one() === undefined) return undefined;
      }
    } else return undefined;
    if (pos > end) return undefined;
    const number = bits === undefined ? {} : { bits: BigInt.asUintN(64, bits) };
    return { tag, start, value, valueEnd: valueEnd ?? pos, pos, ...number };
  };
  const records: Naive[] = [];
  while (pos < end) {
    const record = one();
    if (record === undefined) return { records, isWhole: false };
    records.push(record);
  }
  return { records, isWhole: true };
}

function read(bytes: Uint8Array, from: number, end: number): { records: Naive[]; isWhole: boolean } {
  const cursor = new RecordCursor(bytes, from, end);
  const records: Naive[] = [];
  while (cursor.next()) {
    const { tag, start, value, valueEnd, pos, lo, hi } = cursor;
    const isNumber = tag % 8 === 0 || tag % 8 === 1 || tag % 8 === 5;
    const bits = (BigInt(hi >>> 0) << 32n) | BigInt(lo >>> 0);
    records.push({ tag, start, value, valueEnd, pos, ...(isNumber ? { bits } : {}) });
    if ((tag & 7) === 2) expect(cursor.length).toBe(valueEnd - value);
  }
  return { records, isWhole: cursor.problem === OK };
}

/** Generates bytes with many tags, small lengths and ends of groups. */
const bytes = fc.array(
  fc.oneof(
    fc.constantFrom(0x08, 0x0a, 0x0b, 0x0c, 0x0d, 0x09, 0x12, 0x80, 0x81, 0xff, 0x00, 0x01, 0x02, 0x7f),
    fc.integer({ min: 0, max: 255 }),
  ),
  { maxLength: 60 },
);

describe('the record cursor', () => {
  it('reads the records that the encoding guide defines, in any bytes', () => {
    fc.assert(
      fc.property(bytes, fc.nat(8), fc.nat(8), (list, before, after) => {
        const from = Math.min(before, list.length);
        const end = Math.max(from, list.length - after);
        expect(read(Uint8Array.from(list), from, end)).toEqual(naive(list, from, end));
      }),
      { numRuns: 5000 },
    );
  });

  it('reads varints of every width, and lengths, at the end of its memory', () => {
    for (let width = 1; width <= 11; width++) {
      const list = [0x08, ...Array.from({ length: width - 1 }, () => 0xff), 0x01];
      for (let end = 1; end <= list.length; end++) {
        expect(read(Uint8Array.from(list.slice(0, end)), 0, end)).toEqual(naive(list, 0, end));
        expect(read(Uint8Array.from(list), 0, end)).toEqual(naive(list, 0, end));
      }
    }
    for (const length of [0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152]) {
      const head = [0x12];
      for (let rest = length; ; rest >>>= 7) {
        head.push(rest >= 0x80 ? (rest & 0x7f) | 0x80 : rest);
        if (rest < 0x80) break;
      }
      const cursor = new RecordCursor(Uint8Array.from([...head, ...new Array<number>(length).fill(0)]));
      expect(cursor.next()).toBe(true);
      expect([cursor.value, cursor.length, cursor.pos]).toEqual([head.length, length, head.length + length]);
      const short = new RecordCursor(cursor.bytes, 0, cursor.bytes.length - 1);
      expect([short.next(), short.tag, short.value, short.pos]).toEqual([
        false,
        0x12,
        length === 0 ? 1 : head.length,
        0,
      ]);
    }
  });

  it('reports overlong and cut tags', () => {
    const cursor = new RecordCursor(
      Uint8Array.of(0x88, 0x00, 0x01, 0x88, 0x80, 0x80, 0x80, 0x10, 0x01, 0x08, 0x01),
    );
    const said: [number, boolean, boolean][] = [];
    while (cursor.next()) said.push([cursor.tag, cursor.overlong, cursor.cut]);
    expect(said).toEqual([
      [8, true, false],
      [8, false, true],
      [8, false, false],
    ]);
  });
});

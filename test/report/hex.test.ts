import { describe, expect, it } from 'vitest';
import { hexLines } from '../../src/show/report/hex.js';
import { PLAIN } from '../../src/show/report/palette.js';
import { countingBytes } from './specimen.js';

const lines = (offset: number, length: number, size = 256): string[] =>
  hexLines({ offset, length }, countingBytes(size), PLAIN);

describe('hex around a span', () => {
  it('brackets exactly the bytes of the span', () => {
    for (let offset = 0; offset < 40; offset++) {
      for (let length = 1; length <= 24; length++) {
        const hex = lines(offset, length).map((line) => line.slice(9, 60));
        const inside = hex
          .join(' ')
          .match(/\[[^\]]*\]/g)!
          .join(' ');
        const bytes = inside.match(/[0-9a-f]{2}/g)!.map((pair) => Number.parseInt(pair, 16));
        expect(bytes).toEqual(Array.from({ length }, (_, index) => offset + index));
      }
    }
  });

  it('keeps the columns aligned, whatever is marked', () => {
    const plain = lines(200, 1)[0]!.length;
    for (let offset = 0; offset < 16; offset++) {
      for (let length = 0; length <= 20; length++) {
        for (const line of lines(offset, length)) expect(line.length).toBe(plain);
      }
    }
  });

  it('shows context on both sides of a short span', () => {
    expect(lines(16, 1).map((line) => line.slice(0, 8))).toEqual(['00000000', '00000010']);
    expect(lines(15, 1).map((line) => line.slice(0, 8))).toEqual(['00000000', '00000010']);
    expect(lines(24, 1).map((line) => line.slice(0, 8))).toEqual(['00000010']);
  });

  it('counts the omitted bytes of a long span', () => {
    const [first, ...rest] = lines(16, 200);
    expect(first).toMatch(/^00000000/);
    expect(rest.at(-1)).toBe('          … 168 more bytes');
    expect(rest).toHaveLength(3);
  });

  it('marks where a byte is missing', () => {
    expect(lines(20, 0, 20)).toEqual([`00000010  10 11 12 13[--]${' '.repeat(35)}....`]);
    // The file ends at the end of a row, so the mark has a row of its own.
    expect(lines(32, 0, 32).at(-1)).toBe('00000020 [--]');
  });

  it('marks a point between bytes', () => {
    expect(lines(20, 0)[0]).toContain('13>14');
  });

  it('shows nothing for missing bytes', () => {
    expect(hexLines({ offset: 0, length: 4 }, () => undefined, PLAIN)).toEqual([]);
    expect(lines(0, 0, 0)).toEqual([]);
    expect(lines(500, 3, 20)).toEqual([]);
  });

  it('shows offsets past 4 GiB with enough digits', () => {
    const offset = 2 ** 33 + 5;
    const [line] = hexLines({ offset, length: 1 }, (_, length) => new Uint8Array(length), PLAIN);
    expect(line).toMatch(/^200000000 /);
  });

  it('never reads many bytes, whatever a span claims', () => {
    const asked: number[] = [];
    hexLines(
      { offset: 10, length: 2 ** 40 },
      (_, length) => {
        asked.push(length);
        return new Uint8Array(length);
      },
      PLAIN,
    );
    expect(Math.max(...asked)).toBeLessThanOrEqual(64);
  });
});

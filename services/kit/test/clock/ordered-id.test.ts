import { ManualClock, orderedId, randomText, systemRandom } from '@services/kit/clock';
import { describe, expect, it } from 'vitest';

describe('ordered ids', () => {
  it('ascend if the clock stands still, runs, or is set back', () => {
    const clock = new ManualClock(Date.UTC(2026, 5, 1));
    const ids: string[] = [];
    for (const step of [0, 0, 1, 5, -3_600_000, 0, 10, 7_200_000]) {
      clock.advance(step);
      for (let i = 0; i < 50; i += 1) ids.push(orderedId('x_', clock, systemRandom));
    }
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^x_[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it('carry the time as a ULID does', () => {
    // The year 2100 is later than all other times in this file. The first ten characters of a ULID are its 48 bits of
    // milliseconds.
    const ms = Date.UTC(2100, 0, 1);
    const id = orderedId('', new ManualClock(ms), systemRandom);
    const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    const time = [...id.slice(0, 10)].reduce((sum, digit) => sum * 32 + digits.indexOf(digit), 0);
    expect(time).toBe(ms);
  });
});

describe('ordered ids whose random part is at its maximum', () => {
  it('continue with a carry, and then with the next millisecond', () => {
    const clock = new ManualClock(Date.UTC(2110, 0, 1));
    const draws = [
      [...Array<number>(4).fill(255), 254, ...Array<number>(5).fill(255)],
      Array<number>(10).fill(0),
      [0, 0, 0, 0, 0, ...Array<number>(5).fill(255)],
      Array<number>(10).fill(0),
    ];
    const random = { bytes: () => Uint8Array.from(draws.shift()!) };
    const ids = Array.from({ length: 4 }, () => orderedId('', clock, random));
    expect(ids.map((id) => id.slice(10))).toEqual([
      'ZZZZZZZYZZZZZZZZ',
      'ZZZZZZZZ00000000',
      '00000000ZZZZZZZZ',
      '0000000100000000',
    ]);
    expect(ids[2]!.slice(0, 10)).not.toBe(ids[1]!.slice(0, 10));
    expect([...ids].sort()).toEqual(ids);
  });
});

describe('random text', () => {
  it('draws a byte again if it would make some letters more frequent', () => {
    // 256 = 25 × 10 + 6, so the bytes 250 to 255 are drawn again.
    const bytes = [250, 255, 0, 9, 249, 10];
    const random = { bytes: (n: number) => Uint8Array.from(bytes.splice(0, n)) };
    expect(randomText(random, 3, '0123456789')).toBe('099');
  });

  it('has the requested length and letters of the alphabet only', () => {
    expect(randomText(systemRandom, 32)).toMatch(/^[0-9A-Za-z]{32}$/);
  });
});

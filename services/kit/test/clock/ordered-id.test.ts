import { ManualClock, orderedId, randomText, systemRandom } from '@services/kit/clock';
import { describe, expect, it } from 'vitest';

describe('ordered ids', () => {
  it('ascend while the clock stands, runs and is set back', () => {
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
    // 2100 is after every other time in this file. The first ten characters of a ULID are its 48 bits of milliseconds.
    const ms = Date.UTC(2100, 0, 1);
    const id = orderedId('', new ManualClock(ms), systemRandom);
    const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    const time = [...id.slice(0, 10)].reduce((sum, digit) => sum * 32 + digits.indexOf(digit), 0);
    expect(time).toBe(ms);
  });
});

describe('random text', () => {
  it('draws again what would prefer some letters', () => {
    // 256 is 25 times 10 and 6: the bytes 250 to 255 are not used.
    const bytes = [250, 255, 0, 9, 249, 10];
    const random = { bytes: (n: number) => Uint8Array.from(bytes.splice(0, n)) };
    expect(randomText(random, 3, '0123456789')).toBe('099');
  });

  it('has the length and the alphabet', () => {
    expect(randomText(systemRandom, 32)).toMatch(/^[0-9A-Za-z]{32}$/);
  });
});

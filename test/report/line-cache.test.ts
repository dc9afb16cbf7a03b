import { describe, expect, it } from 'vitest';
import { LineCache } from '../../src/report/line-cache.js';

const KEY = 48;
const LINE = 160;
const ROOM = 8;

/** Text of so many bytes, with characters of all lengths in all places. */
function lineOf(length: number, seed: number): Uint8Array {
  const bytes = new TextEncoder().encode('\u{10ffff}\x7f\u{1f600}é漢~'.repeat(20));
  return bytes.slice(seed, seed + length);
}

function keyOf(length: number, seed: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (i * 37 + seed * 101) & 0xff);
}

/** What the cache has for the key, looked up from an odd position; undefined where nothing. */
function found(cache: LineCache, key: Uint8Array): Uint8Array | undefined {
  const around = new Uint8Array(key.length + 6).fill(0xaa);
  around.set(key, 3);
  const into = new Uint8Array(5 + LINE + ROOM);
  const end = cache.copy(around, 3, 3 + key.length, into, 5);
  return end < 0 ? undefined : into.slice(5, end);
}

describe('lines that are remembered', () => {
  it('come back byte for byte, whatever their length and that of their keys', () => {
    const cache = new LineCache();
    for (let length = 0; length <= LINE; length++) {
      const key = keyOf(1 + (length % KEY), length);
      const line = lineOf(length, length % 19);
      found(cache, key);
      cache.remember(line, 0, length);
      expect(found(cache, key)).toEqual(line);
    }
  });

  it('are those of the very key', () => {
    const cache = new LineCache();
    for (let length = 1; length <= KEY; length++) {
      const key = keyOf(length, 7);
      found(cache, key);
      cache.remember(lineOf(length, 0), 0, length);
      for (let at = 0; at < length; at++) {
        const other = key.slice();
        other[at] = (other[at] as number) ^ 1;
        expect(found(cache, other)).toBeUndefined();
        // It may have taken the place of the first.
        if (found(cache, key) === undefined) cache.remember(lineOf(length, 0), 0, length);
        expect(found(cache, key)).toEqual(lineOf(length, 0));
      }
    }
  });

  it('stay, where lines are written that nobody looked up', () => {
    const cache = new LineCache();
    const key = keyOf(20, 1);
    found(cache, key);
    cache.remember(lineOf(30, 0), 0, 30);
    cache.remember(lineOf(40, 3), 0, 40);
    expect(found(cache, key)).toEqual(lineOf(30, 0));
    cache.remember(lineOf(40, 3), 0, 40);
    expect(found(cache, key)).toEqual(lineOf(30, 0));
    const broken = keyOf(21, 5);
    found(cache, broken);
    cache.dismiss();
    cache.remember(lineOf(40, 3), 0, 40);
    expect(found(cache, broken)).toBeUndefined();
  });

  it('are forgotten when names change', () => {
    const cache = new LineCache();
    const key = keyOf(20, 1);
    found(cache, key);
    cache.remember(lineOf(30, 0), 0, 30);
    expect(found(cache, key)).toEqual(lineOf(30, 0));
    cache.forget();
    expect(found(cache, key)).toBeUndefined();
    cache.forget();
    cache.remember(lineOf(30, 0), 0, 30);
    expect(found(cache, key)).toBeUndefined();
  });

  it('are not of keys or lines that are too long', () => {
    const cache = new LineCache();
    const long = keyOf(KEY + 1, 1);
    expect(found(cache, long)).toBeUndefined();
    cache.remember(lineOf(10, 0), 0, 10);
    expect(found(cache, long)).toBeUndefined();
    const key = keyOf(KEY, 2);
    found(cache, key);
    cache.remember(lineOf(LINE + 1, 0), 0, LINE + 1);
    expect(found(cache, key)).toBeUndefined();
  });
});

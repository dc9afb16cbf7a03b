import { describe, expect, it } from 'vitest';
import { heldToGoBack, hold, rewound } from '../../src/base/source/held.js';
import type { Source } from '../../src/base/source/source.js';
import { failure, pattern } from './bytes.js';

const MIB = 1 << 20;

/** A source that counts its reads and how often it was closed; a stream has no size before its end. */
function counted(bytes: Uint8Array, randomAccess: boolean, isSlow = false) {
  const seen = { reads: 0, ends: 0 };
  let size = randomAccess ? bytes.length : undefined;
  const source: Source = {
    randomAccess,
    get size() {
      return size;
    },
    read(offset, target) {
      seen.reads++;
      const part = bytes.subarray(offset, offset + target.length);
      target.set(part);
      if (part.length < target.length) size = bytes.length;
      return isSlow ? Promise.resolve(part.length) : part.length;
    },
    close() {
      seen.ends++;
    },
  };
  return { source, seen };
}

describe('a source that is read into memory', () => {
  it.each([0, 1, MIB - 1, MIB, MIB + 1, 3 * MIB])(
    'has all of its %i bytes, and is closed',
    async (length) => {
      for (const randomAccess of [true, false]) {
        const { source, seen } = counted(pattern(length), randomAccess, true);
        const held = await hold(source);
        expect(held.size).toBe(length);
        expect(Buffer.compare(held.bytes as Uint8Array, pattern(length))).toBe(0);
        expect(seen.ends).toBe(1);
        expect(await hold(held)).toBe(held);
      }
    },
  );

  it('has up to 1 GiB', async () => {
    const sized = (size: number) => {
      const { source, seen } = counted(new Uint8Array(0), true);
      return {
        source: { ...source, size, read: () => Promise.reject(new Error('was read')) } as Source,
        seen,
      };
    };
    const large = sized(2 ** 30 + 1);
    expect(await failure(() => hold(large.source))).toMatchObject({
      code: 'source-too-large',
      offset: 2 ** 30 + 1,
    });
    expect(large.seen.ends).toBe(1);
    const stream = (length: number) => counted(new Uint8Array(length), false).source;
    expect((await hold(stream(MIB), MIB)).size).toBe(MIB);
    expect(await failure(() => hold(stream(MIB + 1), MIB))).toMatchObject({ code: 'source-too-large' });
  });

  it('is closed if it cannot be read', async () => {
    const { source, seen } = counted(new Uint8Array(5), true);
    const broken = {
      ...source,
      size: 5,
      read: () => Promise.reject(new Error('lost')),
      close: () => void seen.ends++,
    };
    expect(await failure(() => hold(broken as Source))).toMatchObject({ message: 'lost' });
    expect(seen.ends).toBe(1);
  });
});

describe('a source that can be read again from the beginning', () => {
  it.each<[string, boolean, number, number, 'itself' | 'held' | 'rewound']>([
    ['a small file', true, MIB, 2 * MIB, 'held'],
    ['a large file', true, MIB + 1, 2 * MIB, 'itself'],
    ['a file above the limit', true, 101, 100, 'itself'],
    ['a file of the limit', true, 100, 100, 'held'],
    ['a short stream', false, 99, 100, 'held'],
    ['a stream of the limit', false, 100, 100, 'rewound'],
    ['a longer stream', false, 300_000, 200_000, 'rewound'],
    ['a stream that is longer than the first read', false, 150_000, 200_000, 'held'],
  ])('%s', async (_what, randomAccess, length, most, expected) => {
    const bytes = pattern(length);
    const { source, seen } = counted(bytes, randomAccess);
    const back = await heldToGoBack(source, most);
    expect(back === source ? 'itself' : back.bytes === undefined ? 'rewound' : 'held').toBe(expected);
    expect(seen.ends).toBe(0);
    const target = new Uint8Array(length);
    expect(await back.read(0, target)).toBe(length);
    expect(Buffer.compare(target, bytes)).toBe(0);
    expect((await heldToGoBack(back, most)) === back || expected !== 'held').toBe(true);
  });
});

describe('a rewound stream', () => {
  it.each([false, true])('repeats the bytes that were read, and then continues; slow: %s', async (isSlow) => {
    const { source, seen } = counted(pattern(100), false, isSlow);
    const prefix = pattern(100).subarray(0, 40);
    const again = rewound(source, prefix);
    prefix.fill(0);
    for (const [offset, length, reads] of [
      [0, 40, 0],
      [39, 1, 0],
      [30, 20, 1],
      [40, 10, 2],
      [90, 20, 3],
    ] as const) {
      const target = new Uint8Array(length);
      const got = await again.read(offset, target);
      expect(got).toBe(Math.min(length, 100 - offset));
      expect([...target.subarray(0, got)]).toEqual([...pattern(100).subarray(offset, offset + got)]);
      expect(seen.reads).toBe(reads);
    }
    expect(again.size).toBe(100);
    await again.close?.();
    expect(seen.ends).toBe(1);
  });
});

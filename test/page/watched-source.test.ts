/** Progress of reading is reported at most ten times a second, and includes all bytes that were read. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pacedSearch } from '../../src/page/engine/paced-search.js';
import { pageSource, watchedSource } from '../../src/page/engine/page-source.js';

afterEach(() => vi.restoreAllMocks());

/** Sets the clock to each time in turn. */
function times(...values: number[]): void {
  vi.spyOn(performance, 'now').mockImplementation(() => values.shift() as number);
}

describe.each([
  ['at once', (bytes: number) => bytes],
  ['later', async (bytes: number) => bytes],
])('a watched source that answers %s', (_, answer) => {
  it('reports the bytes of all reads', async () => {
    times(1000, 1050, 1099, 1100, 1150, 1200);
    const reported: number[] = [];
    let isClosed = false;
    const source = watchedSource(
      {
        size: 500,
        randomAccess: true,
        read: (offset: number) => answer(offset + 1),
        close: () => {
          isClosed = true;
        },
      } as never,
      (read) => reported.push(read),
    );
    const read: unknown[] = [];
    for (const offset of [0, 1, 2, 3, 4]) read.push(await source.read(offset, new Uint8Array(1)));
    expect(read).toEqual([1, 2, 3, 4, 5]);
    // Progress is reported after 100 ms, and again after another 100 ms.
    expect(reported).toEqual([6, 15]);
    expect([source.size, source.randomAccess, 'bytes' in source]).toEqual([500, true, false]);
    await source.close();
    expect(isClosed).toBe(true);
  });
});

it('a watched source in memory keeps its bytes', () => {
  const bytes = Uint8Array.of(1, 2);
  expect(watchedSource({ bytes, randomAccess: true } as never, () => {}).bytes).toBe(bytes);
});

it('a search reports its hits ten times a second at most, each hit once', async () => {
  times(1000, 1050, 1100, 1199, 1250);
  const reported: unknown[] = [];
  const inspector = {
    async search(_: object, { onHit, onProgress, limit }: Record<string, (value: unknown) => void>) {
      expect(limit).toBe(1000);
      for (const at of [1, 2, 3, 4]) {
        onHit?.(at);
        onProgress?.(10 * at);
      }
      onHit?.(5);
      return { next: 77 };
    },
  };
  const found = await pacedSearch(
    inspector as never,
    { text: 'x' },
    new AbortController().signal,
    (hits, offset) => reported.push([hits, offset]),
  );
  expect(reported).toEqual([
    [[1, 2], 20],
    [[3, 4], 40],
  ]);
  expect(found).toEqual({ hits: [5], next: 77 });
});

it('a hosted file is read through its port, and an answer of the wrong length is an error', async () => {
  const { port1, port2 } = new MessageChannel();
  const { expose } = await import('comlink');
  const asked: [number, number][] = [];
  let isShort = false;
  expose(async (offset: number, length: number) => {
    asked.push([offset, length]);
    return new Uint8Array(isShort ? length - 1 : length).fill(offset === 0 ? 7 : 9);
  }, port1 as never);
  const source = pageSource({ size: 300_000, port: port2 } as never);
  try {
    const target = new Uint8Array(4);
    expect([await source.read(0, target), [...target]]).toEqual([4, [7, 7, 7, 7]]);
    for (const [offset, length] of asked) expect(offset + length).toBeLessThanOrEqual(300_000);
    isShort = true;
    await expect(async () => source.read(290_000, target)).rejects.toMatchObject({ code: 'source-changed' });
  } finally {
    await source.close();
    port1.close();
  }
});

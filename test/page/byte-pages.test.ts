/** Bytes that are requested when they become visible. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { BytePages, KeptPages } from '../../src/page/views/structure/byte-pages.js';
import { Inspector } from '../../src/show/inspect/inspector.js';
import type { ByteMeanings } from '../../src/show/inspect/part.js';

const BYTES = readFileSync(new URL('../../corpus/valid/blobs.mdl', import.meta.url));

async function idle(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setTimeout(resolve, 0));
}

describe('bytes', () => {
  it('are loaded when they become visible, with their classes', async () => {
    const inspector = await Inspector.open(memorySource(BYTES));
    let changes = 0;
    const errors: unknown[] = [];
    const pages = new BytePages(
      BYTES.length,
      inspector,
      () => changes++,
      (error) => errors.push(error),
    );
    pages.want(5000, 6000);
    await idle();
    expect(errors).toEqual([]);
    expect(changes).toBe(1);
    const { runs } = await inspector.stretch(5000, 1000);
    for (const run of runs) {
      for (let at = run.offset; at < run.offset + run.length; at++) {
        const known = pages.at(at);
        expect(known?.value).toBe(BYTES[at]);
        expect([known?.class, known?.run.path]).toEqual([run.class, run.path]);
      }
    }
    expect(pages.at(0)).toBeUndefined();
    expect(pages.at(20_000)).toBeUndefined();
  });

  it('are requested for the current view, not for earlier ones', async () => {
    const asked: number[] = [];
    const pages = new BytePages(
      4 * 2 ** 30,
      {
        async stretch(offset, length): Promise<ByteMeanings> {
          asked.push(offset);
          return { offset, bytes: new Uint8Array(length), runs: [] };
        },
      },
      () => {},
      () => {},
    );
    for (let at = 0; at < 100; at++) pages.want(at * 2 ** 20, at * 2 ** 20 + 500);
    await idle();
    expect(asked.length).toBeLessThanOrEqual(3);
    expect(asked.at(-1)).toBe(99 * 2 ** 20);
  });

  it('at the end of a file stop with the file', async () => {
    const inspector = await Inspector.open(memorySource(BYTES));
    const pages = new BytePages(
      BYTES.length,
      inspector,
      () => {},
      () => {},
    );
    pages.want(BYTES.length - 10, BYTES.length + 4000);
    await idle();
    expect(pages.at(BYTES.length - 1)?.value).toBe(BYTES[BYTES.length - 1]);
    expect(pages.at(BYTES.length)).toBeUndefined();
  });

  it('of each page arrive once, in order, also if the view moves after they have arrived', async () => {
    const asked: [number, number][] = [];
    let changes = 0;
    const pages = new BytePages(
      5000,
      {
        async stretch(offset, length) {
          asked.push([offset, length]);
          const tag = { offset, length: 3, class: 'tag', path: '' } as never;
          const blob = { offset: offset + 3, length: length - 3, class: 'blob', path: '' } as never;
          return { offset, bytes: new Uint8Array(length).fill(offset / 2048), runs: [tag, blob] };
        },
      },
      () => changes++,
      () => {},
    );
    pages.want(-300, 2049);
    await idle();
    pages.want(2048, 9000);
    await idle();
    expect(asked).toEqual([
      [0, 2048],
      [2048, 2048],
      [4096, 904],
    ]);
    expect(changes).toBe(3);
    expect([0, 2047, 2048, 4095, 4096, 4999, 5000].map((at) => pages.at(at)?.value)).toEqual([
      0,
      0,
      1,
      1,
      2,
      2,
      undefined,
    ]);
    expect([0, 2, 3, 2047, 2048, 2050, 2051].map((at) => pages.at(at)?.class)).toEqual([
      'tag',
      'tag',
      'blob',
      'blob',
      'tag',
      'tag',
      'blob',
    ]);
    pages.want(100, 100);
    await idle();
    expect(asked).toHaveLength(3);
  });

  it('that arrive after the end change nothing', async () => {
    let changes = 0;
    let arrive = (): void => {};
    const pages = new BytePages(
      10_000,
      {
        stretch: (offset, length) =>
          new Promise((resolve) => {
            arrive = () => resolve({ offset, bytes: new Uint8Array(length), runs: [] });
          }),
      },
      () => changes++,
      () => {},
    );
    pages.want(0, 10);
    pages.end();
    arrive();
    await idle();
    arrive = () => expect.unreachable();
    pages.want(5000, 5010);
    await idle();
    expect(changes).toBe(0);
    expect(arrive).toThrow();
  });

  it('are not requested again once the file is gone', async () => {
    let asked = 0;
    const errors: unknown[] = [];
    const pages = new BytePages(
      1000,
      {
        async stretch() {
          asked++;
          throw new Error('gone');
        },
      },
      () => {},
      (error) => errors.push(error),
    );
    pages.want(0, 10);
    await idle();
    pages.want(0, 10);
    await idle();
    expect(asked).toBe(1);
    expect(String(errors)).toContain('gone');
  });
});

it('keeps the pages that were read or written last', () => {
  const pages = new KeptPages<number>(2);
  pages.set('a', 1);
  pages.set('b', 2);
  pages.set('a', 3);
  pages.set('c', 4);
  expect([pages.get('b'), pages.get('a'), pages.get('c'), pages.size]).toEqual([undefined, 3, 4, 2]);
  pages.get('a');
  pages.set('d', 5);
  expect([pages.get('c'), pages.get('a'), pages.get('d')]).toEqual([undefined, 3, 5]);
});

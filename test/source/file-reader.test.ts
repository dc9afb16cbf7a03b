import { afterEach, describe, expect, it, vi } from 'vitest';
import { fileReaderSource } from '../../src/base/source/file-reader.js';
import { failure, pattern } from './bytes.js';

const KIB = 1024;

interface Part {
  readonly start: number;
  readonly end: number;
}

/** A file of any size, whose bytes are made when they are read, with a log of the requests. */
function fake(size: number, answer: (part: Part) => ArrayBuffer = bytesOf) {
  const parts: [offset: number, length: number][] = [];
  const blob = { size, slice: (start: number, end: number): Part => ({ start, end }) };
  const reader = {
    readAsArrayBuffer: (part: Part) => {
      parts.push([part.start, part.end - part.start]);
      return answer(part);
    },
  };
  return { source: fileReaderSource(blob, reader), parts };
}

const byteAt = (offset: number): number => (offset * 31 + Math.floor(offset / 65_536) * 17) % 251;

function bytesOf({ start, end }: Part): ArrayBuffer {
  return Uint8Array.from({ length: end - start }, (_, i) => byteAt(start + i)).buffer;
}

/** Reads synchronously, and compares the bytes with those that the file must have. */
function reads(source: ReturnType<typeof fileReaderSource>, offset: number, length: number): number {
  const target = new Uint8Array(length);
  const count = source.read(offset, target);
  expect(typeof count).toBe('number');
  const expected = new Uint8Array(length);
  for (let i = 0; i < (count as number); i++) expected[i] = byteAt(offset + i);
  // Comparing large arrays element by element takes seconds.
  expect(Buffer.compare(target, expected)).toBe(0);
  return count as number;
}

describe('fileReaderSource', () => {
  it('returns all requested bytes at once, and fewer only at the end', () => {
    const { source, parts } = fake(1000);
    expect(source).toMatchObject({ size: 1000, randomAccess: true });
    expect(reads(source, 900, 64)).toBe(64);
    expect(reads(source, 990, 64)).toBe(10);
    expect(reads(source, 1000, 64)).toBe(0);
    expect(reads(source, 2 ** 40, 64)).toBe(0);
    expect(reads(source, 5, 0)).toBe(0);
    expect(reads(source, 0, 1000)).toBe(1000);
    expect(parts).toEqual([
      [900, 100],
      [0, 1000],
    ]);
  });

  it('reads ahead of a sequential reader, in growing requests', () => {
    const { source, parts } = fake(10 ** 7);
    for (let offset = 0; offset < 3000 * KIB; offset += 100) reads(source, offset, 100);
    expect(parts.map(([, length]) => length / KIB)).toEqual([128, 256, 512, 1024, 1024, 1024]);
  });

  it('reads gaps that cost less than a request, and skips larger gaps', () => {
    const { source, parts } = fake(2 ** 33);
    const far = 2 ** 32;
    reads(source, far, 128);
    reads(source, far + 100 * KIB, 128);
    reads(source, far + 400 * KIB, 128);
    expect(parts).toEqual([
      [far, 64 * KIB],
      [far + 100 * KIB, 128 * KIB],
      [far + 400 * KIB, 64 * KIB],
    ]);
  });

  it('keeps some blocks for reads at several positions, and no more', () => {
    const { source, parts } = fake(10 ** 9);
    const places = Array.from({ length: 8 }, (_, i) => (i + 1) * 10 ** 8);
    for (const round of [0, 1, 2]) for (const place of places) reads(source, place + round * 100, 100);
    expect(parts.length).toBe(8);
    reads(source, 0, 100);
    reads(source, 10 ** 8, 100); // the least recently read one
    expect(parts.length).toBe(10);
    reads(source, 8 * 10 ** 8, 100);
    expect(parts.length).toBe(10);
  });

  it('does not keep blocks for large targets', () => {
    const { source, parts } = fake(4 * 10 ** 6);
    reads(source, 10, 1024 * KIB);
    reads(source, 10, 1024 * KIB);
    expect(parts).toEqual([
      [10, 1024 * KIB],
      [10, 1024 * KIB],
    ]);
  });

  it('fills a target from two blocks and the bytes after them', () => {
    const { source } = fake(10 ** 6);
    reads(source, 0, 1);
    reads(source, 300 * KIB, 1);
    expect(reads(source, 100 * KIB, 250 * KIB)).toBe(250 * KIB);
  });

  it.each([
    ['NotReadableError', 'source-changed'],
    ['NotFoundError', 'source-not-found'],
    ['SecurityError', 'source-unreadable'],
  ])('%s is %s', async (name, code) => {
    const { source } = fake(10, () => {
      throw new DOMException('gone', name);
    });
    expect(await failure(() => source.read(3, new Uint8Array(2)))).toMatchObject({ code, offset: 3 });
  });

  it('reports a part that is too short', async () => {
    const { source } = fake(10, () => new ArrayBuffer(3));
    expect(await failure(() => source.read(0, new Uint8Array(5)))).toMatchObject({ code: 'source-changed' });
  });

  it('refuses invalid offsets, and reading after closing', async () => {
    const { source } = fake(10);
    expect(await failure(() => source.read(-1, new Uint8Array(1)))).toMatchObject({
      code: 'source-bad-offset',
    });
    reads(source, 0, 10);
    source.close();
    expect(await failure(() => source.read(0, new Uint8Array(1)))).toMatchObject({ code: 'source-closed' });
  });
});

describe('without a given reader', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('uses the file reader of the worker', () => {
    class FileReaderSync {
      readAsArrayBuffer(part: Part): ArrayBuffer {
        return pattern(part.end).slice(part.start).buffer;
      }
    }
    vi.stubGlobal('FileReaderSync', FileReaderSync);
    const source = fileReaderSource({ size: 9, slice: (start: number, end: number) => ({ start, end }) });
    const target = new Uint8Array(5);
    expect(source.read(4, target)).toBe(5);
    expect(target).toEqual(pattern(9).subarray(4));
  });

  it('reports that no file reader is available', async () => {
    expect(await failure(() => fileReaderSource(new Blob(['x'])))).toMatchObject({
      code: 'source-unreadable',
    });
  });
});

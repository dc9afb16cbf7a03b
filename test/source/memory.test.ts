import { describe, expect, it } from 'vitest';
import { blobSource } from '../../src/base/source/blob.js';
import { countingSource } from '../../src/base/source/counting.js';
import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import { failure, pattern } from './bytes.js';

describe('memorySource', () => {
  it('reads at any offset, and fewer bytes only at the end', () => {
    const source = memorySource(pattern(100));
    const target = new Uint8Array(10).fill(9);
    expect(source.read(50, target)).toBe(10);
    expect(target).toEqual(pattern(100).subarray(50, 60));
    expect(source.read(95, target.fill(9))).toBe(5);
    expect(target).toEqual(Uint8Array.of(...pattern(100).subarray(95), 9, 9, 9, 9, 9));
    expect(source.read(100, target)).toBe(0);
    expect(source.read(Number.MAX_SAFE_INTEGER, target)).toBe(0);
    expect(source).toMatchObject({ size: 100, randomAccess: true });
  });

  it('always exposes its memory as a plain Uint8Array', () => {
    const buffer = Buffer.from(pattern(20)).subarray(5, 15);
    const { bytes } = memorySource(buffer);
    expect(bytes?.constructor).toBe(Uint8Array);
    expect(bytes).toEqual(pattern(20).subarray(5, 15));
    expect(bytes?.buffer).toBe(buffer.buffer);
    const plain = pattern(3);
    expect(memorySource(plain).bytes).toBe(plain);
    expect(memorySource(pattern(4).buffer).bytes).toEqual(pattern(4));
    expect(memorySource(new SharedArrayBuffer(4)).size).toBe(4);
  });
});

it.each([
  ['memory', () => memorySource(pattern(9))],
  ['stream', () => streamSource([pattern(9)])],
  ['Blob', () => blobSource(new Blob([new Uint8Array(9)]))],
])('%s refuses invalid offsets', async (_name, open) => {
  for (const offset of [-1, 0.5, Number.NaN, Infinity, 2 ** 53]) {
    const source = open();
    expect(await failure(() => source.read(offset, new Uint8Array(1)))).toMatchObject({
      code: 'source-bad-offset',
    });
  }
});

describe('blobSource', () => {
  it('loads the requested bytes', async () => {
    const slices: [number, number][] = [];
    const blob = new Blob([pattern(1000) as Uint8Array<ArrayBuffer>]);
    const source = blobSource({
      size: blob.size,
      slice: (start, end) => {
        slices.push([start, end]);
        return blob.slice(start, end);
      },
    });
    const target = new Uint8Array(64);
    expect(await source.read(900, target)).toBe(64);
    expect(target).toEqual(pattern(1000).subarray(900, 964));
    expect(await source.read(990, target)).toBe(10);
    expect(source.read(1000, target)).toBe(0);
    expect(source.read(2000, target)).toBe(0);
    expect(source.read(5, new Uint8Array(0))).toBe(0);
    expect(slices).toEqual([
      [900, 964],
      [990, 1000],
    ]);
  });

  it.each([
    ['NotReadableError', 'source-changed'],
    ['NotFoundError', 'source-not-found'],
    ['SecurityError', 'source-unreadable'],
  ])('%s is %s', async (name, code) => {
    const arrayBuffer = () => Promise.reject(new DOMException('gone', name));
    const source = blobSource({ size: 10, slice: () => ({ arrayBuffer }) });
    expect(await failure(() => source.read(3, new Uint8Array(2)))).toMatchObject({ code, offset: 3 });
  });

  it.each(['gone', undefined])(
    'is unreadable if a Blob rejects with %s, which is not an error',
    async (reason) => {
      const source = blobSource({ size: 10, slice: () => ({ arrayBuffer: () => Promise.reject(reason) }) });
      expect(await failure(() => source.read(3, new Uint8Array(2)))).toMatchObject({
        code: 'source-unreadable',
        message: `the file cannot be read: ${reason}`,
      });
    },
  );

  it('reports a part that is too short', async () => {
    const source = blobSource({ size: 10, slice: () => new Blob(['abc']) });
    expect(await failure(() => source.read(0, new Uint8Array(5)))).toMatchObject({ code: 'source-changed' });
  });
});

describe('countingSource', () => {
  it('counts bytes and reads, without bytes past the end', async () => {
    const source = countingSource(memorySource(pattern(100)));
    source.read(0, new Uint8Array(30));
    source.read(10, new Uint8Array(30));
    source.read(90, new Uint8Array(30));
    source.read(200, new Uint8Array(30));
    expect(source).toMatchObject({ bytesRead: 70, reads: 4, size: 100, randomAccess: true });
    const blob = countingSource(blobSource(new Blob(['abcdef'])));
    await blob.read(4, new Uint8Array(30));
    expect(blob).toMatchObject({ bytesRead: 2, reads: 1 });
  });

  it('counts the whole content once, when its bytes are requested', () => {
    const source = countingSource(memorySource(pattern(100)));
    expect(source.bytesRead).toBe(0);
    expect(source.bytes).toEqual(pattern(100));
    expect(source.bytes).toHaveLength(100);
    expect(source).toMatchObject({ bytesRead: 100, reads: 0 });
  });

  it('can hide the content', () => {
    const source = countingSource(memorySource(pattern(100)), { hideBytes: true });
    expect(source.bytes).toBeUndefined();
    expect(source.bytesRead).toBe(0);
    expect(countingSource(streamSource([])).bytes).toBeUndefined();
  });

  it('counts the bytes that a stream must deliver, even if they are skipped', async () => {
    const source = countingSource(streamSource([pattern(100), pattern(50)]));
    await source.read(40, new Uint8Array(10));
    expect(source.bytesRead).toBe(50);
    await source.read(120, new Uint8Array(10));
    expect(source.bytesRead).toBe(130);
    await source.read(1000, new Uint8Array(1));
    expect(source).toMatchObject({ bytesRead: 150, size: 150 });
    await source.close();
  });
});

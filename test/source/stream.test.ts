import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProtomdlError } from '../../src/base/diagnostics/error.js';
import { memorySource } from '../../src/base/source/memory.js';
import { nodeStreamSource } from '../../src/base/source/node-stream.js';
import { type ByteStream, streamSource } from '../../src/base/source/stream.js';
import { chunked, failure, pattern } from './bytes.js';

async function* later(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    await Promise.resolve();
    yield chunk;
  }
}

describe('streamSource', () => {
  it('reads forwards as memory does, however it is cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 400 }),
        fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 8 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 120 })), {
          maxLength: 12,
        }),
        fc.boolean(),
        async (size, lengths, steps, async) => {
          const bytes = pattern(size);
          const chunks = chunked(bytes, [...lengths, 1]);
          const memory = memorySource(bytes);
          const stream = streamSource(async ? later(chunks) : chunks);
          let offset = 0;
          for (const [skip, length] of steps) {
            offset += skip;
            const expected = new Uint8Array(length);
            const actual = new Uint8Array(length);
            const count = memory.read(offset, expected) as number;
            expect(await stream.read(offset, actual)).toBe(count);
            expect(actual).toEqual(expected);
            // Once a read was short, the size is known and correct.
            if (count < length) expect(stream.size).toBe(size);
            else expect([undefined, size]).toContain(stream.size);
            offset += count;
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('reads to the end and knows its size after a read past the end', async () => {
    const source = streamSource(chunked(pattern(1000), [0, 1, 0, 64]));
    expect(source).toMatchObject({ size: undefined, randomAccess: false });
    expect(await source.read(Number.MAX_SAFE_INTEGER, new Uint8Array(1))).toBe(0);
    expect(source.size).toBe(1000);
    expect(source.read(1000, new Uint8Array(1))).toBe(0);
  });

  it('is empty without chunks, and with empty chunks', async () => {
    for (const chunks of [[], [new Uint8Array(0), new Uint8Array(0)]]) {
      const source = streamSource(chunks);
      expect(await source.read(0, new Uint8Array(9))).toBe(0);
      expect(source.size).toBe(0);
    }
  });

  it('returns bytes of the current chunk synchronously', async () => {
    const source = streamSource([pattern(100)]);
    await source.read(0, new Uint8Array(1));
    expect(source.read(50, new Uint8Array(50))).toBe(50);
  });

  it('cannot read backwards', async () => {
    const source = streamSource([pattern(100)]);
    await source.read(0, new Uint8Array(10));
    expect(await failure(() => source.read(9, new Uint8Array(1)))).toMatchObject({
      code: 'source-not-seekable',
      offset: 9,
    });
    expect(await source.read(10, new Uint8Array(1))).toBe(1);
  });

  it('requests a chunk only when the previous one is used up', async () => {
    let asked = 0;
    const source = streamSource(
      (async function* () {
        for (;;) {
          asked++;
          yield pattern(10);
        }
      })(),
    );
    await source.read(0, new Uint8Array(10));
    expect(asked).toBe(1);
    await source.read(10, new Uint8Array(1));
    expect(asked).toBe(2);
    await source.read(35, new Uint8Array(1));
    expect(asked).toBe(4);
    await source.close();
  });

  it('accepts a chunk of 100 MB and does not copy it', async () => {
    const huge = new Uint8Array(100_000_000);
    huge[99_999_999] = 7;
    const source = streamSource([huge, pattern(10)]);
    const target = new Uint8Array(4);
    await source.read(0, target);
    const before = process.memoryUsage().arrayBuffers;
    expect(await source.read(99_999_999, target)).toBe(4);
    expect(target).toEqual(Uint8Array.of(7, ...pattern(3)));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  });

  it('holds one chunk at a time, however many bytes are skipped', async () => {
    const chunk = new Uint8Array(1 << 20);
    let count = 0;
    const source = streamSource(
      (function* () {
        for (; count < 3000; count++) yield chunk;
      })(),
    );
    expect(await source.read(2999 * 2 ** 20 + 5, new Uint8Array(9))).toBe(9);
    expect(count).toBe(2999);
    expect(await source.read(4e9, new Uint8Array(9))).toBe(0);
    expect(source.size).toBe(3000 * 2 ** 20);
  });

  it('fails if the stream fails, and then at every read', async () => {
    const source = streamSource(
      (async function* () {
        yield pattern(10);
        throw new Error('line dropped');
      })(),
    );
    expect(await source.read(0, new Uint8Array(10))).toBe(10);
    const first = await failure(() => source.read(10, new Uint8Array(1)));
    expect(first).toMatchObject({ code: 'source-unreadable', offset: 10 });
    expect(first).toHaveProperty('message', 'the stream failed after 10 bytes: line dropped');
    expect(first).toHaveProperty('cause.message', 'line dropped');
    expect(await failure(() => source.read(10, new Uint8Array(1)))).toBe(first);
    expect(source.size).toBeUndefined();
  });

  it('passes on our own errors unchanged', async () => {
    const ours = new ProtomdlError('source-changed', 'x');
    const source = streamSource({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(ours) }),
    });
    expect(await failure(() => source.read(0, new Uint8Array(1)))).toBe(ours);
  });

  it('refuses chunks that are not bytes', async () => {
    for (const chunk of ['text', null, 5, {}]) {
      const source = streamSource([chunk] as unknown as ByteStream);
      expect(await failure(() => source.read(0, new Uint8Array(1)))).toMatchObject({
        code: 'source-unreadable',
      });
    }
  });

  it('refuses a second read during another', async () => {
    const source = streamSource(later([pattern(10)]));
    const first = source.read(0, new Uint8Array(4));
    expect(await failure(() => source.read(4, new Uint8Array(4)))).toMatchObject({ code: 'source-busy' });
    expect(await first).toBe(4);
    expect(await source.read(4, new Uint8Array(4))).toBe(4);
  });

  it('reads a WHATWG stream, and cancels it', async () => {
    let cancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(pattern(16)),
      cancel: () => {
        cancelled = true;
      },
    });
    // The stream has no iterator, as in some browsers.
    const source = streamSource({ getReader: () => stream.getReader() } as ByteStream);
    const target = new Uint8Array(8);
    expect(await source.read(12, target)).toBe(8);
    expect(target).toEqual(Uint8Array.of(...pattern(16).subarray(12), ...pattern(4)));
    await source.close();
    expect(cancelled).toBe(true);
  });

  it('ends its stream when closed, once, and can no longer be read', async () => {
    let ended = 0;
    const source = streamSource(
      (async function* () {
        try {
          for (;;) yield pattern(10);
        } finally {
          ended++;
        }
      })(),
    );
    await source.read(0, new Uint8Array(1));
    await source.close();
    await source.close();
    expect(ended).toBe(1);
    expect(await failure(() => source.read(1, new Uint8Array(1)))).toMatchObject({ code: 'source-closed' });
  });

  it('can be closed while it waits for a chunk that never comes', async () => {
    const source = streamSource(
      (async function* () {
        yield pattern(1);
        await new Promise(() => {});
      })(),
    );
    await source.read(0, new Uint8Array(1));
    void Promise.resolve(source.read(1, new Uint8Array(1))).catch(() => {});
    await source.close();
  });
});

describe('nodeStreamSource', () => {
  it('reads a Node stream', async () => {
    const source = nodeStreamSource(Readable.from(chunked(pattern(300), [7, 0, 100])), 'x');
    const target = new Uint8Array(200);
    expect(await source.read(50, target)).toBe(200);
    expect(target).toEqual(pattern(300).subarray(50, 250));
    expect(await source.read(300, target)).toBe(0);
    expect(source.size).toBe(300);
  });

  it('reports an error that occurred before the first read', async () => {
    const readable = new Readable({ read() {} });
    const source = nodeStreamSource(readable, 'pipe 3');
    readable.destroy(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const error = await failure(() => source.read(0, new Uint8Array(1)));
    expect(error).toMatchObject({
      code: 'source-unreadable',
      message: 'pipe 3: cannot be read: EIO: i/o error',
    });
  });

  it('distinguishes a stream that broke off from a stream that ended', async () => {
    const readable = new Readable({ read() {} });
    const source = nodeStreamSource(readable, 'x');
    readable.push(pattern(10));
    const pending = source.read(0, new Uint8Array(20));
    setTimeout(() => readable.destroy(), 20);
    expect(await failure(() => pending)).toMatchObject({ code: 'source-unreadable', offset: 10 });
  });

  it('destroys its stream when closed, even during a read', async () => {
    const readable = new Readable({ read() {} });
    const source = nodeStreamSource(readable, 'x');
    const pending = failure(() => source.read(0, new Uint8Array(20)));
    await source.close();
    expect(readable.destroyed).toBe(true);
    expect(await pending).toBeInstanceOf(ProtomdlError);
  });
});

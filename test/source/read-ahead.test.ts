/** Reading ahead from a reader that returns promises, such as the program that shows the page. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProtomdlError } from '../../src/base/diagnostics/error.js';
import { readingAhead } from '../../src/base/source/read-ahead.js';

const BYTES = Uint8Array.from({ length: 5000 }, (_, at) => (at * 31 + (at >> 8)) & 255);
const PACE = { least: 64, most: 512, reach: 128 };

describe('reading ahead by promises', () => {
  it('returns the bytes at every offset, even if an answer is shorter than requested', async () => {
    const reads = fc.array(fc.tuple(fc.nat(5100), fc.nat(900)), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(reads, fc.integer({ min: 1, max: 400 }), async (wanted, most) => {
        const source = readingAhead(BYTES.length, PACE, async (offset, length) =>
          BYTES.slice(offset, offset + Math.min(length, most)),
        );
        for (const [offset, length] of wanted) {
          const target = new Uint8Array(length);
          const count = await source.read(offset, target);
          expect(count).toBe(Math.max(0, Math.min(length, BYTES.length - offset)));
          expect(target.subarray(0, count)).toEqual(BYTES.slice(offset, offset + count));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('returns bytes that it has at once, and makes few requests', async () => {
    let requests = 0;
    const source = readingAhead(BYTES.length, PACE, async (offset, length) => {
      requests++;
      return BYTES.slice(offset, offset + length);
    });
    const target = new Uint8Array(8);
    await source.read(0, target);
    expect(source.read(8, target)).toBe(8);
    for (let at = 0; at < BYTES.length; at += 8) await source.read(at, target);
    expect(requests).toBeLessThan(15);
  });

  it('passes on the error of a request, and succeeds with the next', async () => {
    let fails = true;
    const source = readingAhead(BYTES.length, PACE, async (offset, length) => {
      if (fails) throw new ProtomdlError('source-changed', 'changed', offset);
      return BYTES.slice(offset, offset + length);
    });
    await expect(source.read(10, new Uint8Array(4))).rejects.toMatchObject({ code: 'source-changed' });
    fails = false;
    expect(await source.read(10, new Uint8Array(4))).toBe(4);
  });
});

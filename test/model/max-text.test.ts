import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countingSource } from '../../src/base/source/counting.js';
import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import { openModel } from '../../src/read/model/open.js';
import { concat, tag, varint } from '../arbitrary/wire-writer.js';
import { share, timeout } from './runs.js';
import { chunksOf } from './stores.js';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A message whose header has this tool-chain version. */
function messageWith(text: string): Uint8Array {
  const bytes = encode(text);
  const header = concat(tag(3, 2), varint(bytes.length), bytes);
  return concat(tag(1, 2), varint(header.length), header);
}

/** Returns the complete characters in the first `most` bytes of a text, character by character. */
function cut(text: string, most: number): string {
  if (encode(text).length <= most) return text;
  let kept = '';
  for (const character of text) {
    if (encode(kept + character).length > most) break;
    kept += character;
  }
  return `${kept}…`;
}

describe('a bound on strings', () => {
  it('cuts after the last complete character', { timeout: timeout(0.1) }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.integer({ min: 1, max: 80 }),
        async (text, maxText) => {
          const bytes = messageWith(text);
          for (const source of [
            bytes.slice(),
            countingSource(memorySource(bytes), { hideBytes: true }),
            streamSource(chunksOf(bytes, 7)),
          ]) {
            const { root } = await openModel(source, { framing: 'bare', maxText });
            expect(root.header?.sdkVersion ?? '').toBe(cut(text, maxText));
          }
        },
      ),
      share(0.1),
    );
  });

  it('leaves the rest unread', async () => {
    const bytes = messageWith('a'.repeat(50_000_000));
    const source = countingSource(memorySource(bytes), { hideBytes: true });
    const { root } = await openModel(source, { framing: 'bare', maxText: 4096 });
    expect(root.header?.sdkVersion).toBe(`${'a'.repeat(4096)}…`);
    expect(source.bytesRead).toBeLessThan(1_000_000);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { WritingSink } from '../../src/tools/rewrite/byte-sink.js';
import { ROOT } from '../../src/tools/rewrite/canonical-encoder.js';
import { CanonicalStream } from '../../src/tools/rewrite/canonical-stream.js';
import { canonicalize } from '../../src/tools/rewrite/canonicalize.js';
import { EVERYTHING } from '../../src/tools/rewrite/field-filter.js';
import type { Known } from '../../src/tools/rewrite/record-list.js';
import { SpanReader } from '../../src/tools/rewrite/span-reader.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { concat } from '../arbitrary/wire-writer.js';
import { distant, reencoded, written } from './rewritten.js';

const bare = { framing: 'bare' } as const;
const canonical = async (bytes: Uint8Array) => written(await canonicalize(memorySource(bytes), bare));

const known = arbitraryMessage(ProtoMDLMdlSchema, { depth: 6, records: 24, unknown: false });
const any = arbitraryMessage(ProtoMDLMdlSchema, { depth: 6, records: 24 });

/** Compares bytes: a NaN keeps its bits here, but loses them in JavaScript, so the codec is not used. */
function same(ours: Uint8Array, theirs: Uint8Array): boolean {
  return Buffer.compare(ours, theirs) === 0;
}

describe('canonicalize', () => {
  it('writes what the generated codec writes of what it has read', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(known, async ({ bytes }) => {
        const ours = await canonical(bytes);
        compared++;
        return same(ours, reencoded(bytes));
      }),
      { numRuns: 120 },
    );
    expect(compared).toBeGreaterThan(100);
  });

  it('writes unknown varints in the fewest bytes, and drops bits past 64', async () => {
    const tag = [0x98, 0x06];
    const most = Array<number>(9).fill(0xff);
    const form = async (...value: number[]) => [...(await canonical(Uint8Array.of(...tag, ...value)))];
    expect(await form(...most, 0x7f)).toEqual([...tag, ...most, 0x01]);
    expect(await form(...most, 0x01)).toEqual([...tag, ...most, 0x01]);
    expect(await form(...Array<number>(9).fill(0x80), 0x7e)).toEqual([...tag, 0x00]);
    expect(await form(0x81, 0x80, 0x00)).toEqual([...tag, 0x01]);
    expect(await form(...Array<number>(8).fill(0x81), 0x01)).toEqual([
      ...tag,
      ...Array<number>(8).fill(0x81),
      0x01,
    ]);
    // Inside a group as well.
    const grouped = await canonical(Uint8Array.of(0x9b, 0x06, 0x08, ...most, 0x7f, 0x9c, 0x06));
    expect([...grouped]).toEqual([0x9b, 0x06, 0x08, ...most, 0x01, 0x9c, 0x06]);
  });

  it('is idempotent', async () => {
    await fc.assert(
      fc.asyncProperty(any, async ({ bytes }) => {
        const once = await canonical(bytes);
        return same(await canonical(once), once);
      }),
      { numRuns: 120 },
    );
  });

  it('comes to the same in pieces, however small they are', async () => {
    await fc.assert(
      fc.asyncProperty(any, fc.constantFrom(16, 24, 64, 256), async ({ bytes }, inMemory) => {
        const source = distant(bytes);
        const stream = new CanonicalStream(new SpanReader(source), EVERYTHING, inMemory);
        const pieces: Uint8Array[] = [];
        const sink = new WritingSink(new SpanReader(source), (piece) => void pieces.push(piece.slice()));
        await stream.write([{ offset: 0, length: bytes.length }], ROOT as NonNullable<Known>, sink);
        await sink.flush();
        const whole = await canonical(bytes);
        return same(concat(...pieces), whole) && sink.size === whole.length;
      }),
      { numRuns: 120 },
    );
  });
});

it('writes a tag of an unknown field without bits that parsers cut', async () => {
  const [one, other] = ['92808080 7c00', '92808080 0c00'].map((hex) =>
    Buffer.from(hex.replace(' ', ''), 'hex'),
  );
  expect(Buffer.from(await canonical(one as Buffer)).toString('hex')).toBe('928080800c00');
  expect(Buffer.from(await canonical(other as Buffer)).toString('hex')).toBe('928080800c00');
});

it('reads a message in 60,000 pieces window by window, not piece by piece', async () => {
  // Alternates the header, with an unknown field, and a group: the header's pieces form one message that
  // exceeds the limit for merging in memory.
  const piece = Uint8Array.of(0x0a, 0x0a, 0x7a, 0x08, ...Buffer.from('whatever'), 0x12, 0x00);
  const bytes = concat(...Array<Uint8Array>(30_000).fill(piece));
  const source = distant(bytes);
  let reads = 0;
  const counted = {
    ...source,
    read: (offset: number, target: Uint8Array) => {
      reads++;
      return source.read(offset, target);
    },
  };
  const pieces: Uint8Array[] = [];
  const sink = new WritingSink(new SpanReader(source), (part) => void pieces.push(part.slice()));
  const stream = new CanonicalStream(new SpanReader(counted), EVERYTHING);
  await stream.write([{ offset: 0, length: bytes.length }], ROOT as NonNullable<Known>, sink);
  await sink.flush();
  expect(same(concat(...pieces), reencoded(bytes))).toBe(true);
  expect(reads).toBeLessThan(200);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { CanonicalEncoder } from '../../src/tools/rewrite/canonical-encoder.js';
import { canonicalize } from '../../src/tools/rewrite/canonicalize.js';
import { encodedMessage } from '../../src/tools/rewrite/encoded-message.js';
import { EVERYTHING } from '../../src/tools/rewrite/field-filter.js';
import { openModelFile } from '../../src/tools/rewrite/model-file.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { concat, fixed64Record, lenRecord, varintRecord } from '../arbitrary/wire-writer.js';
import { distant, reencoded, written } from './rewritten.js';

const bare = { framing: 'bare' } as const;
const canonical = async (bytes: Uint8Array) => written(await canonicalize(memorySource(bytes), bare));

const known = arbitraryMessage(ProtoMDLMdlSchema, { depth: 6, records: 24, unknown: false });
const any = arbitraryMessage(ProtoMDLMdlSchema, { depth: 6, records: 24 });

/** Compares bytes. The codec cannot be used for this: its numbers lose the bits of a NaN, which must stay. */
function same(ours: Uint8Array, theirs: Uint8Array): boolean {
  return Buffer.compare(ours, theirs) === 0;
}

describe('canonicalize', () => {
  it('writes the bytes that the generated codec writes', async () => {
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

  it('writes unknown varints in their shortest form, and drops bits past 64', async () => {
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
    // The same unknown varint is inside a group.
    const grouped = await canonical(Uint8Array.of(0x9b, 0x06, 0x08, ...most, 0x7f, 0x9c, 0x06));
    expect([...grouped]).toEqual([0x9b, 0x06, 0x08, ...most, 0x01, 0x9c, 0x06]);
  });

  it('leaves out numbers of a fixed size that are zero, except -0, and keeps the last of several', async () => {
    // `bottleneck_fps` in the metadata of a group.
    const message = (...values: bigint[]) =>
      lenRecord(2, lenRecord(1, concat(...values.map((value) => fixed64Record(4, value)))));
    const minusZero = 1n << 63n;
    for (const [values, kept] of [
      [[0n], []],
      [[minusZero], [minusZero]],
      [[1n], [1n]],
      [[1n, 2n], [2n]],
      [[1n, 0n], []],
    ] as const) {
      expect(await canonical(message(...values))).toEqual(message(...kept));
    }
  });

  it('of a hundred kilobytes of small records, in an order that is not theirs, keeps each', async () => {
    const extension = (number: number) => lenRecord(5, varintRecord(1, number + 1));
    const version = lenRecord(1, lenRecord(3, '1'));
    const all = Array.from({ length: 20_000 }, (_, number) => extension(number));
    expect(same(await canonical(concat(...all, version)), concat(version, ...all))).toBe(true);
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

  it('writes the same from a file whose blobs are not in memory', async () => {
    let copied = 0;
    await fc.assert(
      fc.asyncProperty(known, fc.uint8Array({ minLength: 33, maxLength: 90 }), async ({ bytes }, blob) => {
        // The mapping is added before the message's other fields, and after them, where it replaces the
        // message's own mapping.
        for (const parts of [
          [lenRecord(3, blob), bytes],
          [bytes, lenRecord(3, blob)],
        ]) {
          const whole = concat(...parts);
          const ours = await fromOutline(whole);
          copied += ours.spans;
          if (!same(ours.bytes, reencoded(whole))) return false;
        }
        return true;
      }),
      { numRuns: 120 },
    );
    expect(copied).toBeGreaterThan(100);
  });
});

/** Canonicalizes with no payload of more than 32 bytes in memory. */
async function fromOutline(bytes: Uint8Array): Promise<{ bytes: Uint8Array; spans: number }> {
  const file = await openModelFile(distant(bytes), 'bare');
  const pieces: Uint8Array[] = [];
  const encoder = new CanonicalEncoder(EVERYTHING);
  let spans = 0;
  const counting = {
    encode(...message: Parameters<CanonicalEncoder['encode']>) {
      const encoded = encoder.encode(...message);
      spans = encoded === undefined ? 0 : [...encoded.pieces()].filter((one) => 'offset' in one).length;
      return encoded;
    },
  };
  const content = encodedMessage(file, counting, { held: 0, payload: 32 });
  await content((piece) => void pieces.push(piece.slice()));
  return { bytes: concat(...pieces), spans };
}

it('removes those bits of an unknown field’s tag that parsers ignore', async () => {
  const [one, other] = ['92808080 7c00', '92808080 0c00'].map((hex) =>
    Buffer.from(hex.replace(' ', ''), 'hex'),
  );
  expect(Buffer.from(await canonical(one as Buffer)).toString('hex')).toBe('928080800c00');
  expect(Buffer.from(await canonical(other as Buffer)).toString('hex')).toBe('928080800c00');
});

it('merges the records of a message that comes in 60,000 records', async () => {
  const piece = Uint8Array.of(0x0a, 0x0a, 0x7a, 0x08, ...Buffer.from('whatever'), 0x12, 0x00);
  const bytes = concat(...Array<Uint8Array>(30_000).fill(piece));
  expect(same((await fromOutline(bytes)).bytes, reencoded(bytes))).toBe(true);
});

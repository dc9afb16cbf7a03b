import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smithFile } from '../../src/attack/smith/smith.js';
import { TYPE_STRING } from '../../src/base/schema/table.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { encodeTree } from '../../src/read/tree/encode.js';
import type { MessageNode } from '../../src/read/tree/message.js';
import { parseTree } from '../../src/read/tree/parse.js';
import { walkTree } from '../../src/read/tree/walk.js';
import { WritingSink } from '../../src/tools/rewrite/byte-sink.js';
import { ROOT } from '../../src/tools/rewrite/canonical-encoder.js';
import { filterOf } from '../../src/tools/rewrite/field-filter.js';
import { FilteringStream } from '../../src/tools/rewrite/filtering-stream.js';
import type { Known } from '../../src/tools/rewrite/record-list.js';
import { SpanReader } from '../../src/tools/rewrite/span-reader.js';
import { type StripPart, strip } from '../../src/tools/rewrite/strip.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { concat } from '../arbitrary/wire-writer.js';
import { distant, written } from './rewritten.js';

const any = arbitraryMessage(ProtoMDLMdlSchema, { depth: 6, records: 24 });

/** The same with the tree: records removed one by one. */
function naive(bytes: Uint8Array, parts: readonly StripPart[]): Uint8Array {
  const tree = parseTree(bytes);
  const visit = (message: MessageNode): void => {
    for (const record of [...message.records]) {
      const { field } = record;
      // With another wire type than the field's, a record is unknown to every reader.
      const isUnknown = field === undefined || !record.isKnown;
      const inHeader = message.table?.typeName === 'ProtoMDLHeader';
      const drop = isUnknown
        ? parts.includes('unknown')
        : (parts.includes('names') && field.type === TYPE_STRING && !inHeader) ||
          (parts.includes('timestamp') && inHeader && field.name === 'timestamp') ||
          (parts.includes('versions') && inHeader && field.name.startsWith('sdk_version')) ||
          (parts.includes('mapping') && field.name === 'mapping');
      if (drop) message.remove(record);
      else if (record.holdsMessage && record.message !== undefined) visit(record.message);
    }
  };
  visit(tree);
  return encodeTree(tree);
}

const PARTS: readonly StripPart[] = ['names', 'timestamp', 'versions', 'mapping', 'unknown'];

describe('strip', () => {
  it('removes the requested parts, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(any, fc.subarray([...PARTS], { minLength: 1 }), async ({ bytes }, parts) => {
        const ours = await written(await strip(memorySource(bytes), { parts, framing: 'bare' }));
        return Buffer.compare(ours, naive(bytes, parts)) === 0;
      }),
      { numRuns: 100 },
    );
  });

  it('comes to the same in pieces, however small they are', async () => {
    const filter = filterOf(({ field }) => field.type === TYPE_STRING, true);
    await fc.assert(
      fc.asyncProperty(any, fc.constantFrom(1, 16, 64, 300), async ({ bytes }, inMemory) => {
        const rewritten = async (limit: number): Promise<Uint8Array> => {
          const pieces: Uint8Array[] = [];
          const source = distant(bytes);
          const sink = new WritingSink(new SpanReader(source), (piece) => void pieces.push(piece.slice()));
          const stream = new FilteringStream(new SpanReader(source), filter, limit);
          await stream.write({ offset: 0, length: bytes.length }, ROOT as NonNullable<Known>, sink);
          await sink.flush();
          return concat(...pieces);
        };
        return Buffer.compare(await rewritten(inMemory), await rewritten(1 << 20)) === 0;
      }),
      { numRuns: 80 },
    );
  });

  it('leaves a model that loads without timestamp and mapping, and none without names', async () => {
    const bytes = await smithFile({ seed: 6, preset: 'small', framing: 3 });
    const less = await written(await strip(distant(bytes), { parts: ['timestamp', 'mapping'] }));
    expect(less.length).toBeLessThanOrEqual(bytes.length);
    const report = await validate(memorySource(less));
    expect([report.verdict, report.container.checksum]).toEqual(['valid', 'verified']);
    const nameless = await written(await strip(distant(bytes), { parts: ['names'] }));
    const message = parseTree(nameless.subarray(56));
    expect(
      [...walkTree(message)].filter(
        ({ field }) => field?.type === TYPE_STRING && field.name !== 'sdk_version',
      ),
    ).toEqual([]);
    await expect(strip(memorySource(bytes), { parts: [] })).rejects.toMatchObject({ code: 'strip-option' });
  });
});

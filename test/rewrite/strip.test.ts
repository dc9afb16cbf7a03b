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
import { type EncodingLimits, encodedMessage } from '../../src/tools/rewrite/encoded-message.js';
import { filterOf } from '../../src/tools/rewrite/field-filter.js';
import { FilteringEncoder } from '../../src/tools/rewrite/filtering-encoder.js';
import { openModelFile } from '../../src/tools/rewrite/model-file.js';
import { type StripPart, strip } from '../../src/tools/rewrite/strip.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { concat, lenRecord } from '../arbitrary/wire-writer.js';
import { distant, written } from './rewritten.js';

const any = arbitraryMessage(ProtoMDLMdlSchema, { depth: 6, records: 24 });

/** Removes the same records one by one from the tree. */
function naive(bytes: Uint8Array, parts: readonly StripPart[]): Uint8Array {
  const tree = parseTree(bytes);
  const visit = (message: MessageNode): void => {
    for (const record of [...message.records]) {
      const { field } = record;
      // A record with another wire type than the field's is an unknown field to every reader.
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

  it('has the same result for a file whose blobs are not in memory', async () => {
    const filter = filterOf(({ field }) => field.type === TYPE_STRING || field.name === 'mapping', true);
    await fc.assert(
      fc.asyncProperty(any, fc.uint8Array({ minLength: 33, maxLength: 90 }), async ({ bytes }, blob) => {
        const data = lenRecord(2, lenRecord(2, lenRecord(2, lenRecord(1, lenRecord(1, blob)))));
        const whole = concat(lenRecord(3, blob), data, bytes);
        const rewritten = async (limits: EncodingLimits): Promise<Uint8Array> => {
          const pieces: Uint8Array[] = [];
          const file = await openModelFile(distant(whole), 'bare');
          const content = encodedMessage(file, new FilteringEncoder(filter), limits);
          await content((piece) => void pieces.push(piece.slice()));
          return concat(...pieces);
        };
        const expected = await rewritten({ held: 1 << 20, payload: 1024 });
        return Buffer.compare(await rewritten({ held: 0, payload: 32 }), expected) === 0;
      }),
      { numRuns: 80 },
    );
  });

  it('leaves a model that loads without its timestamp and mapping, and does not load without its names', async () => {
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

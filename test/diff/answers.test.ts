/** Details of a comparison that change neither its verdict nor its counts. */
import { describe, expect, it } from 'vitest';
import { encode } from '../../scripts/corpus/encode.js';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { diff } from '../../src/tools/diff/diff.js';
import { diffBytes, messageOf, VALID } from './models.js';

const model = (fields: object): Uint8Array => encode(ProtoMDLMdlSchema, fields as never).bytes;
const named = (...names: string[]) =>
  model({ extensions: names.map((name, type_index) => ({ name, type_index })) });
const noted = (length: number, last: number) => {
  const mapping = new Uint8Array(length);
  mapping[length - 1] = last;
  return model({ mapping });
};

describe('a comparison', () => {
  // Lengths below and above the size of the parts in which blobs are read.
  it.each([100, 3e5])(
    'has the hashes of both blobs of %i bytes, and the place of the first difference',
    async (length) => {
      const of = async (before: number, after: number) => {
        const [change, ...others] = (await diffBytes(noted(length, before), noted(length, after))).changes;
        expect(others).toEqual([]);
        expect(change?.firstDifference).toBe(length - 1);
        return [change?.before?.shown.hash, change?.after?.shown.hash];
      };
      const [one, two] = await of(1, 2);
      expect(one).toMatch(/^[\da-f]{16}$/);
      expect(two).not.toBe(one);
      expect(await of(2, 1)).toEqual([two, one]);
    },
  );

  it('lists as many changes as the limit allows, and counts all changes', async () => {
    const files = [named('a', 'b', 'c', 'd'), named('p', 'q', 'r', 's')] as const;
    const { counts } = await diffBytes(...files);
    for (const limit of [1, 2, 3]) {
      const found = await diffBytes(...files, { limit });
      expect([found.changes.length, found.isCut]).toEqual([limit, true]);
    }
    expect(counts.changed).toBe(4);
  });

  it('does not report a default value that only one file stores', async () => {
    // header { hw_arch: 0 }, and header {}: a default value that is stored, and one that is not.
    const [stored, left] = [Uint8Array.of(0x0a, 2, 0x08, 0), Uint8Array.of(0x0a, 0)];
    for (const pair of [
      [stored, left],
      [left, stored],
    ] as const) {
      const { verdict, changes } = await diffBytes(...pair);
      expect([verdict, changes]).toEqual(['same-meaning', []]);
    }
  });

  it('has the same result for sources that return promises', async () => {
    const files = ['one-context.mdl', 'two-contexts.mdl'].map((name) =>
      messageOf(VALID.get(name) as Uint8Array),
    );
    const slow = (bytes: Uint8Array): Source => {
      const source = memorySource(bytes);
      const { size = 0, randomAccess } = source;
      return { size, randomAccess, close() {}, read: async (offset, target) => source.read(offset, target) };
    };
    const [before, after] = files as [Uint8Array, Uint8Array];
    expect(await diff(slow(before), slow(after))).toEqual(await diffBytes(before, after));
  });
});

import { fromBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import type { SmithOptions } from '../../src/attack/smith/settings.js';
import { smithBytes, smithModel } from '../../src/attack/smith/smith.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { FRAMINGS } from './seeds.js';

/** Returns the size of a file without storing it, and the length of its longest piece. */
async function streamed(options: SmithOptions): Promise<{ total: number; longest: number }> {
  let total = 0;
  let longest = 0;
  await smithModel(options).write(
    ({ length }) => {
      total += length;
      longest = Math.max(longest, length);
    },
    { patch: () => {} },
  );
  return { total, longest };
}

describe('requested sizes', () => {
  it('are sizes of the model: groups, networks, contexts', () => {
    for (let seed = 0; seed < 10; seed++) {
      const bytes = smithBytes({ seed, groups: 3, networks: 4, contexts: 7, with: ['multi-network'] });
      const { networkGroups } = fromBinary(ProtoMDLMdlSchema, bytes);
      expect(networkGroups).toHaveLength(3);
      for (const group of networkGroups) {
        expect(group.contexts).toHaveLength(7);
        expect(group.networksNames).toHaveLength(4);
      }
    }
  });

  it.each([2000, 50_000])('can be about %i actions', (actions) => {
    for (const preset of ['small', 'metadata'] as const) {
      const description = smithModel({ seed: 3, preset, actions, framing: 'bare' }).describe();
      expect(Math.abs(description.actions - actions) * 100).toBeLessThanOrEqual(2 * actions);
    }
  });

  it('can be the number of contexts, together with any other options', async () => {
    const options = { seed: 5, preset: 'many-contexts', contexts: 255, framing: 'bare' } as const;
    const { counts } = await validate(memorySource(smithBytes(options)));
    expect(counts).toMatchObject({ error: 0, warning: 0 });
    expect(smithModel(options).describe().groups[0]?.coreOps[0]?.contexts).toBe(255);
  });

  it.each(FRAMINGS)('can be a file size, framing %s', (framing) => {
    for (const targetBytes of [300_000, 5_000_000]) {
      for (let seed = 0; seed < 3; seed++) {
        const { fileSize } = smithModel({ seed, framing, targetBytes });
        expect(Math.abs(fileSize - targetBytes) * 100, `seed ${seed}`).toBeLessThanOrEqual(targetBytes);
      }
    }
  });

  it.each([7, 12, 17, 108, 200])('can be the size of a file that is padded to pages, seed %i', (seed) => {
    const { fileSize } = smithModel({ seed, framing: 3, targetBytes: 300_000 });
    expect(Math.abs(fileSize - 300_000) * 100).toBeLessThanOrEqual(300_000);
  });

  it('can be reached by actions alone', () => {
    const { fileSize } = smithModel({ seed: 1, preset: 'metadata', framing: 'bare', targetBytes: 1e6 });
    expect(Math.abs(fileSize - 1e6) * 100).toBeLessThanOrEqual(1e6);
  });

  it('can be those of configuration writes', () => {
    const { blobs, blobBytes } = smithModel({ seed: 1, blob: 4000, blobs: 500, framing: 2 }).describe();
    expect(blobs).toBe(500);
    expect(Math.abs(blobBytes / 500 - 4000)).toBeLessThan(100);
  });

  it('need no memory, because output is written in pieces', async () => {
    const { total, longest } = await streamed({ seed: 2, targetBytes: 3e8, framing: 3 });
    expect(Math.abs(total - 3e8)).toBeLessThan(3e6);
    expect(longest).toBeLessThan(1 << 20);
    const blob = await streamed({ seed: 2, blob: 2 ** 26, blobs: 3, framing: 'bare' });
    expect(blob.total).toBeGreaterThan(3 * 2 ** 25);
    expect(blob.longest).toBeLessThan(1 << 20);
  });
});

describe('impossible requests', () => {
  it.each([
    [{ seed: -1 }, /seed is -1/],
    [{ seed: 0.5 }, /seed is 0.5/],
    [{ groups: 9 }, /groups is 9; it is a whole number from 1 to 8/],
    [{ contexts: 256 }, /contexts is 256/],
    [{ blob: 8 }, /blob is 8/],
    [{ ethernet: true, contexts: 2 }, /one context/],
    [{ ethernet: true, with: ['ddr'] }, /ddr and ethernet/],
    [{ with: ['mux'], without: ['mux'] }, /mux and without mux/],
    [{ with: ['old-flags'], networks: 2 }, /old-flags and several networks/],
    [{ with: ['old-flags', 'run-asap'] }, /run-asap and old-flags/],
    [{ contexts: 50, without: ['inter-context'] }, /need inter-context/],
    [{ targetBytes: 100 }, /cannot be met/],
    [{ targetBytes: 1e6, blobs: 5 }, /leave blobs out/],
    [{ framing: 2, words: false, blobs: 5 }, /there are to be none/],
    [{ framing: 'bare', targetBytes: 3e9 }, /less than 2 GiB/],
  ] as const)('%o', (options, message) => {
    const thrown = () => smithModel(options as SmithOptions);
    expect(thrown).toThrow(message);
    expect(thrown).toThrow(expect.objectContaining({ name: 'ProtomdlError', code: 'smith-option' }));
  });
});

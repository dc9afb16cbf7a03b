import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { BlockMap } from '../../src/page/engine/block-map.js';
import type { ShownBlock } from '../../src/page/engine/folded.js';
import { leadOf } from '../../src/page/views/map/block-words.js';
import { mapColours } from '../../src/page/views/map/map-colours.js';
import { partBlocks } from '../../src/show/inspect/part-blocks.js';
import { blocksOf } from '../../src/tools/stats/block.js';
import { stats } from '../../src/tools/stats/stats.js';
import { allIn } from './blocks.js';

const bytes = new Uint8Array(
  readFileSync(new URL('../../corpus/valid/framed-v1-words.hef', import.meta.url)),
);
const map = async () =>
  new BlockMap(blocksOf(await stats(memorySource(bytes), { duplicates: false }), 'file'), (path) =>
    partBlocks(memorySource(bytes), path),
  );
const leavesOf = (block: ShownBlock): ShownBlock[] =>
  allIn(block).filter(({ children, isFolded }) => children.length === 0 && !isFolded);

describe('a map', () => {
  it('links a context’s blocks without a position to all operations of the context', async () => {
    const blocks = await map();
    const leaves = leavesOf((await blocks.view('')).block).filter(
      ({ path, offset, around }) => path === null && offset === null && around.operations !== null,
    );
    expect(leaves.length).toBeGreaterThan(0);
    for (const leaf of leaves) {
      const lead = leadOf(leaf) as { readonly key: string };
      const { block } = await blocks.view(lead.key);
      expect([block.key, block.path]).toEqual([lead.key, leaf.context]);
    }
  });

  it('describes a part in the same way after it has been opened', async () => {
    const blocks = await map();
    const { block } = await blocks.view('');
    for (const outer of allIn(block).filter(({ children }) => children.length > 0)) {
      const inside = await blocks.view(outer.key);
      for (const [at, child] of outer.children.entries()) {
        expect(inside.block.children[at]).toMatchObject({ context: child.context, around: child.around });
      }
    }
  });

  it('has a colour for each context, also for its words after the message', async () => {
    const leaves = leavesOf((await (await map()).view('')).block);
    const contexts = [...new Set(leaves.flatMap(({ context }) => context ?? []))];
    expect(contexts.length).toBeGreaterThan(0);
    const { of, legend } = mapColours('context', leaves, contexts);
    for (const leaf of leaves) {
      const title = leaf.context ?? 'in no context';
      expect(legend.find((one) => one.title === title)?.colour).toBe(of(leaf));
    }
    const words = leaves.find(({ name }) => name.startsWith('channel '));
    expect(contexts).toContain(words?.context);
    const kinds = mapColours('kind', leaves, contexts).legend.map(({ title }) => title);
    expect(kinds).toContain('configuration writes');
  });
});

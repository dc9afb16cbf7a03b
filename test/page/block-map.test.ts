import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { BlockMap, type BlockView } from '../../src/page/engine/block-map.js';
import { partBlocks } from '../../src/show/inspect/part-blocks.js';
import { type Block, blocksOf } from '../../src/tools/stats/block.js';
import { stats } from '../../src/tools/stats/stats.js';
import { corpusFiles } from '../inspect/files.js';
import { allIn } from './blocks.js';

async function mapOf(bytes: Uint8Array): Promise<BlockMap> {
  const counted = await stats(memorySource(bytes), { duplicates: false });
  return new BlockMap(blocksOf(counted, 'file'), (path) => partBlocks(memorySource(bytes), path));
}

/** All views that a reader reaches by opening every block. */
async function* viewsOf(map: BlockMap, key = ''): AsyncGenerator<BlockView> {
  const view = await map.view(key);
  yield view;
  for (const { key: inner, children, isFolded } of view.block.children) {
    if (children.length > 0 || isFolded) yield* viewsOf(map, inner);
  }
}

describe('the map of a file', () => {
  it('covers all bytes, and divides each context by kind and by operation, in every file of the corpus', async () => {
    let divided = 0;
    for (const { name, bytes } of [...corpusFiles('valid', 30_000), ...corpusFiles('invalid', 4000)]) {
      const map = await mapOf(bytes).catch((error) => error);
      if (map instanceof Error) {
        expect(map, name).toMatchObject({
          code: expect.stringMatching(/^frame-(?:bad-magic|truncated-header|version-unsupported)$/),
        });
        continue;
      }
      expect((await map.view('')).block.bytes, name).toBe(bytes.length);
      for await (const { block, trail, whole, other } of viewsOf(map)) {
        expect(whole).toBe(bytes.length);
        expect(trail.length === 0).toBe(block.key === '');
        if (other === null) continue;
        expect(other.by).toBe('operations');
        const byOperation = await map.view(other.key);
        expect([byOperation.block.key, byOperation.block.path], name).toEqual([other.key, block.path]);
        // A message in two records has a block for each, and operations of both.
        if (!(name === 'split-messages.mdl' && block.path?.endsWith('preliminary_config'))) {
          expect(byOperation.block.bytes, `${name} ${block.path}`).toBe(block.bytes);
        }
        expect(byOperation.other).toEqual({ key: block.key, by: 'kinds' });
        expect(byOperation.trail).toEqual(trail);
        divided += allIn(byOperation.block).filter(({ path }) => path?.includes('.actions[')).length;
      }
    }
    expect(divided).toBeGreaterThan(1000);
  });

  it('follows a key to its last valid step', async () => {
    const [file] = corpusFiles('valid').filter(({ name }) => name === 'small-network.hef');
    const map = await mapOf(file?.bytes as Uint8Array);
    const { block } = await map.view('');
    for (const key of ['77', 'o', 'x.y', '0+', '9999999999'])
      expect((await map.view(key)).block).toEqual(block);
    expect((await map.view('1.77.3')).block.key).toBe('1');
  });

  it('remembers a few contexts, and repeats failed requests', async () => {
    const context = (index: number): Block => {
      const children: Block[] = [{ name: 'x', class: 'blob', bytes: 1, children: [] }];
      return { name: '', class: 'structure', bytes: 1, path: `a.contexts[${index}]`, children };
    };
    const children = [0, 1, 2, 3, 4].map(context);
    const asked: string[] = [];
    let isBroken = true;
    const map = new BlockMap({ name: 'file', class: 'structure', bytes: 5, children }, async (path) => {
      asked.push(path);
      if (isBroken) throw new Error('gone');
      return { name: path, class: 'structure', bytes: 1, path, children: [] };
    });
    await expect(map.view('0.o')).rejects.toThrow('gone');
    isBroken = false;
    for (const key of ['0.o', '0.o', '1.o', '2.o', '3.o', '3.o', '0.o']) {
      expect((await map.view(key)).block.name).toBe(`a.contexts[${key[0]}]`);
    }
    expect(asked.map((path) => path.at(-2))).toEqual(['0', '0', '1', '2', '3', '0']);
  });
});

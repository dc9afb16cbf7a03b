import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockAt, folded } from '../../src/page/engine/folded.js';
import type { Block } from '../../src/tools/stats/block.js';
import { allIn, blockTree, flat } from './blocks.js';

const sum = (blocks: readonly { bytes: number }[]): number =>
  blocks.reduce((all, { bytes }) => all + bytes, 0);

describe('folding blocks', () => {
  it('keeps the sums at every level, for any limit', () => {
    fc.assert(
      fc.property(
        blockTree,
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 9 }),
        (root, limit, parts) => {
          const shown = folded(root, '', limit, parts);
          expect(shown.bytes).toBe(root.bytes);
          for (const { children, bytes } of allIn(shown)) {
            if (children.length > 0) expect(sum(children)).toBe(bytes);
          }
        },
      ),
    );
  });

  it('never returns more blocks than the limit, nor more parts of one block', () => {
    fc.assert(
      fc.property(
        blockTree,
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 9 }),
        (root, limit, parts) => {
          const all = allIn(folded(root, '', limit, parts));
          expect(all.length).toBeLessThanOrEqual(limit);
          expect(Math.max(...all.map(({ children }) => children.length))).toBeLessThanOrEqual(parts);
        },
      ),
    );
  });

  it('returns for each block a key with which the block is found', () => {
    fc.assert(
      fc.property(
        blockTree,
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 2, max: 9 }),
        (root, limit, parts) => {
          for (const { key, name, bytes, isFolded, children } of allIn(folded(root, '', limit, parts))) {
            const found = blockAt(root, key);
            expect(found).toMatchObject({ name, bytes });
            expect(isFolded).toBe(children.length === 0 && (found as Block).children.length > 0);
            // When the view is zoomed to the block, the block has the same bytes.
            expect(folded(found as Block, key, limit, parts).bytes).toBe(bytes);
          }
        },
      ),
    );
  });

  it('omits nothing if everything fits', () => {
    fc.assert(
      fc.property(blockTree, (root) => {
        const count = (block: Block): number =>
          1 + block.children.reduce((all, part) => all + count(part), 0);
        expect(allIn(folded(root, '', 1e9, 1e9))).toHaveLength(count(root));
      }),
    );
  });

  it('shows the largest blocks, and the others as one block that can be opened', () => {
    const shown = folded(flat([5, 900, 30, 40, 7, 800]), '', 100, 4);
    expect(shown.children.map(({ name, bytes, key }) => [name, bytes, key])).toEqual([
      ['part 1', 900, '1'],
      ['part 5', 800, '5'],
      ['part 3', 40, '3'],
      ['3 others', 42, '3+'],
    ]);
    expect(shown.children[3]?.children.map(({ name, key }) => [name, key])).toEqual([
      ['part 2', '3+.0'],
      ['part 4', '3+.1'],
      ['part 0', '3+.2'],
    ]);
  });

  it('opens large blocks before small ones', () => {
    const root: Block = { ...flat([]), bytes: 110, children: [flat([4, 3, 3]), flat([40, 30, 30])] };
    const [small, large] = folded(root, '', 6).children.toSorted((a, b) => a.bytes - b.bytes);
    expect(large).toMatchObject({ bytes: 100, isFolded: false });
    expect(large?.children).toHaveLength(3);
    expect(small).toMatchObject({ bytes: 10, isFolded: true, children: [] });
  });

  it('accepts any key, from any address', () => {
    const root = flat([1, 2, 3]);
    for (const key of ['9', '-1', '0.0', '0+', '3+', '1.5', 'x', '.', '1e3', '__proto__', '0'.repeat(5000)]) {
      expect(blockAt(root, key)).toBeUndefined();
    }
    fc.assert(fc.property(fc.string(), (key) => void blockAt(root, key)));
  });

  it('limits the number of blocks', () => {
    const root: Block = {
      ...flat([]),
      children: Array.from({ length: 500 }, () => flat(new Array(500).fill(1))),
    };
    expect(allIn(folded(root, '')).length).toBeLessThanOrEqual(2000);
  });
});

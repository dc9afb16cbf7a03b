import fc from 'fast-check';
import type { ShownBlock } from '../../src/page/engine/folded.js';
import type { Block } from '../../src/tools/stats/block.js';

/** Trees of blocks whose parts add up to the whole. */
export const blockTree: fc.Arbitrary<Block> = fc.letrec<{ tree: Block }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc
      .nat({ max: 10_000 })
      .map((bytes): Block => ({ name: 'leaf', class: 'blob', bytes: bytes + 1, children: [] })),
    fc.array(tie('tree'), { minLength: 1, maxLength: 12 }).map((children): Block => {
      const bytes = children.reduce((sum, part) => sum + part.bytes, 0);
      return { name: 'outer', class: 'structure', bytes, count: children.length, children };
    }),
  ),
})).tree;

export function flat(sizes: readonly number[]): Block {
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const children = sizes.map((size, index): Block => {
    return { name: `part ${index}`, class: 'blob', bytes: size, children: [] };
  });
  return { name: 'whole', class: 'structure', bytes, children };
}

export function allIn(block: ShownBlock): ShownBlock[] {
  return [block, ...block.children.flatMap(allIn)];
}

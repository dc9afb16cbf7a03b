import type { CoreOpGraph } from '../../show/inspect/graph.js';
import type { Block } from '../../tools/stats/block.js';

/** Where the bytes of a file are as far as that is known at once: its contexts, and everything else. */
export function outlineOf(coreOps: readonly CoreOpGraph[], size: number): Block {
  const contexts = coreOps.flatMap(({ nodes }) =>
    nodes.map(({ path, offset, bytes }): Block => {
      return { name: path, class: 'structure', bytes, path, offset, children: [] };
    }),
  );
  const left = size - contexts.reduce((sum, { bytes }) => sum + bytes, 0);
  // Records that a broken file claims twice may come to more than there is.
  const rest: Block = { name: 'everything else', class: 'frame', bytes: Math.max(0, left), children: [] };
  const children = [...contexts, rest].filter(({ bytes }) => bytes > 0);
  return {
    name: 'file',
    class: 'structure',
    bytes: children.reduce((sum, { bytes }) => sum + bytes, 0),
    children,
  };
}

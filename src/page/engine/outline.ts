import type { Block } from '../../tools/stats/block.js';
import type { ContextChoice } from './pictures.js';

/** Layout of the file's bytes from quickly available data: the contexts, and everything else. */
export function outlineOf(choices: readonly ContextChoice[], size: number): Block {
  const contexts = choices.map(({ path, offset, bytes }): Block => {
    return { name: path, class: 'structure', bytes, path, offset, children: [] };
  });
  const left = size - contexts.reduce((sum, { bytes }) => sum + bytes, 0);
  // Overlapping records in a broken file can add up to more than the file's size.
  const rest: Block = { name: 'everything else', class: 'frame', bytes: Math.max(0, left), children: [] };
  const children = [...contexts, rest].filter(({ bytes }) => bytes > 0);
  return {
    name: 'file',
    class: 'structure',
    bytes: children.reduce((sum, { bytes }) => sum + bytes, 0),
    children,
  };
}

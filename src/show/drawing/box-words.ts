import type { Network, NetworkLayer, TensorShape } from '../network/network.js';
import type { FoldedBox } from './fold.js';
import type { BoxSize } from './layout.js';

/** The two lines of a box. */
export interface BoxWords {
  readonly title: string;
  readonly below: string;
}

/** Average width of a letter in pixels. */
export const LETTER = 6.9;
const BESIDE = 20;
const NARROWEST = 84;
const WIDEST = 230;
const HEIGHT = 40;

/** Returns the words of a box: the distinguishing part first, which is the end of a name. */
export function boxWords({ layers, contexts }: Network, box: FoldedBox): BoxWords {
  if (box.isGroup) return { title: groupTitle(contexts, box.key), below: `${box.layers.length} layers` };
  const layer = layers[box.layers[0] as number] as NetworkLayer;
  return { title: shortName(layer.name), below: layerBelow(layer) };
}

/** Title of a group from its key: `context_0`, `cluster 3`. */
function groupTitle(contexts: Network['contexts'], key: string): string {
  const [by = '', which = ''] = key.split(' ');
  if (which === 'none') return `in no ${by}`;
  return by === 'context' ? (contexts[Number(which)]?.name ?? key) : key;
}

/** Removes the network's name from the beginning, because all layers share it. */
export function shortName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1) || name;
}

/** `3×3, 40×40×64`. */
function layerBelow({ kind, kernel, outputs }: NetworkLayer): string {
  const [shape] = outputs;
  const window = kernel === null ? kind : `${kind} ${kernel.rows}×${kernel.columns}`;
  return shape === undefined ? window : `${window} → ${shapeWords(shape)}`;
}

/** Rows, columns, features. */
export function shapeWords({ rows, columns, features }: TensorShape): string {
  return `${rows}×${columns}×${features}`;
}

export function boxSize({ title, below }: BoxWords): BoxSize {
  const letters = Math.max(title.length, below.length);
  return {
    width: Math.round(Math.max(NARROWEST, Math.min(WIDEST, letters * LETTER + BESIDE))),
    height: HEIGHT,
  };
}

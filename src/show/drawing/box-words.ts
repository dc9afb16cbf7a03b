import { namesOfContexts, shortLayerNames } from '../network/names.js';
import type { Network, NetworkLayer, TensorShape } from '../network/network.js';
import type { FoldedBox } from './fold.js';
import type { BoxSize } from './layout.js';

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

/** Returns the words of a box. The first line has the end of the layer's name, in which layers differ. */
export function boxWords(network: Network, box: FoldedBox): BoxWords {
  if (box.isGroup) return { title: groupTitle(network, box.key), below: `${box.layers.length} layers` };
  const at = box.layers[0] as number;
  const title = shortLayerNames(network)[at] as string;
  return { title, below: layerBelow(network.layers[at] as NetworkLayer) };
}

/** Returns the title of a group from its key: `context_0`, `cluster 3`. */
function groupTitle(network: Network, key: string): string {
  const [by = '', which = ''] = key.split(' ');
  if (which === 'none') return `in no ${by}`;
  return by === 'context' ? (namesOfContexts(network)[Number(which)] ?? key) : key;
}

/** Formats the shapes of a layer's kernel and output: `3×3, 40×40×64`. */
function layerBelow({ kind, kernel, outputs }: NetworkLayer): string {
  const [shape] = outputs;
  const window = kernel === null ? kind : `${kind} ${kernel.rows}×${kernel.columns}`;
  return shape === undefined ? window : `${window} → ${shapeWords(shape)}`;
}

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

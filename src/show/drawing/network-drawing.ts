import type { Network } from '../network/network.js';
import { type BoxWords, boxSize, boxWords } from './box-words.js';
import { type FoldedNetwork, type FoldOptions, foldNetwork } from './fold.js';
import { type Layout, layoutOf } from './layout.js';

/** A network prepared for drawing, as plain data. */
export interface NetworkDrawing extends FoldedNetwork {
  readonly words: readonly BoxWords[];
  readonly layout: Layout;
}

export async function drawingOf(network: Network, options: FoldOptions): Promise<NetworkDrawing> {
  const folded = foldNetwork(network, options);
  const words = folded.boxes.map((box) => boxWords(network, box));
  return { ...folded, words, layout: await layoutOf(words.map(boxSize), folded.links) };
}

import type { Network } from '../network/network.js';
import type { FoldOptions } from './fold.js';

/** Largest number of layers that are all shown at first; larger networks are folded by context. */
const MAX_UNFOLDED = 600;

/** Returns the initial folding of a network. */
export function usualFold({ layers, contexts }: Network): FoldOptions {
  const isLarge = layers.filter(({ isPlumbing }) => !isPlumbing).length > MAX_UNFOLDED;
  return { by: isLarge && contexts.length > 1 ? 'context' : 'none', open: new Set(), plumbing: false };
}

import type { Network } from '../network/network.js';
import type { FoldOptions } from './fold.js';

/** Layers up to which all are shown at first; more of them are folded by context. */
const MAX_UNFOLDED = 600;

/** How a network is folded before anyone says. */
export function usualFold({ layers, contexts }: Network): FoldOptions {
  const isLarge = layers.filter(({ isPlumbing }) => !isPlumbing).length > MAX_UNFOLDED;
  return { by: isLarge && contexts.length > 1 ? 'context' : 'none', open: new Set(), plumbing: false };
}

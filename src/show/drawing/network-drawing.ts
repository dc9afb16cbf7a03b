import { sizeText } from '../inspect/value-text.js';
import { namesOfContexts } from '../network/names.js';
import type { Network, NetworkTransfer } from '../network/network.js';
import { type BoxWords, boxSize, boxWords, LETTER } from './box-words.js';
import { type FoldedBox, type FoldedNetwork, type FoldOptions, foldNetwork } from './fold.js';
import { arrangeBoxes, type BoxSize, type DrawingLayout } from './layout.js';
import { wrapped } from './wrapped-layout.js';

/** A network prepared for drawing, as plain data. */
export interface NetworkDrawing extends FoldedNetwork {
  readonly words: readonly BoxWords[];
  /** Words at each link, which describe the transfer between contexts; empty for a link within a context. */
  readonly linkWords: readonly string[];
  /** Words of each cluster in the layout: its context, and the transfers into the context. */
  readonly clusterWords: readonly BoxWords[];
  readonly layout: DrawingLayout;
}

/**
 * @param room size of the picture; a network that is too long for the picture is arranged in columns. Null
 * for one column
 */
export async function drawingOf(
  network: Network,
  options: FoldOptions,
  room: BoxSize | null = null,
): Promise<NetworkDrawing> {
  const folded = foldNetwork(network, options);
  const words = folded.boxes.map((box) => boxWords(network, box));
  const linkWords = folded.links.map(({ transfers }) => transferWords(transfers));
  const hints = {
    clusters: folded.boxes.map((box) => clusterOf(network, box)),
    wordWidths: linkWords.map((text) => text.length * LETTER),
  };
  const whole = await arrangeBoxes(words.map(boxSize), folded.links, hints);
  const layout = room === null ? whole : wrapped(whole, room, hints);
  const clusterWords = layout.clusters.map(({ cluster }, at) => {
    const words = wordsOf(network, cluster);
    const isFirst = layout.clusters.findIndex((other) => other.cluster === cluster) === at;
    return isFirst ? words : { title: `${words.title} …`, below: '' };
  });
  return { ...folded, words, linkWords, clusterWords, layout };
}

/**
 * Returns the context whose frame contains a layer's box; null for a folded group, and for a layer that
 * stands for a whole context.
 */
function clusterOf(
  { layers, contexts }: Network,
  { isGroup, layers: [first = -1] }: FoldedBox,
): number | null {
  const layer = layers[first];
  if (isGroup || layer === undefined || layer.kind === 'context' || contexts.length < 2) return null;
  return layer.context;
}

function wordsOf(network: Network, context: number): BoxWords {
  const { layers, edges } = network;
  const arriving = edges.flatMap(({ to, transfer }) =>
    transfer !== null && layers[to]?.context === context ? [transfer] : [],
  );
  return { title: namesOfContexts(network)[context] ?? `context ${context}`, below: transferWords(arriving) };
}

/** Formats transfers in a few words: `conv12, 18.0 KiB`; `4 tensors, 600.0 KiB`. */
function transferWords(transfers: readonly NetworkTransfer[]): string {
  const [only] = transfers;
  if (only === undefined) return '';
  const bytes = sizeText(transfers.reduce((sum, transfer) => sum + transfer.bytes, 0));
  return `${transfers.length === 1 ? only.name.slice(0, MAX_NAME) : `${transfers.length} tensors`}, ${bytes}`;
}

/** Maximum number of characters of a name at a link. */
const MAX_NAME = 40;

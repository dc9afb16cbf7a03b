import type { Source } from '../../base/source/source.js';
import { edgesOf } from '../inspect/graph.js';
import { linksOf, type OpenEnd, type OpenLink, tensorOf } from '../inspect/graph-link.js';
import type { Network, NetworkEdge, NetworkTransfer, TransferEnd } from './network.js';
import type { NetworkOptions } from './read-network.js';

/**
 * Adds the transfers between contexts to a network from the notes. An edge is matched with a transfer by
 * name: the edge layer that reads has the name of the layer in the notes. Without a match, an edge gets the
 * only transfer between its two contexts.
 */
export async function withTransfers(
  network: Network,
  source: Source,
  options: NetworkOptions,
): Promise<Network> {
  if (network.contexts.length < 2 || !source.randomAccess) return network;
  const { coreOps } = await edgesOf(source, '', options);
  // Variants of a core operation are the same network, so the first matching core operation is used.
  const op = coreOps.find(({ contexts }) => contexts.length === network.contexts.length);
  if (op === undefined) return network;
  const byReader = new Map<string, OpenLink>();
  const linkCounts = new Map<string, number>();
  const byContexts = new Map<string, OpenLink>();
  for (const link of linksOf(op.contexts)) {
    const { from, to } = link;
    if (from === undefined || to === undefined || from.context === to.context) continue;
    const pair = `${from.context} ${to.context}`;
    const key = `${pair} ${tensorName(to)}`;
    if (!byReader.has(key)) byReader.set(key, link);
    count(linkCounts, pair);
    byContexts.set(pair, link);
  }
  const { layers, contexts } = network;
  /** Pair of contexts of each edge; null for an edge within a context. */
  const pairs = network.edges.map((edge): string | null => {
    const [from = null, to = null] = [edge.from, edge.to].map((at) => layers[at]?.context);
    return from === null || to === null || from === to
      ? null
      : `${contexts[from]?.index} ${contexts[to]?.index}`;
  });
  const edgeCounts = new Map<string, number>();
  for (const pair of pairs) if (pair !== null) count(edgeCounts, pair);
  const edges = network.edges.map((edge, at): NetworkEdge => {
    const pair = pairs[at] ?? null;
    if (pair === null) return edge;
    const isOnly = linkCounts.get(pair) === 1 && edgeCounts.get(pair) === 1;
    const named = byReader.get(`${pair} ${lastStep(layers[edge.to]?.name ?? '')}`);
    const link = named ?? (isOnly ? byContexts.get(pair) : undefined);
    return link === undefined ? edge : { ...edge, through: throughOf(link), transfer: transferOf(link) };
  });
  return { ...network, edges };
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

export function throughOf({ kind }: OpenLink): NetworkEdge['through'] {
  return kind === 'intermediate' || kind === 'ddr' || kind === 'cache' ? kind : null;
}

/**
 * Returns the transfer of a link; null for a link within a context, and for a link without a reader or a
 * writer.
 */
export function transferOf({ from, to }: OpenLink): NetworkTransfer | null {
  if (from === undefined || to === undefined || from.context === to.context) return null;
  const { transferBytes } = tensorOf(from.edge);
  return { name: tensorName(from), bytes: transferBytes, writer: endOf(from), reader: endOf(to) };
}

function endOf({ edge: { path, offset, length } }: OpenEnd): TransferEnd {
  return { path, offset, length };
}

function tensorName({ edge }: OpenEnd): string {
  return lastStep(tensorOf(edge).name);
}

function lastStep(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

import type { Network, NetworkLayer, NetworkTransfer, TensorShape } from '../network/network.js';

/** Property by which layers are folded into groups. */
export type FoldBy = 'none' | 'context' | 'cluster';

export interface FoldOptions {
  readonly by: FoldBy;
  /** Keys of folded groups that are expanded into layers. */
  readonly open: ReadonlySet<string>;
  /** True to draw layers that only move data. */
  readonly plumbing: boolean;
}

/** A layer, or several layers drawn as one. */
export interface FoldedBox {
  /** Key of the box in a selection and in an address: `layer 17`, `context 0`, `cluster none`. */
  readonly key: string;
  /** Key of the group to which the box belongs; null outside of groups. */
  readonly group: string | null;
  readonly isGroup: boolean;
  /** Indexes of the layers in the network, ascending; never empty. */
  readonly layers: readonly number[];
}

/** A connection between two boxes. */
interface FoldedLink {
  /** Indexes of boxes. */
  readonly from: number;
  readonly to: number;
  /** Number of the network's edges that this link combines. */
  readonly edges: number;
  /** Shape of the first edge, if known. */
  readonly shape: TensorShape | null;
  /** Transfers between contexts in the edges of the link. */
  readonly transfers: readonly NetworkTransfer[];
  /** True if the edges of the link pass through hidden layers. */
  readonly isThrough: boolean;
}

export interface FoldedNetwork {
  readonly boxes: readonly FoldedBox[];
  readonly links: readonly FoldedLink[];
  /** Number of layers that are hidden, because they only move data. */
  readonly hidden: number;
}

/**
 * Maximum number of steps through hidden layers. Real networks take a few hundred steps; a hostile file can
 * have thousands of hidden layers, each with thousands of edges.
 */
const MAX_STEPS = 1_000_000;

function layerKey(position: number): string {
  return `layer ${position}`;
}

export function foldKey(layer: NetworkLayer, by: FoldBy): string | null {
  if (by === 'none') return null;
  return by === 'context' ? `context ${layer.context ?? 'none'}` : `cluster ${layer.clusters[0] ?? 'none'}`;
}

/**
 * Folds a network for drawing: a folded group becomes one box, and all edges between two boxes become one
 * link.
 */
export function foldNetwork({ layers, edges }: Network, options: FoldOptions): FoldedNetwork {
  const { by, open, plumbing } = options;
  const boxes: { key: string; group: string | null; isGroup: boolean; layers: number[] }[] = [];
  const byKey = new Map<string, number>();
  const boxOf = layers.map((layer, position) => {
    if (layer.isPlumbing && !plumbing) return -1;
    const group = foldKey(layer, by);
    const isGroup = group !== null && !open.has(group);
    const key = isGroup ? group : layerKey(position);
    // Only groups are looked up, because the key of a single layer is unique.
    const known = isGroup ? byKey.get(key) : undefined;
    if (known !== undefined) {
      boxes[known]?.layers.push(position);
      return known;
    }
    if (isGroup) byKey.set(key, boxes.length);
    boxes.push({ key, group, isGroup, layers: [position] });
    return boxes.length - 1;
  });
  return { boxes, links: linksOf(layers.length, edges, boxOf), hidden: boxOf.filter((at) => at < 0).length };
}

type Link = { -readonly [Key in keyof FoldedLink]: FoldedLink[Key] } & { transfers: NetworkTransfer[] };

function linksOf(count: number, edges: Network['edges'], boxOf: readonly number[]): FoldedLink[] {
  const after: (Network['edges'][number][] | undefined)[] = new Array(count).fill(undefined);
  for (const edge of edges) {
    const list = after[edge.from];
    if (list === undefined) after[edge.from] = [edge];
    else list.push(edge);
  }
  const links = new Map<number, Link>();
  let steps = 0;
  for (let source = 0; source < count; source++) {
    const from = boxOf[source] as number;
    const leaving = after[source];
    if (from < 0 || leaving === undefined) continue;
    const seen = new Set<number>();
    const waiting = leaving.map(({ to, shape, transfer }) => ({ to, shape, transfer, isThrough: false }));
    for (let next = waiting.pop(); next !== undefined && steps < MAX_STEPS; next = waiting.pop()) {
      steps++;
      const { to: target, shape, transfer, isThrough } = next;
      const to = boxOf[target] as number;
      if (to < 0) {
        if (seen.has(target)) continue;
        seen.add(target);
        for (const { to, transfer: further } of after[target] ?? []) {
          waiting.push({ to, shape, transfer: transfer ?? further, isThrough: true });
        }
      } else if (to !== from) {
        const key = from * count + to;
        const known = links.get(key);
        const transfers = transfer === null ? [] : [transfer];
        if (known === undefined) links.set(key, { from, to, edges: 1, shape, transfers, isThrough });
        else {
          known.edges++;
          known.transfers.push(...transfers);
        }
      }
    }
  }
  return [...links.values()];
}

/** Maximum number of layers that are drawn individually by default; larger networks are folded by context. */
const MAX_UNFOLDED = 600;

export function usualFold({ layers, contexts }: Network): FoldOptions {
  const isLarge = layers.filter(({ isPlumbing }) => !isPlumbing).length > MAX_UNFOLDED;
  return { by: isLarge && contexts.length > 1 ? 'context' : 'none', open: new Set(), plumbing: false };
}

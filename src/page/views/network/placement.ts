import type { Network, NetworkElement } from '../../../show/network/network.js';

/** Elements of one kind in a cluster, ordered by number. */
interface PlacedKind {
  readonly kind: string;
  readonly elements: readonly NetworkElement[];
}

/** The used elements of a cluster; if `cluster` is null, all used elements outside of clusters. */
interface PlacedCluster {
  readonly cluster: number | null;
  readonly kinds: readonly PlacedKind[];
  /** Indexes of the layers that use elements of the cluster, ascending. */
  readonly layers: readonly number[];
}

/**
 * Returns the elements of the device that layers use, in one context or in all contexts. @param context index
 * in `contexts`; null for all contexts
 */
export function placementOf({ elements }: Network, context: number | null): PlacedCluster[] {
  const clusters = new Map<number | null, Map<string, NetworkElement[]>>();
  for (const element of elements) {
    if (context !== null && element.context !== null && element.context !== context) continue;
    const kinds = clusters.get(element.cluster) ?? new Map<string, NetworkElement[]>();
    clusters.set(element.cluster, kinds);
    const list = kinds.get(element.kind);
    if (list === undefined) kinds.set(element.kind, [element]);
    else list.push(element);
  }
  const outsideLast = (cluster: number | null): number => cluster ?? Number.MAX_SAFE_INTEGER;
  return [...clusters]
    .sort(([a], [b]) => outsideLast(a) - outsideLast(b))
    .map(([cluster, kinds]) => ({
      cluster,
      kinds: [...kinds]
        .sort(([a], [b]) => order(a) - order(b) || a.localeCompare(b, 'en', { numeric: true }))
        .map(([kind, list]) => ({ kind, elements: list.toSorted((a, b) => a.number - b.number) })),
      layers: [...new Set([...kinds.values()].flatMap((list) => list.map(({ layer }) => layer)))].sort(
        (a, b) => a - b,
      ),
    }));
}

/** Returns the position of a kind: the kinds that readers need most come first. */
function order(kind: string): number {
  const at = ['subcluster', 'activation unit', 'input aligner'].indexOf(kind);
  return at < 0 ? 9 : at;
}

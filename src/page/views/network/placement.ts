import type { Network, NetworkElement } from '../../../show/network/network.js';

/** Elements of one kind in a cluster, by their number. */
interface PlacedKind {
  readonly kind: string;
  readonly elements: readonly NetworkElement[];
}

/** A cluster, or everything outside of clusters. */
interface PlacedCluster {
  readonly cluster: number | null;
  readonly kinds: readonly PlacedKind[];
  /** Positions of layers with elements here, ascending. */
  readonly layers: readonly number[];
}

/**
 * Elements of the device that each layer uses, in one context or in all. @param context position in
 * `contexts`; null for all
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

/** The kinds that readers want most come first. */
function order(kind: string): number {
  const at = ['subcluster', 'activation unit', 'input aligner'].indexOf(kind);
  return at < 0 ? 9 : at;
}

import type { CoreOpGraph } from '../../../show/inspect/graph.js';
import type { GraphLink, LinkKind } from '../../../show/inspect/graph-link.js';

/** The host's side of a link. */
export const HOST = -1;

/** Links of one kind between the same two nodes, drawn as one. */
export interface Bundle {
  readonly kind: LinkKind;
  /** Index of a node; HOST for the host; null for an end that is missing. */
  readonly from: number | null;
  readonly to: number | null;
  /** Indices of its links. */
  readonly links: readonly number[];
  /** Bytes of a frame, summed over all links. */
  readonly bytes: number;
  /** Code of the first link with a problem, and the number of such links. */
  readonly problem: string | null;
  readonly problemCount: number;
}

/** Combines the links between the same two nodes: a context can have thousands of links. */
export function bundlesOf({ links }: CoreOpGraph, onlyProblems: boolean): Bundle[] {
  const bundles = new Map<string, { -readonly [Key in keyof Bundle]: Bundle[Key] } & { links: number[] }>();
  for (const [index, link] of links.entries()) {
    if (onlyProblems && link.problem === null) continue;
    const { kind } = link;
    const [from, to] = endsOf(link);
    const key = `${kind} ${from} ${to}`;
    let bundle = bundles.get(key);
    if (bundle === undefined) {
      bundle = { kind, from, to, links: [], bytes: 0, problem: null, problemCount: 0 };
      bundles.set(key, bundle);
    }
    bundle.links.push(index);
    bundle.bytes += (link.from ?? link.to)?.transferBytes ?? 0;
    if (link.problem === null) continue;
    bundle.problem ??= link.problem;
    bundle.problemCount++;
  }
  return [...bundles.values()];
}

/** Writer and reader of a link: at a boundary one side is the host. */
export function endsOf({ kind, from, to }: GraphLink): [from: number | null, to: number | null] {
  const missing = kind === 'boundary' ? HOST : null;
  return [from?.node ?? missing, to?.node ?? missing];
}

/** Limit on streams per side of a context that are drawn as separate lines. */
const MAX_FANNED = 12;

/** Splits bundles of the host into one line per stream; large bundles stay together. */
export function fanned({ links }: CoreOpGraph, bundles: readonly Bundle[]): readonly Bundle[] {
  return bundles.flatMap((bundle) => {
    const isOne = bundle.kind !== 'boundary' || bundle.links.length > MAX_FANNED;
    if (isOne) return bundle;
    return bundle.links.map((at): Bundle => {
      const { from, to, problem } = links[at] as GraphLink;
      const bytes = (from ?? to)?.transferBytes ?? 0;
      return { ...bundle, links: [at], bytes, problem, problemCount: problem === null ? 0 : 1 };
    });
  });
}

/** Largest number of lines that end at one side of a node. */
export function mostLines(bundles: readonly Bundle[]): number {
  const counts = new Map<string, number>();
  let most = 1;
  for (const { kind, from, to } of bundles) {
    if (kind !== 'boundary') continue;
    const key = `${from} ${to}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    most = Math.max(most, count);
  }
  return most;
}

/** Limit on arcs that are drawn at once: more of them are a grey cloud, and take longer than a frame. */
const MAX_DRAWN = 2000;

/** Bundles to draw if there are too many: those with problems first, then those with most links. */
export function drawnOf(bundles: readonly Bundle[], most = MAX_DRAWN): readonly Bundle[] {
  if (bundles.length <= most) return bundles;
  const order = (a: Bundle, b: Bundle): number =>
    Number(b.problem !== null) - Number(a.problem !== null) || b.links.length - a.links.length;
  return bundles.toSorted(order).slice(0, most);
}

/** True if a bundle touches a node. */
export function touches({ from, to }: Bundle, node: number): boolean {
  return from === node || to === node;
}

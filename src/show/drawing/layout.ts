import { rankLayout } from './rank-layout.js';

export interface BoxSize {
  readonly width: number;
  readonly height: number;
}

export interface LinkEnds {
  /** Indexes of boxes. */
  readonly from: number;
  readonly to: number;
}

/** A box with its upper left corner. */
export interface PlacedBox extends BoxSize {
  readonly x: number;
  readonly y: number;
}

export interface PlacedCluster extends PlacedBox {
  readonly cluster: number;
}

/** Hints for a layout: which boxes form a cluster, and how much room the words at links need. */
export interface LayoutHints {
  /** Number of the cluster of each box; null for a box outside of clusters. */
  readonly clusters?: readonly (number | null)[];
  /** Width of the words at each link; 0 without words. */
  readonly wordWidths?: readonly number[];
}

/** Positions of all parts of the drawing in pixels; the drawing runs from top to bottom. */
export interface DrawingLayout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PlacedBox[];
  /** Points on the way of each link: x, y, x, y, … */
  readonly routes: readonly Float64Array[];
  /** Centre of the words at each link. */
  readonly middles: readonly (readonly [x: number, y: number])[];
  /**
   * Frames in the order of the clusters' numbers; empty in a rough layout. If a cluster spans several
   * columns, it has a frame in each column.
   */
  readonly clusters: readonly PlacedCluster[];
}

export const BOX_GAP = 22;
export const RANK_GAP = 34;
const WORD_HEIGHT = 16;
/** Margin between a cluster's frame and its boxes; less than half a gap, so that two frames do not touch. */
export const CLUSTER_MARGIN = 9;

/**
 * Maximum number of boxes and links for the careful layout. The careful layout of a real network with 228
 * edges takes 0.16 s of processor time, and of a chain of 1,000 boxes 0.6 s; a chain of 2,000 boxes exhausts
 * the library's stack. Larger graphs get the rough layout, which takes 0.06 s for 16,384 layers.
 */
export const MAX_CAREFUL = 1000;

/**
 * Arranges boxes in rows, so that each box is below its predecessors. In a network with cycles, some links
 * lead upwards.
 */
export async function arrangeBoxes(
  sizes: readonly BoxSize[],
  links: readonly LinkEnds[],
  hints: LayoutHints = {},
): Promise<DrawingLayout> {
  if (sizes.length + links.length <= MAX_CAREFUL) {
    try {
      return await carefulLayout(sizes, links, hints);
    } catch (error) {
      // The library throws for some graphs, which get the rough layout.
      if (!(error instanceof Error)) throw error;
    }
  }
  return rankLayout(sizes, links);
}

async function carefulLayout(
  sizes: readonly BoxSize[],
  links: readonly LinkEnds[],
  { clusters = [], wordWidths = [] }: LayoutHints,
): Promise<DrawingLayout> {
  const dagre = await import('@dagrejs/dagre');
  const graph = new dagre.graphlib.Graph({ multigraph: true, compound: true });
  graph.setGraph({ rankdir: 'TB', nodesep: BOX_GAP, ranksep: RANK_GAP, edgesep: 10 });
  const numbers = [...new Set(clusters)].filter((number) => number !== null).sort((a, b) => a - b);
  for (const number of numbers) graph.setNode(clusterName(number), {});
  for (const [at, { width, height }] of sizes.entries()) {
    graph.setNode(String(at), { width, height });
    const cluster = clusters[at] ?? null;
    if (cluster !== null) graph.setParent(String(at), clusterName(cluster));
  }
  for (const [at, { from, to }] of links.entries()) {
    const width = wordWidths[at] ?? 0;
    const words = width === 0 ? {} : { width, height: WORD_HEIGHT, labelpos: 'c' };
    graph.setEdge(String(from), String(to), words, String(at));
  }
  dagre.layout(graph);
  const boxes = sizes.map(({ width, height }, at): PlacedBox => {
    const { x, y } = graph.node(String(at)) as { x: number; y: number };
    return { x: x - width / 2, y: y - height / 2, width, height };
  });
  const routes = links.map(({ from, to }, at) => {
    const { points = [] } = graph.edge(String(from), String(to), String(at)) as {
      points?: readonly { readonly x: number; readonly y: number }[];
    };
    return Float64Array.from(points.flatMap(({ x, y }) => [x, y]));
  });
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  const placed = numbers.map((cluster) => ({
    cluster,
    ...around(boxes.filter((_, at) => clusters[at] === cluster)),
  }));
  return {
    width: finite(width),
    height: finite(height),
    boxes,
    routes,
    middles: routes.map(middleOf),
    clusters: placed,
  };
}

function clusterName(number: number): string {
  return `cluster ${number}`;
}

/** Returns the frame around some boxes, with room for its title. */
export function around(boxes: readonly PlacedBox[]): PlacedBox {
  const left = Math.min(...boxes.map(({ x }) => x)) - CLUSTER_MARGIN;
  const top = Math.min(...boxes.map(({ y }) => y)) - CLUSTER_MARGIN;
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + CLUSTER_MARGIN;
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + CLUSTER_MARGIN;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export function middleOf(points: Float64Array): readonly [x: number, y: number] {
  const at = (index: number): readonly [number, number] => [
    points[2 * index] as number,
    points[2 * index + 1] as number,
  ];
  const count = points.length / 2;
  if (count % 2 === 1) return at((count - 1) / 2);
  const [[ax, ay], [bx, by]] = [at(count / 2 - 1), at(count / 2)];
  return [(ax + bx) / 2, (ay + by) / 2];
}

/** Returns the length, or 0 without boxes, for which the computed length is minus infinity. */
function finite(length: number): number {
  return Number.isFinite(length) ? Math.max(0, length) : 0;
}

import {
  around,
  type BoxSize,
  CLUSTER_MARGIN,
  type DrawingLayout,
  type LayoutHints,
  type PlacedBox,
  type PlacedCluster,
  RANK_GAP,
} from './layout.js';

/**
 * Width of the gutter between two columns, which contains the links from the end of a column to the beginning
 * of the next column.
 */
const GUTTER = 44;
/** Maximum width of all links in a gutter, and usual distance between two links. */
const LANES = 28;
const LANE = 7;
const CORNER = 8;
/**
 * Maximum vertical distance between a link in the gutter and the end of a column; less than half the gap
 * between two ranks.
 */
const MAX_INSET = RANK_GAP / 2 - 6;
const MAX_COLUMNS = 40;
/**
 * Bonus for a cut between two frames, as a share of a column's height: such a cut is preferred even if
 * another cut is nearer to the ideal height by this distance.
 */
const BETWEEN_FRAMES = 0.25;
/** Scale at which words are easy to read, so that more columns are not useful. */
const READABLE = 0.8;

/** A horizontal range in the long layout. */
interface Range {
  readonly least: number;
  readonly most: number;
}

/** A strip: a vertical range of the long layout, which becomes a column. */
interface Strip extends Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Divides a layout that is too long for the room into columns. The number of columns is the smallest number
 * that makes words readable; otherwise, the number with the largest scale. The frame of a cluster continues
 * in the next column. A readable layout stays unchanged.
 * @param hints the hints that the layout was made with
 */
export function wrapped(layout: DrawingLayout, room: BoxSize, hints: LayoutHints = {}): DrawingLayout {
  const { boxes } = layout;
  const scaleOf = (size: BoxSize): number => Math.min(room.width / size.width, room.height / size.height);
  if (boxes.length < 2 || scaleOf(layout) >= READABLE) return layout;
  const cuts = gapsOf(boxes);
  let best: readonly Strip[] = [];
  let bestScale = scaleOf(layout);
  for (let columns = 2; columns <= Math.min(MAX_COLUMNS, cuts.length + 1); columns++) {
    const strips = stripsOf(layout, chosenCuts(cuts, layout, columns), hints);
    const scale = scaleOf(sizeOf(strips));
    if (scale > bestScale) [best, bestScale] = [strips, scale];
    if (scale >= READABLE) break;
  }
  return best.length < 2 ? layout : arranged(layout, best, hints);
}

/**
 * Returns the heights at which a horizontal cut does not cross a box or words at a link, ascending. Each
 * height is slightly above a rank.
 */
function gapsOf(boxes: readonly PlacedBox[]): number[] {
  const gaps: number[] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const box of boxes.toSorted((a, b) => a.y - b.y)) {
    if (Number.isFinite(bottom) && box.y > bottom) gaps.push(box.y - RANK_GAP / 2);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return gaps;
}

/** Returns the cuts that divide the height most evenly. A cut between two frames is preferred. */
function chosenCuts(gaps: readonly number[], { height, clusters }: DrawingLayout, columns: number): number[] {
  const column = height / columns;
  const isInside = (gap: number): boolean => clusters.some(({ y, height }) => gap > y && gap < y + height);
  const costs = gaps.map((gap) => (clusters.length > 0 && !isInside(gap) ? -BETWEEN_FRAMES * column : 0));
  const cuts: number[] = [];
  let least = 0;
  for (let nth = 1; nth < columns; nth++) {
    let best = -1;
    let bestCost = Number.POSITIVE_INFINITY;
    for (let at = least; at < gaps.length; at++) {
      const cost = Math.abs((gaps[at] as number) - nth * column) + (costs[at] as number);
      if (cost < bestCost) [best, bestCost] = [at, cost];
    }
    if (best < 0) break;
    cuts.push(gaps[best] as number);
    least = best + 1;
  }
  return cuts;
}

function stripsOf(
  { boxes, height, clusters, middles }: DrawingLayout,
  cuts: readonly number[],
  { wordWidths = [] }: LayoutHints,
): Strip[] {
  const beside = clusters.length > 0 ? CLUSTER_MARGIN : 0;
  const ends = [...cuts, Math.max(height, (cuts.at(-1) ?? 0) + 1)];
  const ranges = ends.map(() => ({ least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY }));
  const include = (y: number, least: number, most: number): void => {
    const range = ranges[stripAt(ends, y)] as { least: number; most: number };
    range.least = Math.min(range.least, least);
    range.most = Math.max(range.most, most);
  };
  for (const { x, y, width } of boxes) include(y, x - beside, x + width + beside);
  for (const [at, width] of wordWidths.entries()) {
    const [x, y] = middles[at] as readonly [number, number];
    if (width > 0) include(y, x - width / 2, x + width / 2);
  }
  return ends.map((to, at) => ({ from: ends[at - 1] ?? -RANK_GAP / 2, to, ...(ranges[at] as Range) }));
}

function stripAt(ends: readonly number[], y: number): number {
  const at = ends.findIndex((end) => y < end);
  return at < 0 ? ends.length - 1 : at;
}

function sizeOf(strips: readonly Strip[]): BoxSize {
  return {
    width: strips.reduce((sum, { least, most }) => sum + most - least + GUTTER, -GUTTER),
    height: Math.max(...strips.map(({ from, to }) => to - from)),
  };
}

/** A part of a link within one strip, in the coordinates of the long layout. */
interface Piece {
  readonly strip: number;
  readonly points: [x: number, y: number][];
}

/** Divides a link into pieces, one for each strip that it passes. */
function piecesOf(points: Float64Array, ends: readonly number[]): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at] as number, points[at + 1] as number];
    const strip = stripAt(ends, y);
    let last = pieces.at(-1);
    const [fromX, fromY] = last?.points.at(-1) ?? [x, y];
    while (last !== undefined && last.strip !== strip) {
      const next = last.strip + Math.sign(strip - last.strip);
      const cut = ends[Math.min(last.strip, next)] as number;
      const crossing = y === fromY ? x : fromX + ((x - fromX) * (cut - fromY)) / (y - fromY);
      last.points.push([crossing, cut]);
      last = { strip: next, points: [[crossing, cut]] };
      pieces.push(last);
    }
    if (last === undefined) pieces.push({ strip, points: [[x, y]] });
    else last.points.push([x, y]);
  }
  return pieces;
}

function arranged(
  { boxes, routes, middles }: DrawingLayout,
  cut: readonly Strip[],
  { clusters = [] }: LayoutHints,
): DrawingLayout {
  const ends = cut.map(({ to }) => to);
  const links = routes.map((points) => piecesOf(points, ends));
  const strips = cut.map((strip) => ({ ...strip }));
  const counts = strips.map(() => 0);
  for (const pieces of links) {
    for (const [at, { strip, points }] of pieces.entries()) {
      const range = strips[strip] as Mutable<Strip>;
      range.least = Math.min(range.least, ...points.map(([x]) => x));
      range.most = Math.max(range.most, ...points.map(([x]) => x));
      const before = pieces[at - 1];
      if (before !== undefined) counts[Math.min(before.strip, strip)]!++;
    }
  }
  const columns: Column[] = [];
  let left = 0;
  for (const { least, most, from, to } of strips) {
    columns.push({ dx: left - least, dy: -from, right: left + most - least, bottom: to - from });
    left += most - least + GUTTER;
  }
  const used = strips.map(() => 0);
  const placed = boxes.map((box) => {
    const { dx, dy } = columns[stripAt(ends, box.y)] as Column;
    return { ...box, x: box.x + dx, y: box.y + dy };
  });
  return {
    ...sizeOf(strips),
    boxes: placed,
    routes: links.map((pieces) => routeOf(pieces, columns, counts, used)),
    middles: middles.map(([x, y]) => {
      const { dx, dy } = columns[stripAt(ends, y)] as Column;
      return [x + dx, y + dy];
    }),
    clusters: framesOf(
      placed,
      clusters,
      boxes.map(({ y }) => stripAt(ends, y)),
    ),
  };
}

function framesOf(
  boxes: readonly PlacedBox[],
  clusters: readonly (number | null)[],
  columnOf: readonly number[],
): PlacedCluster[] {
  const parts = new Map<string, { cluster: number; inside: PlacedBox[] }>();
  for (const [at, box] of boxes.entries()) {
    const cluster = clusters[at] ?? null;
    if (cluster === null) continue;
    const key = `${cluster} ${columnOf[at]}`;
    const part = parts.get(key) ?? { cluster, inside: [] };
    part.inside.push(box);
    parts.set(key, part);
  }
  return [...parts.values()].map(({ cluster, inside }) => ({ cluster, ...around(inside) }));
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Position of a strip in the divided layout. */
interface Column {
  /** Distances by which the content of the strip moves. */
  readonly dx: number;
  readonly dy: number;
  readonly right: number;
  readonly bottom: number;
}

/** Joins the pieces of a link. Between two columns, the link passes through the gutter. */
function routeOf(
  pieces: readonly Piece[],
  columns: readonly Column[],
  counts: readonly number[],
  used: number[],
): Float64Array {
  const route: number[] = [];
  for (const [at, { strip, points }] of pieces.entries()) {
    const { dx, dy } = columns[strip] as Column;
    const before = pieces[at - 1];
    if (before !== undefined) {
      const gutter = Math.min(before.strip, strip);
      const way = aroundTo(
        columns,
        gutter,
        points[0]?.[0] as number,
        counts[gutter] as number,
        used[gutter]!++,
      );
      route.push(...(before.strip < strip ? way : way.reverse()).flat());
    }
    // At a cut, the end point of the piece is replaced by points in the gutter.
    const inside = points.slice(before === undefined ? 0 : 1, at + 1 < pieces.length ? -1 : undefined);
    route.push(...inside.flatMap(([x, y]) => [x + dx, y + dy]));
  }
  return Float64Array.from(route);
}

/**
 * Returns the points between the end of a column and the beginning of the next column, in one lane of the
 * gutter.
 */
function aroundTo(
  columns: readonly Column[],
  gutter: number,
  x: number,
  count: number,
  lane: number,
): [x: number, y: number][] {
  const [one, two] = [columns[gutter] as Column, columns[gutter + 1] as Column];
  const across = one.right + GUTTER / 2 + (lane - (count - 1) / 2) * Math.min(LANE, LANES / count);
  const inset = 3 + (lane * MAX_INSET) / count;
  const [bottom, top] = [one.bottom - inset, inset];
  return [
    [x + one.dx, bottom],
    [across - CORNER, bottom],
    [across, bottom],
    [across, bottom - CORNER],
    [across, top + CORNER],
    [across, top],
    [across + CORNER, top],
    [x + two.dx, top],
  ];
}

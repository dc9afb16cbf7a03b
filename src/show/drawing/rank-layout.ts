import {
  BOX_GAP,
  type BoxSize,
  type DrawingLayout,
  type LinkEnds,
  middleOf,
  type PlacedBox,
  RANK_GAP,
} from './layout.js';

/**
 * Computes a rough layout for graphs of any size, in linear time. Each box is in the row after its last
 * predecessor; the boxes of a row are in the order of their predecessors. Links are straight.
 */
export function rankLayout(sizes: readonly BoxSize[], links: readonly LinkEnds[]): DrawingLayout {
  const rows = rowsOf(sizes.length, links);
  const placed: PlacedBox[] = [];
  const widths = rows.map((row) =>
    row.reduce((sum, at) => sum + (sizes[at] as BoxSize).width + BOX_GAP, -BOX_GAP),
  );
  const width = Math.max(0, ...widths);
  let y = 0;
  for (const [rank, row] of rows.entries()) {
    let x = (width - (widths[rank] as number)) / 2;
    let tallest = 0;
    for (const at of row) {
      const size = sizes[at] as BoxSize;
      placed[at] = { x, y, ...size };
      x += size.width + BOX_GAP;
      tallest = Math.max(tallest, size.height);
    }
    y += tallest + RANK_GAP;
  }
  const routes = links.map(({ from, to }) => {
    const [start, end] = [placed[from] as PlacedBox, placed[to] as PlacedBox];
    return Float64Array.of(start.x + start.width / 2, start.y + start.height, end.x + end.width / 2, end.y);
  });
  return {
    width,
    height: Math.max(0, y - RANK_GAP),
    boxes: placed,
    routes,
    middles: routes.map(middleOf),
    clusters: [],
  };
}

/** Returns the boxes by row. In a cycle, the first box that is reached starts the order. */
function rowsOf(count: number, links: readonly LinkEnds[]): number[][] {
  const after: number[][] = Array.from({ length: count }, () => []);
  const waitsFor = new Int32Array(count);
  for (const { from, to } of links) {
    if (from === to) continue;
    after[from]?.push(to);
    waitsFor[to]!++;
  }
  const rank = new Int32Array(count);
  /** Sum of the positions of each box's predecessors, and their number. */
  const pull = new Float64Array(count);
  const pulls = new Int32Array(count);
  const isDone = new Uint8Array(count);
  const rows: number[][] = [];
  const ready: number[] = [];
  const order: number[] = [];
  for (let at = 0; at < count; at++) if (waitsFor[at] === 0) ready.push(at);
  let nextUnseen = 0;
  let head = 0;
  while (order.length < count) {
    if (head === ready.length) {
      // All remaining boxes are in cycles, so one of them is chosen.
      while (isDone[nextUnseen] === 1) nextUnseen++;
      ready.push(nextUnseen);
    }
    const at = ready[head++] as number;
    if (isDone[at] === 1) continue;
    isDone[at] = 1;
    order.push(at);
    for (const to of after[at] ?? []) {
      if (isDone[to] === 1) continue;
      rank[to] = Math.max(rank[to] as number, (rank[at] as number) + 1);
      if (--waitsFor[to]! === 0) ready.push(to);
    }
  }
  for (const at of order) {
    const row = rank[at] as number;
    while (rows.length <= row) rows.push([]);
    rows[row]?.push(at);
  }
  for (const row of rows) {
    const middle = (at: number): number =>
      pulls[at] === 0 ? at : (pull[at] as number) / (pulls[at] as number);
    row.sort((a, b) => middle(a) - middle(b) || a - b);
    for (const [place, at] of row.entries()) {
      const share = row.length === 1 ? 0.5 : place / (row.length - 1);
      for (const to of after[at] ?? []) {
        pull[to]! += share;
        pulls[to]!++;
      }
    }
  }
  return rows.filter((row) => row.length > 0);
}

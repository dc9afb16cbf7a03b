import type { NetworkDrawing } from '../../../show/drawing/network-drawing.js';
import type { Point } from '../../picture/viewport.js';

export type Move = 'up' | 'down' | 'left' | 'right';

export function boxAt({ layout }: NetworkDrawing, { x, y }: Point): number {
  return layout.boxes.findIndex(
    (box) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height,
  );
}

/**
 * Returns the target of an arrow key; the current box if the key has no target. Up and down follow a link to
 * the nearest box. Left and right lead to the nearest box of about the same vertical position.
 */
export function beside(drawing: NetworkDrawing, at: number, move: Move): number {
  const { layout, links } = drawing;
  const box = layout.boxes[at];
  if (box === undefined) return layout.boxes.length === 0 ? -1 : 0;
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  const distance = (other: number): number => {
    const to = layout.boxes[other];
    if (to === undefined) return Number.POSITIVE_INFINITY;
    return Math.hypot(to.x + to.width / 2 - x, to.y + to.height / 2 - y);
  };
  if (move === 'down' || move === 'up') {
    const ends = links.flatMap(({ from, to }) =>
      move === 'down' ? (from === at ? [to] : []) : to === at ? [from] : [],
    );
    return ends.reduce((best, end) => (distance(end) < distance(best) ? end : best), ends[0] ?? at);
  }
  let best = at;
  for (const [other, to] of layout.boxes.entries()) {
    const dx = to.x + to.width / 2 - x;
    const isThere = move === 'right' ? dx > 1 : dx < -1;
    const isLevel = Math.abs(to.y + to.height / 2 - y) < Math.max(box.height, to.height);
    if (isThere && isLevel && (best === at || distance(other) < distance(best))) best = other;
  }
  return best;
}

import type { Point, Size } from './point.js';

/** What of a drawing is seen: `scale` times as large, and moved by so many pixels. */
export interface Viewport extends Point {
  readonly scale: number;
}

export const MAX_SCALE = 4;
const MIN_SCALE = 0.02;
/** Below this the words in a box cannot be read. */
export const LEAST_READABLE = 0.55;
const MARGIN = 20;

/** All of a drawing, in the middle. */
export function fitted(drawing: Size, view: Size): Viewport {
  const scale = Math.min(
    1.25,
    Math.max(
      MIN_SCALE,
      Math.min(
        (view.width - 2 * MARGIN) / Math.max(1, drawing.width),
        (view.height - 2 * MARGIN) / Math.max(1, drawing.height),
      ),
    ),
  );
  return {
    scale,
    x: (view.width - drawing.width * scale) / 2,
    y: (view.height - drawing.height * scale) / 2,
  };
}

/** All of it where that can be read, and else its beginning, with the middle of the first thing in the middle. */
export function atFirst(drawing: Size, view: Size, firstX: number): Viewport {
  const all = fitted(drawing, view);
  if (all.scale >= LEAST_READABLE) return all;
  const across = (view.width - 2 * MARGIN) / Math.max(1, drawing.width);
  const scale = Math.max(0.85, Math.min(1, across));
  const x = view.width / 2 - firstX * scale;
  return {
    scale,
    x: drawing.width * scale <= view.width ? (view.width - drawing.width * scale) / 2 : x,
    y: MARGIN,
  };
}

/** Larger by a factor, around a place that stays where it is. */
export function zoomed(viewport: Viewport, at: Point, factor: number): Viewport {
  const scale = Math.max(MIN_SCALE, Math.min(MAX_SCALE, viewport.scale * factor));
  const ratio = scale / viewport.scale;
  return { scale, x: at.x - (at.x - viewport.x) * ratio, y: at.y - (at.y - viewport.y) * ratio };
}

/** Moved, but never so far that nothing of the drawing is left. */
export function moved(viewport: Viewport, dx: number, dy: number, drawing: Size, view: Size): Viewport {
  const { scale } = viewport;
  const keep = 60;
  const within = (at: number, length: number, room: number): number =>
    Math.max(keep - length * scale, Math.min(room - keep, at));
  return {
    scale,
    x: within(viewport.x + dx, drawing.width, view.width),
    y: within(viewport.y + dy, drawing.height, view.height),
  };
}

/** With a place of the drawing in the middle, where words can be read. */
export function centred(viewport: Viewport, at: Point, view: Size): Viewport {
  const scale = Math.max(viewport.scale, LEAST_READABLE + 0.2);
  return { scale, x: view.width / 2 - at.x * scale, y: view.height / 2 - at.y * scale };
}

/** A place of the drawing, from one of the picture. */
export function toDrawing({ x, y, scale }: Viewport, at: Point): Point {
  return { x: (at.x - x) / scale, y: (at.y - y) / scale };
}

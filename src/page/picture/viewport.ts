/** Visible part of a drawing, which is scaled by `scale` and moved by `x` and `y` pixels. */
export interface Viewport extends Point {
  readonly scale: number;
}

export const MAX_SCALE = 4;
const MIN_SCALE = 0.02;
/** Smallest scale at which the words in a box are readable. */
export const LEAST_READABLE = 0.55;
const MARGIN = 20;

/** Shows the whole drawing, centred. */
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

export function zoomed(viewport: Viewport, at: Point, factor: number): Viewport {
  const scale = Math.max(MIN_SCALE, Math.min(MAX_SCALE, viewport.scale * factor));
  const ratio = scale / viewport.scale;
  return { scale, x: at.x - (at.x - viewport.x) * ratio, y: at.y - (at.y - viewport.y) * ratio };
}

/** Moves the view, but keeps a part of the drawing visible. */
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

/** Centres a point of the drawing, at a readable scale. */
export function centred(viewport: Viewport, at: Point, view: Size): Viewport {
  const scale = Math.max(viewport.scale, LEAST_READABLE + 0.2);
  return { scale, x: view.width / 2 - at.x * scale, y: view.height / 2 - at.y * scale };
}

export function toDrawing({ x, y, scale }: Viewport, at: Point): Point {
  return { x: (at.x - x) / scale, y: (at.y - y) / scale };
}

/** A place in a picture, in CSS pixels from its upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A tip: text beside the pointer. */
export interface Tip extends Point {
  readonly lines: readonly string[];
}

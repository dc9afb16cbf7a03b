import type { Point } from './viewport.js';

export interface Gestures {
  /** Called when the pointer moves, or leaves the picture (null). */
  point?(at: Point | null): void;
  /** Called on a click or a tap. */
  pick?(at: Point): void;
  /** Called when the picture is dragged by this number of pixels. */
  pan?(dx: number, dy: number): void;
  /** Called to zoom by a factor; `at` is the point that stays fixed. */
  zoom?(at: Point, factor: number): void;
  /**
   * Called when the wheel moves without a key, by this number of pixels. Without this handler, the page
   * scrolls.
   */
  wheel?(at: Point, dx: number, dy: number): void;
}

/** The properties of browser events that gestures depend on. */
interface At {
  readonly clientX: number;
  readonly clientY: number;
  readonly currentTarget: unknown;
}
interface PointerAt extends At {
  readonly pointerId: number;
  readonly button: number;
}
interface WheelAt extends At {
  readonly deltaX: number;
  readonly deltaY: number;
  readonly deltaMode: number;
  readonly ctrlKey: boolean;
  preventDefault(): void;
}
interface Surface {
  getBoundingClientRect(): { readonly left: number; readonly top: number };
  setPointerCapture(pointer: number): void;
}

/** Largest movement in pixels that still counts as a click. */
const STILL = 4;
const LINE_HEIGHT = 24;
const PER_PIXEL = 0.002;

/**
 * Converts events of pointers and of the wheel to gestures: pointing, picking, panning, and zooming with two
 * fingers.
 */
export class PointerReader {
  readonly #down = new Map<number, Point>();
  #moved = false;

  constructor(private readonly gestures: () => Gestures) {}

  down(event: PointerAt): void {
    if (event.button !== 0) return;
    this.#moved = this.#down.size > 0;
    this.#down.set(event.pointerId, placeOf(event));
    (event.currentTarget as Surface).setPointerCapture(event.pointerId);
  }

  move(event: PointerAt): void {
    const at = placeOf(event);
    const before = this.#down.get(event.pointerId);
    const { point, pan, zoom } = this.gestures();
    if (before === undefined) {
      point?.(at);
      return;
    }
    const [dx, dy] = [at.x - before.x, at.y - before.y];
    if (!this.#moved && Math.hypot(dx, dy) < STILL) return;
    this.#moved = true;
    point?.(null);
    const other = [...this.#down].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) pan?.(dx, dy);
    else {
      const [now, then] = [distance(at, other), distance(before, other)];
      if (then > 0 && now > 0) zoom?.({ x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 }, now / then);
      pan?.(dx / 2, dy / 2);
    }
    this.#down.set(event.pointerId, at);
  }

  up(event: PointerAt): void {
    const wasDown = this.#down.delete(event.pointerId);
    if (wasDown && !this.#moved && this.#down.size === 0) this.gestures().pick?.(placeOf(event));
  }

  cancel(event: PointerAt): void {
    this.#down.delete(event.pointerId);
    this.gestures().point?.(null);
  }

  leave(): void {
    if (this.#down.size === 0) this.gestures().point?.(null);
  }

  wheel(event: WheelAt): void {
    const { wheel, zoom } = this.gestures();
    const unit = event.deltaMode === 0 ? 1 : LINE_HEIGHT;
    // A pinch on a touch pad arrives as a wheel event with the control key.
    if (event.ctrlKey && zoom !== undefined) zoom(placeOf(event), zoomFactor(event.deltaY * unit * 4));
    else if (wheel !== undefined) wheel(placeOf(event), event.deltaX * unit, event.deltaY * unit);
    else return;
    event.preventDefault();
  }
}

/** Returns the zoom factor for a wheel movement in pixels. */
export function zoomFactor(dy: number): number {
  return Math.exp(-Math.max(-500, Math.min(500, dy)) * PER_PIXEL);
}

function placeOf(event: At): Point {
  const { left, top } = (event.currentTarget as Surface).getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

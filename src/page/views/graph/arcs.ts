import type { Point, Size } from '../../picture/point.js';
import { type Bundle, HOST, mostLines } from './bundles.js';

/** A context's box. */
export interface Box {
  readonly node: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A link from one place to another; curves have their control points between, lines none. */
export interface Arc {
  readonly bundle: Bundle;
  readonly from: Point;
  readonly to: Point;
  /** How far it leaves the straight line, to the right; negative to the left. */
  readonly bulge: number;
}

/** How large boxes are, and what is seen of them. */
export interface GraphScale {
  /** Between the middles of boxes, in pixels. */
  readonly pitch: number;
  /** What is scrolled out of sight above. */
  readonly top: number;
}

export interface GraphDrawing {
  readonly boxes: readonly Box[];
  readonly arcs: readonly Arc[];
  /** Right edge of the host's inputs, and left edge of its outputs. */
  readonly hostLeft: number;
  readonly hostRight: number;
  /** All of it, in pixels. */
  readonly height: number;
}

export const MIN_PITCH = 6;
const MAX_PITCH = 90;
const MARGIN = 24;
const USUAL_HEIGHT = 46;
/** Between lines of one side of a box, with their names, and the least at which names can be read. */
const LINE = 26;
const LEAST_LINE = 16;
/** Share of the pitch that is a box. */
const BOX_SHARE = 0.7;
const LEAST_BULGE = 36;
/** Of a link that has lost its other end. */
const STUMP = 22;

/** The pitch at which so many lines of one side of a box have the room that they need. */
export function pitchFor(lines: number): number {
  return lines === 1 ? MAX_PITCH : Math.max(MAX_PITCH, ((lines + 1) * LINE) / BOX_SHARE);
}

/** Whether so many lines of one side of a box can be distinguished. */
export function hasRoomFor(lines: number, pitch: number): boolean {
  return lines === 1 || (pitch * BOX_SHARE) / (lines + 1) >= LEAST_LINE;
}

/**
 * Contexts as boxes one below the other, in order; the host at both sides. What goes from context to context bulges to
 * the right on its way down and to the left on its way up; what a context sends itself is a loop on its left.
 */
export function layGraph(
  nodeCount: number,
  bundles: readonly Bundle[],
  { width }: Pick<Size, 'width'>,
  { pitch, top }: GraphScale,
): GraphDrawing {
  const boxWidth = Math.max(60, Math.min(220, width * 0.34));
  const most = Math.max(USUAL_HEIGHT, (mostLines(bundles) + 1) * LINE);
  const boxHeight = Math.max(4, Math.min(most, pitch * BOX_SHARE));
  const x = (width - boxWidth) / 2;
  const hostLeft = Math.min(64, width * 0.12);
  const hostRight = width - hostLeft;
  const boxes = Array.from({ length: nodeCount }, (_, node): Box => {
    const y = MARGIN + node * pitch + (pitch - boxHeight) / 2 - top;
    return { node, x, y, width: boxWidth, height: boxHeight };
  });
  // As far as there is room between a box and the host's bar.
  const room = Math.max(LEAST_BULGE, x - hostLeft - 8);
  const sides = { hostLeft, hostRight, room, nodeCount };
  const rowsOf = linesOf(bundles);
  const arcs = bundles.map((bundle, at) => arcOf(bundle, boxes, sides, rowsOf[at] as number));
  return { boxes, arcs, hostLeft, hostRight, height: 2 * MARGIN + nodeCount * pitch };
}

/** Of each bundle of the host how far down its box it is, 0 to 1: those of one side share its height. */
function linesOf(bundles: readonly Bundle[]): readonly number[] {
  const groups = new Map<string, number[]>();
  for (const [at, { kind, from, to }] of bundles.entries()) {
    const key = kind === 'boundary' ? `${from} ${to}` : `${at}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [at]);
    else group.push(at);
  }
  const shares: number[] = [];
  for (const group of groups.values()) {
    for (const [at, bundle] of group.entries()) shares[bundle] = (at + 1) / (group.length + 1);
  }
  return shares;
}

interface Sides {
  readonly hostLeft: number;
  readonly hostRight: number;
  readonly room: number;
  readonly nodeCount: number;
}

function arcOf(bundle: Bundle, boxes: readonly Box[], sides: Sides, share: number): Arc {
  const { from, to } = bundle;
  const start = from === null || from === HOST ? undefined : boxes[from];
  const end = to === null || to === HOST ? undefined : boxes[to];
  if (start === undefined || end === undefined) return loose(bundle, start, end, sides, share);
  const goesDown = end.node > start.node;
  const isLoop = start === end;
  const span = Math.abs(end.node - start.node) / Math.max(1, sides.nodeCount - 1);
  const bulge = LEAST_BULGE + (sides.room - LEAST_BULGE) * Math.sqrt(span);
  // What comes is above the middle, where the host's links are, and what goes is below; on the way up it is the other
  // way round.
  const usual = start.height > USUAL_HEIGHT ? 0.42 : 0.22;
  const lean = (isLoop ? 0.32 : usual) * (goesDown ? 1 : -1);
  const x = goesDown ? start.x + start.width : start.x;
  return {
    bundle,
    from: { x, y: middleOf(start) + lean * start.height },
    to: { x, y: middleOf(end) - lean * end.height },
    bulge: goesDown ? bulge : -bulge,
  };
}

/** To or from the host; or, where the other end is missing, into nowhere. */
function loose(
  bundle: Bundle,
  start: Box | undefined,
  end: Box | undefined,
  sides: Sides,
  share: number,
): Arc {
  const { hostLeft, hostRight } = sides;
  const isHost = bundle.from === HOST || bundle.to === HOST;
  if (end !== undefined) {
    const y = end.y + share * end.height;
    const x = isHost ? hostLeft : end.x - STUMP;
    return { bundle, from: { x, y }, to: { x: end.x, y }, bulge: 0 };
  }
  const box = start as Box;
  const [y, right] = [box.y + share * box.height, box.x + box.width];
  const x = isHost ? hostRight : right + STUMP;
  return { bundle, from: { x: right, y }, to: { x, y }, bulge: 0 };
}

function middleOf({ y, height }: Box): number {
  return y + height / 2;
}

/** A place on an arc, from 0 at its beginning to 1 at its end: a cubic curve whose handles are both out to the side. */
export function pointOn({ from, to, bulge }: Arc, share: number): Point {
  const rest = 1 - share;
  const handle = 3 * share * rest * (rest + share);
  return {
    x:
      rest ** 3 * from.x +
      3 * rest * share * (rest * from.x + share * to.x) +
      share ** 3 * to.x +
      handle * bulge,
    y: (rest ** 3 + 3 * rest ** 2 * share) * from.y + (3 * rest * share ** 2 + share ** 3) * to.y,
  };
}

const NEAR = 5;
const SAMPLES = 24;

/** The arc that is nearest to a place, if it is near. */
export function arcAt(arcs: readonly Arc[], { x, y }: Point): Arc | undefined {
  let best: Arc | undefined;
  let least = NEAR * NEAR;
  for (const arc of arcs) {
    // Ends and the outermost point say in time whether it can be near.
    const low = Math.min(arc.from.y, arc.to.y) - NEAR;
    const high = Math.max(arc.from.y, arc.to.y) + NEAR;
    if (y < low || y > high) continue;
    let before = arc.from;
    for (let sample = 1; sample <= SAMPLES; sample++) {
      const next = pointOn(arc, sample / SAMPLES);
      const distance = toLine({ x, y }, before, next);
      if (distance < least) {
        least = distance;
        best = arc;
      }
      before = next;
    }
  }
  return best;
}

export function boxAt(boxes: readonly Box[], { x, y }: Point): Box | undefined {
  return boxes.find((box) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height);
}

/** Square of the distance of a place from a stretch of a line. */
function toLine(at: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / length;
  const on = Math.max(0, Math.min(1, share));
  return (at.x - from.x - on * dx) ** 2 + (at.y - from.y - on * dy) ** 2;
}

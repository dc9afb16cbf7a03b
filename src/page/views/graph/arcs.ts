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

/** A link between two places; curves have control points between them, lines have none. */
export interface Arc {
  readonly bundle: Bundle;
  readonly from: Point;
  readonly to: Point;
  /** Largest distance from the straight line, to the right; negative to the left. */
  readonly bulge: number;
}

/** Size of the boxes, and the visible part. */
export interface GraphScale {
  /** Distance between the middles of two boxes, in pixels. */
  readonly pitch: number;
  /** Pixels that are scrolled out of sight above. */
  readonly top: number;
}

export interface GraphDrawing {
  readonly boxes: readonly Box[];
  readonly arcs: readonly Arc[];
  /** Right edge of the host's inputs, and left edge of its outputs. */
  readonly hostLeft: number;
  readonly hostRight: number;
  /** Total height in pixels. */
  readonly height: number;
}

export const MIN_PITCH = 6;
const MAX_PITCH = 90;
const MARGIN = 24;
const USUAL_HEIGHT = 46;
/**
 * Distance between lines of one side of a box, with their names, and the smallest distance at which names are
 * readable.
 */
const LINE = 26;
const LEAST_LINE = 16;
/** Height of a box as a share of the pitch. */
const BOX_SHARE = 0.7;
const LEAST_BULGE = 36;
/** Length of a link whose other end is missing. */
const STUMP = 22;

/** Pitch at which this many lines of one side of a box have enough room. */
export function pitchFor(lines: number): number {
  return lines === 1 ? MAX_PITCH : Math.max(MAX_PITCH, ((lines + 1) * LINE) / BOX_SHARE);
}

/** True if this many lines of one side of a box can be distinguished. */
export function hasRoomFor(lines: number, pitch: number): boolean {
  return lines === 1 || (pitch * BOX_SHARE) / (lines + 1) >= LEAST_LINE;
}

/**
 * Places contexts as boxes one below the other, in order, with the host at both sides. Links between contexts
 * bulge to the right on the way down and to the left on the way up; a link from a context to itself is a loop
 * on its left.
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
  // Limited by the distance between a box and the host's bar.
  const room = Math.max(LEAST_BULGE, x - hostLeft - 8);
  const sides = { hostLeft, hostRight, room, nodeCount };
  const rowsOf = linesOf(bundles);
  const arcs = bundles.map((bundle, at) => arcOf(bundle, boxes, sides, rowsOf[at] as number));
  return { boxes, arcs, hostLeft, hostRight, height: 2 * MARGIN + nodeCount * pitch };
}

/**
 * Vertical position of each bundle of the host within its box, 0 to 1: bundles of one side share its height.
 */
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
  // Incoming links are above the middle, where the host's links are, and outgoing links below; on the way up
  // it is reversed.
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

/** Link to or from the host; or, if the other end is missing, into nowhere. */
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

/** Point on an arc, from 0 at its beginning to 1 at its end: a cubic curve with both handles to the side. */
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

/** Nearest arc to a point, if any is near. */
export function arcAt(arcs: readonly Arc[], { x, y }: Point): Arc | undefined {
  let best: Arc | undefined;
  let least = NEAR * NEAR;
  for (const arc of arcs) {
    // A cheap test with the ends and the outermost point shows that the arc cannot be near.
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

/** Squared distance between a point and a line segment. */
function toLine(at: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / length;
  const on = Math.max(0, Math.min(1, share));
  return (at.x - from.x - on * dx) ** 2 + (at.y - from.y - on * dy) ** 2;
}

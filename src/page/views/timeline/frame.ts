import type { Point, Size } from '../../picture/viewport.js';
import type { Lane, StepList } from './step-list.js';
import type { StretchSeen } from './stretch-seen.js';

/** Layout of the drawing, in pixels. */
export interface TimelineFrame {
  /** Left edge of the steps; the names of lanes are left of this edge. */
  readonly left: number;
  readonly width: number;
  /** The area that shows bytes of configuration, above the lanes. */
  readonly areaTop: number;
  readonly areaHeight: number;
  readonly lanesTop: number;
  readonly laneHeight: number;
  /** Visible lanes, from top to bottom. */
  readonly lanes: readonly Lane[];
  /**
   * Top and height of the triggers in the expected order, below the lanes; the height is 0 without an
   * expected order.
   */
  readonly orderTop: number;
  readonly orderHeight: number;
  readonly height: number;
}

const LANE_HEIGHT = 20;
const AREA_HEIGHT = 72;
const ORDER_HEIGHT = 26;
const AXIS_HEIGHT = 18;
const GAP = 8;

export function chartFrame(
  { width }: Pick<Size, 'width'>,
  lanes: readonly Lane[],
  hasOrder: boolean,
): TimelineFrame {
  const left = Math.min(150, Math.floor(width * 0.32));
  const areaTop = AXIS_HEIGHT;
  const lanesTop = areaTop + AREA_HEIGHT + GAP;
  const orderTop = lanesTop + lanes.length * LANE_HEIGHT + GAP;
  const orderHeight = hasOrder ? ORDER_HEIGHT : 0;
  return {
    left,
    width: Math.max(1, width - left),
    areaTop,
    areaHeight: AREA_HEIGHT,
    lanesTop,
    laneHeight: LANE_HEIGHT,
    lanes,
    orderTop: hasOrder ? orderTop : 0,
    orderHeight,
    height: orderTop + orderHeight,
  };
}

export function xOf(frame: TimelineFrame, { from, to }: StretchSeen, step: number): number {
  return frame.left + ((step - from) / (to - from)) * frame.width;
}

/** Returns the position of a pixel, in steps with a fraction. */
export function stepAtX(frame: TimelineFrame, { from, to }: StretchSeen, x: number): number {
  return from + ((x - frame.left) / frame.width) * (to - from);
}

/** Returns the row of each lane by the lane's id; -1 for hidden lanes. */
export function frameRows(frame: TimelineFrame, kinds: number): Int16Array {
  const rows = new Int16Array(kinds).fill(-1);
  for (const [row, { id }] of frame.lanes.entries()) rows[id] = row;
  return rows;
}

/** Maximum distance in pixels between the pointer and a step that is hit. */
const REACH = 4;

/** The step of a lane that is nearest to a point, and the number of the lane's steps that the point hits. */
interface Hit {
  readonly step: number;
  readonly sharing: number;
}

export function hitAt(
  list: StepList,
  frame: TimelineFrame,
  seen: StretchSeen,
  { x, y }: Point,
): Hit | undefined {
  if (x < frame.left || list.count === 0) return undefined;
  const row = Math.floor((y - frame.lanesTop) / frame.laneHeight);
  const lane = frame.lanes[row];
  const at = stepAtX(frame, seen, x);
  if (lane === undefined) return undefined;
  const perPixel = (seen.to - seen.from) / frame.width;
  // A step wider than a pixel is hit only inside; a narrower step is also hit within `REACH`.
  const reach = Math.min(MAX_LOOKED_AT, Math.max(0, REACH * perPixel - 1));
  const low = Math.max(0, Math.floor(at - reach));
  const high = Math.min(list.count - 1, Math.floor(at + reach));
  let best = -1;
  let sharing = 0;
  for (let step = low; step <= high; step++) {
    if (list.laneAt(step) !== lane) continue;
    sharing++;
    if (best < 0 || Math.abs(step + 0.5 - at) < Math.abs(best + 0.5 - at)) best = step;
  }
  return best < 0 ? undefined : { step: best, sharing };
}

/** Maximum number of steps on each side that are examined for one movement of the pointer. */
const MAX_LOOKED_AT = 20_000;

import { CLASS_COLOURS } from '../../../show/report/block-colours.js';
import { byteSizeText, grouped } from '../../../show/report/text.js';
import { FONT, fitText } from '../../picture/canvas-text.js';
import type { Colours } from '../../picture/theme.svelte.js';
import type { Size } from '../../picture/viewport.js';
import { binsOf, tickOf } from './bins.js';
import { type ExpectedTrigger, timeText } from './expected-order.js';
import { frameRows, type TimelineFrame, xOf } from './frame.js';
import type { StepList } from './step-list.js';
import type { StretchSeen } from './stretch-seen.js';

interface Drawn {
  readonly list: StepList;
  readonly frame: TimelineFrame;
  readonly seen: StretchSeen;
  readonly triggers: readonly ExpectedTrigger[];
  /** Index of the marked step; -1 without a marked step. */
  readonly cursor: number;
  readonly isSummed: boolean;
}

/**
 * Minimum height of a column with steps, as a share of the lane's height, so that a single step is visible.
 */
const LEAST_SHARE = 0.25;

export function paintTimeline(
  canvas: CanvasRenderingContext2D,
  { width, height }: Size,
  colours: Colours,
  drawn: Drawn,
): void {
  const { frame, seen, list } = drawn;
  canvas.fillStyle = colours.ground;
  canvas.fillRect(0, 0, width, height);
  canvas.font = FONT;
  paintLanes(canvas, colours, drawn);
  paintAxis(canvas, colours, frame, seen, list.count);
  paintOrder(canvas, colours, drawn);
  if (drawn.cursor < seen.from - 1 || drawn.cursor < 0 || drawn.cursor >= seen.to) return;
  const x = xOf(frame, seen, drawn.cursor);
  const wide = Math.max(2, frame.width / (seen.to - seen.from));
  canvas.strokeStyle = colours.text;
  canvas.lineWidth = 2;
  const top = frame.areaTop;
  canvas.strokeRect(x - 1, top, wide + 2, frame.lanesTop + frame.lanes.length * frame.laneHeight - top);
}

function paintLanes(canvas: CanvasRenderingContext2D, colours: Colours, drawn: Drawn): void {
  const { list, frame, seen } = drawn;
  const { lanes, laneHeight, lanesTop, left, width } = frame;
  const { triggerKinds, actionKinds } = list.timeline;
  // A column is a pixel wide, or as wide as a step if steps are wider.
  const columns = Math.max(1, Math.floor(width));
  const bins = binsOf(
    list,
    seen,
    columns,
    lanes.length,
    frameRows(frame, triggerKinds.length + actionKinds.length),
  );
  const perColumn = (seen.to - seen.from) / columns;
  const stepWidth = Math.max(1, 1 / perColumn);
  for (const [row, lane] of lanes.entries()) {
    const top = lanesTop + row * laneHeight;
    if (row % 2 === 0) {
      canvas.fillStyle = colours.raised;
      canvas.fillRect(0, top, left + width, laneHeight);
    }
    canvas.fillStyle = colours.text;
    fitText(canvas, lane.title, 4, top + laneHeight / 2, left - 10);
    canvas.fillStyle = lane.colour;
    for (let column = 0; column < columns; column++) {
      const count = bins.counts[row * columns + column] as number;
      if (count === 0) continue;
      const share = Math.min(1, Math.max(LEAST_SHARE, count / Math.max(1, perColumn)));
      const tall = (laneHeight - 4) * share;
      const wide = stepWidth > 3 ? stepWidth - 1 : stepWidth;
      canvas.fillRect(left + column, top + laneHeight - 2 - tall, wide, tall);
    }
  }
  paintBegun(canvas, drawn, stepWidth);
  paintArea(canvas, colours, drawn, drawn.isSummed ? bins.sum : bins.written, stepWidth);
}

/** Draws the visible part of a step that begins left of the visible range. */
function paintBegun(canvas: CanvasRenderingContext2D, { list, frame, seen }: Drawn, stepWidth: number): void {
  const step = Math.floor(seen.from);
  const end = xOf(frame, seen, step + 1) - 1;
  if (step === seen.from || stepWidth <= 3 || end <= frame.left) return;
  const lane = list.laneAt(step);
  const row = frame.lanes.indexOf(lane);
  if (row < 0) return;
  canvas.fillStyle = lane.colour;
  const { left, lanesTop, laneHeight } = frame;
  canvas.fillRect(left, lanesTop + row * laneHeight + 2, end - left, laneHeight - 4);
}

function paintArea(
  canvas: CanvasRenderingContext2D,
  colours: Colours,
  { list, frame, isSummed }: Drawn,
  values: Float64Array,
  stepWidth: number,
): void {
  const { left, width, areaTop, areaHeight } = frame;
  const whole = list.written.at(-1) ?? 0;
  let most = isSummed ? whole : 0;
  if (!isSummed) for (const value of values) most = Math.max(most, value);
  const base = areaTop + areaHeight;
  canvas.strokeStyle = colours.line;
  canvas.lineWidth = 1;
  canvas.strokeRect(left + 0.5, areaTop + 0.5, width - 1, areaHeight);
  canvas.fillStyle = CLASS_COLOURS.blob;
  for (let column = 0; column < values.length && most > 0; column++) {
    const tall = ((values[column] as number) / most) * (areaHeight - 4);
    if (tall > 0) canvas.fillRect(left + column, base - tall, isSummed ? 1 : stepWidth, tall);
  }
  canvas.fillStyle = colours.text;
  fitText(canvas, 'configuration', 4, areaTop + 10, left - 10);
  canvas.fillStyle = colours.quiet;
  fitText(canvas, isSummed ? 'in total' : 'per step', 4, areaTop + 26, left - 10);
  fitText(canvas, `to ${byteSizeText(most)}`, 4, areaTop + 42, left - 10);
}

function paintAxis(
  canvas: CanvasRenderingContext2D,
  colours: Colours,
  frame: TimelineFrame,
  seen: StretchSeen,
  count: number,
): void {
  canvas.fillStyle = colours.quiet;
  fitText(canvas, `steps 0 to ${grouped(Math.max(0, count - 1))}`, 4, 9, frame.left - 10);
  const step = tickOf(seen.to - seen.from, frame.width / 90);
  for (let at = Math.ceil(seen.from / step) * step; at < seen.to; at += step) {
    const x = xOf(frame, seen, at);
    canvas.fillRect(x, frame.areaTop - 4, 1, 4);
    fitText(canvas, `step ${grouped(at)}`, x + 3, 9, frame.left + frame.width - x - 3);
  }
}

function paintOrder(canvas: CanvasRenderingContext2D, colours: Colours, drawn: Drawn): void {
  const { frame, triggers } = drawn;
  if (frame.orderHeight === 0) return;
  const middle = frame.orderTop + frame.orderHeight / 2;
  canvas.fillStyle = colours.text;
  fitText(canvas, 'expected order', 4, middle - 5, frame.left - 10);
  canvas.fillStyle = colours.quiet;
  fitText(canvas, timeText(triggers.at(-1)?.atNs ?? 0), 4, middle + 8, frame.left - 10);
  canvas.strokeStyle = colours.line;
  canvas.beginPath();
  canvas.moveTo(frame.left, middle);
  canvas.lineTo(frame.left + frame.width, middle);
  canvas.stroke();
  canvas.fillStyle = CLASS_COLOURS.trigger;
  for (const { place } of triggers) {
    canvas.fillRect(frame.left + 2 + place * (frame.width - 5), frame.orderTop + 3, 2, frame.orderHeight - 6);
  }
}

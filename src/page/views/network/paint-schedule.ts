import { type LayerColours, short } from '../../../show/drawing/layer-colours.js';
import { shortName } from '../../../show/network/names.js';
import type { Network } from '../../../show/network/network.js';
import { FONT, fitText } from '../../picture/canvas-text.js';
import type { Colours } from '../../picture/theme.svelte.js';
import type { Size } from '../../picture/viewport.js';
import { nameToWidth } from '../../text/cut-to-width.js';
import { tickOf } from '../timeline/bins.js';
import { percent } from './layer-words.js';
import { type ScheduleRow, stretches } from './schedule-rows.js';

export const ROW_HEIGHT = 20;
export const HEAD = 24;

interface ScheduleFrame {
  /** Cycles at the left and the right edge of the bars. */
  readonly from: number;
  readonly to: number;
  /** Height in pixels of the schedule above the visible part. */
  readonly top: number;
}

export function barsIn(width: number): { readonly left: number; readonly right: number } {
  const left = Math.max(70, Math.min(190, width * 0.24));
  return { left, right: Math.max(left + 10, width - (width < 420 ? 8 : 120)) };
}

export function paintSchedule(
  canvas: CanvasRenderingContext2D,
  { width, height }: Size,
  colours: Colours,
  network: Network,
  rows: readonly ScheduleRow[],
  layerColours: LayerColours | null,
  { from, to, top }: ScheduleFrame,
  marks: { readonly row: number; readonly pointed: number },
): void {
  const { left, right } = barsIn(width);
  canvas.fillStyle = colours.ground;
  canvas.fillRect(0, 0, width, height);
  canvas.font = FONT;
  const first = Math.max(0, Math.floor((top - HEAD) / ROW_HEIGHT));
  const end = Math.min(rows.length, Math.ceil((top + height) / ROW_HEIGHT));
  for (let at = first; at < end; at++) {
    const row = rows[at] as ScheduleRow;
    const y = HEAD + at * ROW_HEIGHT - top;
    const isSlowest = row.position >= 0 && row.position === network.slowest;
    if (at === marks.row || at === marks.pointed) {
      canvas.fillStyle = at === marks.row ? colours.chosen : colours.raised;
      canvas.fillRect(0, y, width, ROW_HEIGHT);
    }
    canvas.fillStyle = isSlowest ? colours.bad : colours.text;
    fitText(
      canvas,
      `${isSlowest ? '▲ ' : ''}${shortName(row.work.name)}`,
      6,
      y + ROW_HEIGHT / 2,
      left - 12,
      undefined,
      nameToWidth,
    );
    canvas.fillStyle = row.position < 0 ? colours.quiet : (layerColours?.of(row.position) ?? colours.link);
    const bars = stretches(row.work, from, to, right - left);
    for (let bar = 0; bar < bars.length; bar += 2) {
      const start = bars[bar] as number;
      canvas.fillRect(left + start, y + 4, Math.max(0.75, (bars[bar + 1] as number) - start), ROW_HEIGHT - 8);
    }
    if (isSlowest) {
      canvas.strokeStyle = colours.bad;
      canvas.lineWidth = 1.5;
      canvas.strokeRect(left, y + 1.5, right - left, ROW_HEIGHT - 3);
    }
    if (right < width - 40)
      paintUtilisation(canvas, colours, network, row, right + 10, y, width - right - 16);
  }
  paintHead(canvas, colours, { from, to, left, right, width });
}

function paintUtilisation(
  canvas: CanvasRenderingContext2D,
  colours: Colours,
  network: Network,
  { position }: ScheduleRow,
  x: number,
  y: number,
  room: number,
): void {
  const share = network.layers[position]?.figures?.utilization ?? 0;
  if (share <= 0) return;
  const bar = room - 44;
  canvas.fillStyle = colours.raised;
  canvas.fillRect(x, y + 5, bar, ROW_HEIGHT - 10);
  canvas.fillStyle = colours.quiet;
  canvas.fillRect(x, y + 5, bar * Math.min(1, share), ROW_HEIGHT - 10);
  canvas.fillStyle = colours.text;
  fitText(canvas, percent(share), x + bar + 6, y + ROW_HEIGHT / 2, 40);
}

function paintHead(
  canvas: CanvasRenderingContext2D,
  colours: Colours,
  { from, to, left, right, width }: { from: number; to: number; left: number; right: number; width: number },
): void {
  canvas.fillStyle = colours.raised;
  canvas.fillRect(0, 0, width, HEAD);
  canvas.fillStyle = colours.quiet;
  fitText(canvas, 'layer', 6, HEAD / 2, left - 12);
  if (right < width - 40) fitText(canvas, 'utilisation', right + 10, HEAD / 2, width - right - 12);
  const perCycle = (right - left) / Math.max(1, to - from);
  const tick = tickOf(to - from, Math.max(2, Math.floor((right - left) / 110)));
  for (let cycle = Math.ceil(from / tick) * tick; cycle <= to; cycle += tick) {
    const x = left + (cycle - from) * perCycle;
    canvas.fillRect(x, HEAD - 5, 1, 5);
    if (right - x > 40) fitText(canvas, short(cycle), x + 4, HEAD / 2, right - x);
  }
}

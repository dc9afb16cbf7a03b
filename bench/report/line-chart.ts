import type { Curve } from './results.js';
import { drawing, element, label } from './svg.js';

export interface Axis {
  readonly title: string;
  readonly text: (value: number) => string;
  /** True for an axis on which powers of ten are equally far apart. */
  readonly logarithmic: boolean;
}

export interface LineChart {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly curves: readonly Curve[];
  readonly measure: (point: Curve['points'][number]) => number;
}

const WIDTH = 760;
const HEIGHT = 338;
const MARGIN = 12;
const PLOT = { left: 82, right: 725, top: 84, bottom: 284 };
/** Number of decades by which points may lie outside the first and last power of ten of an axis. */
const NEAR = 0.15;
const CLASSES = ['ours', 'other', 'native', 'peer'];

export function lineChart({ title, x, y, curves, measure }: LineChart): string {
  const points = curves.flatMap((curve) => curve.points);
  const horizontal = scaleOf(
    points.map((point) => point.x),
    x.logarithmic,
    [PLOT.left, PLOT.right],
  );
  const vertical = scaleOf(points.map(measure), y.logarithmic, [PLOT.bottom, PLOT.top]);
  const parts = [
    label(MARGIN, 24, title, { class: 'title' }),
    label(MARGIN, 44, y.title, { class: 'quiet' }),
  ];
  for (const tick of vertical.ticks) {
    const at = vertical.place(tick);
    parts.push(
      element('line', { x1: PLOT.left, x2: PLOT.right, y1: at, y2: at, class: 'grid' }),
      label(PLOT.left - 8, at + 4, y.text(tick), { class: 'quiet', 'text-anchor': 'end' }),
    );
  }
  for (const tick of horizontal.ticks) {
    const at = horizontal.place(tick);
    parts.push(label(at, PLOT.bottom + 20, x.text(tick), { class: 'quiet', 'text-anchor': 'middle' }));
  }
  parts.push(
    label((PLOT.left + PLOT.right) / 2, PLOT.bottom + 42, x.title, {
      class: 'quiet',
      'text-anchor': 'middle',
    }),
  );
  for (const [i, curve] of curves.entries()) {
    const kind = CLASSES[i % CLASSES.length]!;
    const places = curve.points.map(
      (point) => [horizontal.place(point.x), vertical.place(measure(point))] as const,
    );
    const path = places.map((place) => place.map((value) => value.toFixed(1)).join(',')).join(' ');
    parts.push(
      element('polyline', { points: path, class: `${kind} line`, style: 'fill: none' }),
      ...places.map(([cx, cy]) => element('circle', { cx, cy, r: 3.5, class: kind })),
    );
    if (curves.length > 1) {
      const at = MARGIN + 5 + i * 220;
      parts.push(
        element('circle', { cx: at, cy: 65, r: 4.5, class: kind }),
        label(at + 10, 69, curve.name, { class: 'quiet' }),
      );
    }
  }
  return drawing(WIDTH, HEIGHT, title, parts);
}

interface Scale {
  place(value: number): number;
  readonly ticks: readonly number[];
}

function scaleOf(values: readonly number[], logarithmic: boolean, [from, to]: [number, number]): Scale {
  if (logarithmic) {
    const positive = values.filter((value) => value > 0);
    const low = Math.floor(Math.log10(Math.min(...positive)) + NEAR);
    const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...positive)) - NEAR));
    const ticks = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
    const place = (value: number) =>
      from + ((Math.log10(Math.max(value, 10 ** (low - NEAR))) - low) / (high - low)) * (to - from);
    return { place, ticks };
  }
  const step = niceStep(Math.max(...values) / 4);
  const high = Math.max(1, Math.ceil(Math.max(...values) / step)) * step;
  const ticks = Array.from({ length: Math.round(high / step) + 1 }, (_, i) => i * step);
  return { place: (value) => from + (value / high) * (to - from), ticks };
}

/** Returns the smallest number that is 1, 2 or 5 times a power of ten and not below `least`. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-9)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least)!;
}

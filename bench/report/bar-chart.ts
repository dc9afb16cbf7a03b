import { millisecondsText } from './number-text.js';
import type { EntryResult, MatchResult } from './results.js';
import { drawing, element, label } from './svg.js';

const WIDTH = 760;
const MARGIN = 12;
const LEFT = 236;
const RIGHT = 116;
const TOP = 64;
const ROW = 34;
const BAR = 20;

/** Draws median times as bars, the shortest on top, with the spread of the middle half of the turns. */
export function barChart({ title, conditions, entries }: MatchResult): string {
  const sorted = [...entries].sort((a, b) => a.summary.median - b.summary.median);
  const most = Math.max(...sorted.map(({ summary }) => Math.max(summary.median, summary.quartiles[1])));
  const scale = (WIDTH - LEFT - RIGHT) / most;
  const several = new Set(entries.map(({ workload }) => workload)).size > 1;
  const parts = [
    label(MARGIN, 24, title, { class: 'title' }),
    label(MARGIN, 44, `Median time, shorter is better: ${conditions}`, { class: 'quiet' }),
    ...sorted.map((entry, i) => bar(entry, TOP + i * ROW, scale, several)),
  ];
  return drawing(WIDTH, TOP + sorted.length * ROW + 10, `${title}: median times`, parts);
}

function bar(entry: EntryResult, y: number, scale: number, several: boolean): string {
  const { title, does, place, workload, summary } = entry;
  const ours = title.startsWith('protomdl');
  const middle = y + BAR / 2;
  const width = Math.max(2, summary.median * scale);
  const [low, high] = summary.quartiles.map((value) => LEFT + value * scale) as [number, number];
  const kind = ours ? 'ours' : entry.language === 'C++' ? 'native' : 'peer';
  const what = several ? `${place}, ${workload}` : `${does}, ${place}`;
  return [
    label(LEFT - 10, middle - 2, title, { 'text-anchor': 'end', ...(ours && { class: 'strong' }) }),
    label(LEFT - 10, middle + 11, what, { 'text-anchor': 'end', class: 'quiet' }),
    element('rect', { x: LEFT, y, width, height: BAR, rx: 3, class: kind, 'stroke-width': 0 }),
    element('line', { x1: low, x2: high, y1: middle, y2: middle, class: 'spread' }),
    label(Math.max(LEFT + width, high) + 8, middle + 5, millisecondsText(summary.median), {
      class: ours ? 'value strong' : 'value',
    }),
  ].join('');
}

import type { Network, NetworkLayer } from '../../../show/network/network.js';
import type { Schedule, ScheduledLayer } from '../../../show/network/schedule.js';
import { grouped } from '../../../show/report/text.js';
import { shownText } from '../../text/shown-text.js';
import { lowerBound } from '../timeline/step-keys.js';
import { percent } from './layer-words.js';

export interface ScheduleRow {
  readonly work: ScheduledLayer;
  /** Index of the layer in the network; -1 if no layer has the name. */
  readonly position: number;
  /** First and last cycle of the layer's work. */
  readonly first: number;
  readonly last: number;
  /** Number of cycles in which the layer works. */
  readonly busy: number;
}

export function scheduleRows({ layers }: Network, schedule: Schedule): ScheduleRow[] {
  const positions = new Map(layers.map(({ name }, at) => [name, at]));
  return schedule.layers
    .filter(({ starts }) => starts.length > 0)
    .map((work): ScheduleRow => {
      let busy = 0;
      let last = 0;
      for (let at = 0; at < work.starts.length; at++) {
        const [start, end] = [work.starts[at] as number, work.ends[at] as number];
        busy += Math.max(0, end - start);
        last = Math.max(last, end);
      }
      return { work, position: positions.get(work.name) ?? -1, first: work.starts[0] as number, last, busy };
    })
    .sort((a, b) => a.first - b.first);
}

/** Returns the visible intervals of a layer's work, in pixels. Intervals that look connected are merged. */
export function stretches(
  { starts, ends }: ScheduledLayer,
  from: number,
  to: number,
  width: number,
): Float64Array {
  const found: number[] = [];
  const perCycle = width / Math.max(1, to - from);
  // The search requires ascending ends. Ends usually ascend; otherwise a few intervals may be missing.
  for (let at = lowerBound(ends, from); at < starts.length && (starts[at] as number) <= to; at++) {
    const left = Math.max(0, ((starts[at] as number) - from) * perCycle);
    const right = Math.min(width, Math.max(left + 1, ((ends[at] as number) - from) * perCycle));
    if (found.length > 0 && left - (found.at(-1) as number) < 0.75)
      found[found.length - 1] = Math.max(found.at(-1) as number, right);
    else found.push(left, right);
  }
  return Float64Array.from(found);
}

/** Returns the description of a row in lines; the first line is its name. */
export function rowLines(network: Network, { work, position, first, last, busy }: ScheduleRow): string[] {
  const layer: NetworkLayer | undefined = network.layers[position];
  const figures = layer?.figures ?? null;
  return [
    shownText(work.name, 200),
    `cycles ${grouped(first)} to ${grouped(last)}, ${grouped(work.starts.length)} rows`,
    `works in ${grouped(busy)} of them`,
    ...(figures !== null && figures.utilization > 0 ? [`utilisation ${percent(figures.utilization)}`] : []),
    ...(network.slowest !== null && position === network.slowest ? ['limits the frame rate'] : []),
  ];
}

import { grouped } from '../../../show/report/text.js';
import type { TimelineEntry } from '../../../tools/disasm/listing.js';

export interface ExpectedTrigger {
  readonly entry: TimelineEntry;
  /** Nanoseconds since the first trigger. */
  readonly atNs: number;
  /** Position in the drawing's lane, from 0 to 1. */
  readonly place: number;
}

/**
 * Returns the positions of triggers from the times that the compiler estimated; without different times, at
 * equal distances. Times are 64-bit numbers, and are rounded to the precision of a drawing.
 */
export function expectedOrder(order: readonly TimelineEntry[]): ExpectedTrigger[] {
  let now = 0;
  const times = order.map(({ fromPreviousNs }) => {
    now += Number(fromPreviousNs);
    return now;
  });
  const start = times[0] ?? 0;
  const span = (times.at(-1) ?? 0) - start;
  return order.map((entry, index) => {
    const atNs = (times[index] as number) - start;
    return { entry, atNs, place: span > 0 ? atNs / span : index / Math.max(1, order.length - 1) };
  });
}

/**
 * Returns the trigger nearest to a position from 0 to 1, within a distance; undefined without such a trigger.
 */
export function triggerNear(
  triggers: readonly ExpectedTrigger[],
  place: number,
  reach: number,
): ExpectedTrigger | undefined {
  let best: ExpectedTrigger | undefined;
  for (const trigger of triggers) {
    const distance = Math.abs(trigger.place - place);
    if (distance <= reach && (best === undefined || distance < Math.abs(best.place - place))) best = trigger;
  }
  return best;
}

const UNITS = ['ns', 'µs', 'ms', 's'];

/** Formats a time: `1.25 µs`. */
export function timeText(ns: number): string {
  let unit = 0;
  while (ns >= 1000 && unit < UNITS.length - 1) {
    ns /= 1000;
    unit++;
  }
  // In a hostile file, the number of seconds may be large.
  const digits = unit === 0 ? String(ns) : ns < 1000 ? ns.toPrecision(3) : grouped(Math.round(ns));
  return `${digits} ${UNITS[unit]}`;
}

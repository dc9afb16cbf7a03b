import { grouped } from '../../../show/report/text.js';
import type { TimelineEntry } from '../../../tools/disasm/listing.js';

/** A trigger in the order that the compiler expects. */
export interface ExpectedTrigger {
  readonly entry: TimelineEntry;
  /** Nanoseconds since the first trigger. */
  readonly atNs: number;
  /** Position in the lane, from 0 to 1. */
  readonly place: number;
}

/**
 * Places triggers by the times that the compiler estimated; one after the other if all times are equal. A
 * file has 64-bit times, which span more than years: drawing does not need all digits.
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

/** Nearest trigger to a position from 0 to 1, within a distance. */
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

/** `1.25 µs`. */
export function timeText(ns: number): string {
  let unit = 0;
  while (ns >= 1000 && unit < UNITS.length - 1) {
    ns /= 1000;
    unit++;
  }
  // A hostile file may have years in seconds.
  const digits = unit === 0 ? String(ns) : ns < 1000 ? ns.toPrecision(3) : grouped(Math.round(ns));
  return `${digits} ${UNITS[unit]}`;
}

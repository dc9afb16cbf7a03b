import { bytesText, grouped, offsetText } from '../../../report/text.js';
import { type ExpectedTrigger, timeText } from './expected-order.js';
import type { Step } from './step-list.js';

/** What is said of a step, what it is first. */
export function stepLines({ lane, path, offset, bytes, configuration }: Step, sharing = 1): string[] {
  return [
    lane.title,
    shortPath(path),
    `at ${offsetText(offset)}, ${bytesText(bytes)}`,
    ...(configuration > 0 ? [`writes ${bytesText(configuration)} of configuration`] : []),
    ...(sharing > 1 ? [`one of ${grouped(sharing)} at this place: come closer to tell them apart`] : []),
  ];
}

/** From the operation on: what is around it is the same for all. */
export function shortPath(path: string): string {
  return /operations?\[\d+\](?:\.actions\[\d+\])?$/.exec(path)?.[0] ?? path;
}

export function triggerLines({ entry, atNs }: ExpectedTrigger): string[] {
  const fields = Object.entries(entry.fields).map(([name, value]) => `${name} ${value}`);
  return [
    entry.member === '' ? 'no trigger' : entry.member,
    `expected after ${timeText(atNs)}, unique_id ${entry.uniqueId}`,
    ...(fields.length > 0 ? [fields.join(', ')] : []),
    `at ${offsetText(entry.offset)}`,
  ];
}

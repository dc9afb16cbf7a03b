import { bytesText, grouped, offsetText } from '../../../show/report/text.js';
import { type ExpectedTrigger, timeText } from './expected-order.js';
import type { ListedStep } from './step-list.js';

/** Description of a step, its kind first. */
export function stepLines({ lane, path, offset, bytes, configuration }: ListedStep, sharing = 1): string[] {
  return [
    lane.title,
    shortPath(path),
    `at ${offsetText(offset)}, ${bytesText(bytes)}`,
    ...(configuration > 0 ? [`writes ${bytesText(configuration)} of configuration`] : []),
    ...(sharing > 1 ? [`one of ${grouped(sharing)} at this position: zoom in to tell them apart`] : []),
  ];
}

/** Path from the operation on; the part before it is the same for all. */
export function shortPath(path: string): string {
  return /operations?\[\d+\](?:\.actions\[\d+\])?$/.exec(path)?.[0] ?? path;
}

/**
 * Returns the operands of disassembled lines, which are the text after the mnemonic, by the offset of their
 * step.
 */
export function operandsOf(lines: readonly string[], offsets: ArrayLike<number>): Map<number, string> {
  const operands = new Map<number, string>();
  for (const [at, line] of lines.entries()) {
    const offset = offsets[at] ?? -1;
    if (offset < 0 || operands.has(offset)) continue;
    // `0 lcu c1.l2 →` begins an operation; all other lines begin with the action.
    const [, rest = ''] = /^\s*(?:\d+ +)?\S+ *(.*?)(?: *→)?$/.exec(line) ?? [];
    operands.set(offset, rest.replaceAll(/ {2,}/g, '  '));
  }
  return operands;
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

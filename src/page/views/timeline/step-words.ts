import { bytesText, grouped, offsetText } from '../../../show/report/text.js';
import { type ExpectedTrigger, timeText } from './expected-order.js';
import type { ListedStep } from './step-list.js';

/** Returns the description of a step in lines; the first line is its kind. */
export function stepLines({ lane, path, offset, bytes, configuration }: ListedStep, sharing = 1): string[] {
  return [
    lane.title,
    shortPath(path),
    `at ${offsetText(offset)}, ${bytesText(bytes)}`,
    ...(configuration > 0 ? [`writes ${bytesText(configuration)} of configuration`] : []),
    ...(sharing > 1 ? [`one of ${grouped(sharing)} at this position: zoom in to tell them apart`] : []),
  ];
}

/** Returns the path from the operation on; the part before the operation is the same for all steps. */
export function shortPath(path: string): string {
  return /operations?\[\d+\](?:\.actions\[\d+\])?$/.exec(path)?.[0] ?? path;
}

/**
 * Returns the operands of disassembled lines by the offset of the step. The operands are the text after the
 * mnemonic.
 */
export function operandsOf(lines: readonly string[], offsets: ArrayLike<number>): Map<number, string> {
  const operands = new Map<number, string>();
  for (const [at, line] of lines.entries()) {
    const offset = offsets[at] ?? -1;
    if (offset < 0 || operands.has(offset)) continue;
    // A line with a number begins an operation, such as `0 lcu c1.l2 →`; any other line begins with the
    // mnemonic of an action.
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

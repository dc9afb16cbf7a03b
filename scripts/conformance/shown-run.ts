import { totalOf } from '../../test/conformance/tally.js';
import type { SuitesRun } from './run-suites.js';

/** Formats a run in a few lines for people. */
export function shownRun({ summaries, tally, faults }: SuitesRun): string {
  const { answered, refused, skipped, scans, views, kernelBytes } = tally;
  const lines = [
    ...summaries,
    `read and written again: ${counted(answered)}`,
    `refused: ${counted(refused)}`,
    `skipped: ${counted(skipped)}`,
    `readers: ${scans} scans (the kernel passed over ${kernelBytes} bytes) and ${views} readings by lazy views`,
  ];
  if (faults.length === 0) lines.push('passed, and all readers agreed on every message');
  else lines.push(...faults.map((fault) => `FAILED: ${fault}`));
  return lines.join('\n');
}

function counted(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  return `${totalOf(counts)}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
}

import { MAX_DEPTH, MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import type { Accelerator } from './accelerator.js';
import { MAX_PATIENCE } from './limits.js';
import type { Scanner } from './scanner.js';

/**
 * Lets a scanner's accelerator pass over records of the current frame, from `pos` on; raises `wanted` if it
 * needs more bytes. After each failure, more records are read before the accelerator is tried again.
 * @returns the position of the first record that the accelerator leaves to the scanner
 */
export function passRecords(scanner: Scanner, pos: number): number {
  const { frames } = scanner;
  const accelerator = scanner.accelerator as Accelerator;
  const depth = frames.depth;
  const node = frames.node[depth] as number;
  if (depth + frames.depthBase + (accelerator.levels[node] as number) > MAX_DEPTH) return pos;
  const end = Math.min(frames.end[depth] as number, scanner.limit);
  const row = frames.row[depth] as number;
  const next = accelerator.pass(node, pos, end, frames.arena, row, frames.setsAt(depth));
  scanner.pos = next;
  const expected = accelerator.takeExpected();
  if (expected !== undefined) scanner.findings.passed(expected);
  if (accelerator.wanted > 0 && !scanner.last) {
    scanner.wanted = accelerator.wanted + MAX_HEAD_BYTES;
    scanner.patience = 0;
  } else if (next > pos) {
    scanner.patience = 0;
    scanner.lastPatience = 0;
  } else {
    scanner.lastPatience = Math.min(scanner.lastPatience * 2 + 1, MAX_PATIENCE);
    scanner.patience = scanner.lastPatience;
  }
  return next;
}

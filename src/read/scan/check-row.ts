import type { Frames } from './frames.js';
import { type Plan, ROW_SUSPECT, type Together } from './plan.js';

/**
 * Checks the row of a message at its end, if the message has required fields or a field whose absence counts.
 */
export function checkRow(plan: Plan, frames: Frames, node: number, row: number, mask: number): void {
  const { arena } = frames;
  // The loops use an index: until this code is compiled, which a small file never reaches, `for…of` would
  // create an iterator for every list.
  const needs = plan.nodeNeeds[node] as readonly number[];
  const lists = plan.nodeLists[node] as readonly number[];
  const together = plan.nodeTogether[node] as readonly Together[];
  let suspect = false;
  for (let i = 0; i < needs.length; i++) suspect ||= (mask & (needs[i] as number)) === 0;
  for (let i = 0; i < lists.length; i++) {
    suspect ||= arena[row + (plan.entryCounter[lists[i] as number] as number)] === 0;
  }
  const kept = arena[row + (plan.nodeAt[node] as number) + 1] as number;
  for (let i = 0; i < together.length; i++) {
    const { presentKept, presentSeen, withoutKept, withoutSeen } = together[i] as Together;
    const present = (kept & presentKept) | (mask & presentSeen);
    suspect ||= present !== 0 && ((kept & withoutKept) | (mask & withoutSeen)) === 0;
  }
  const sums = plan.nodeSums[node] as readonly number[];
  if (sums.length > 0) suspect ||= sumOf(plan, frames, sums, kept) > frames.sumLimit;
  if (suspect) arena[row + ROW_SUSPECT] = 1;
  const absent = plan.nodeAbsent[node] as number;
  if (absent !== 0 && (mask & (plan.entryBit[absent] as number)) === 0) {
    frames.gather(plan.nodeAbsentSet[node] as number, 0);
  }
}

function sumOf(plan: Plan, frames: Frames, entries: readonly number[], kept: number): number {
  const { values } = frames;
  const slots = frames.slots[frames.depth] as number;
  let sum = 0;
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] as number;
    if ((kept & (plan.entryBit[entry] as number)) === 0) continue;
    const at = (slots + (plan.entrySlot[entry] as number)) * 2;
    sum += ((values[at + 1] as number) >>> 0) * 0x100000000 + ((values[at] as number) >>> 0);
  }
  return sum;
}

import type { Frames } from './frames.js';
import { type Plan, ROW_SUSPECT, type Together } from './plan.js';

/** A message ends that needs something, or in which a field counts although it is absent. */
export function judgeRow(plan: Plan, frames: Frames, node: number, row: number, mask: number): void {
  const { arena } = frames;
  // By index: until this is compiled, which small files never come to, iterators are made for every list.
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
  if (suspect) arena[row + ROW_SUSPECT] = 1;
  const absent = plan.nodeAbsent[node] as number;
  if (absent !== 0 && (mask & (plan.entryBit[absent] as number)) === 0) {
    frames.gather(plan.entrySet[absent] as number, 0);
  }
}

import type { OpenRecord } from './open-record.js';
import {
  ENTRY_BOUNDED,
  ENTRY_EMIT,
  ENTRY_SUMMED,
  ENTRY_TOGETHER,
  isInside,
  KIND_VARINT32,
  ROW_SUSPECT,
  SET_VALUES,
} from './plan.js';
import type { Scanner } from './scanner.js';

/**
 * Registers that a field occurred: updates counters, presence and oneofs, and the value if it is subscribed
 * to.
 */
export function present(
  record: OpenRecord,
  entry: number,
  startAbs: number,
  endAbs: number,
  lo: number,
  hi: number,
): void {
  const { plan, frames, mask } = record.scanner;
  const row = frames.row[frames.depth] as number;
  const counter = plan.entryCounter[entry] as number;
  if (counter >= 0) {
    frames.arena[row + counter] = (frames.arena[row + counter] as number) + 1;
    return;
  }
  const bit = plan.entryBit[entry] as number;
  if (bit === 0) return;
  takeOneof(record, entry, row);
  const wide = plan.entryKind[entry] === KIND_VARINT32 ? 0 : hi;
  keep(record.scanner, entry, row, startAbs, endAbs, lo, wide, (mask & bit) !== 0);
  record.scanner.mask |= bit;
}

/**
 * Registers the value of a singular field of the current frame, if it is subscribed to.
 * @param again true if the value replaces another, which must also be replaced if kept
 */
export function keep(
  scanner: Scanner,
  entry: number,
  row: number,
  startAbs: number,
  endAbs: number,
  lo: number,
  hi: number,
  again: boolean,
): void {
  const { plan, frames } = scanner;
  const set = plan.entryDistinct[entry] as number;
  if (set >= 0) {
    const isSure = again ? scanner.distinct.doubt(set) : scanner.distinct.take(set, lo >>> 0);
    if (!isSure) frames.arena[row + ROW_SUSPECT] = 1;
  }
  const slot = plan.entrySlot[entry] as number;
  if (slot < 0) return;
  const at = ((frames.slots[frames.depth] as number) + slot) * 2;
  frames.spans[at] = startAbs;
  frames.spans[at + 1] = endAbs;
  if ((plan.entryFlags[entry] as number) & ENTRY_BOUNDED) checkValue(scanner, entry, row, at, lo, hi, again);
}

/**
 * Collects or keeps the value of a subscribed field.
 * @param at the field's slot in the element
 */
function checkValue(
  scanner: Scanner,
  entry: number,
  row: number,
  at: number,
  lo: number,
  hi: number,
  again: boolean,
): void {
  const { plan, frames, handler } = scanner;
  const flags = plan.entryFlags[entry] as number;
  const value = (hi >>> 0) * 0x100000000 + (lo >>> 0);
  const set = plan.entrySet[entry] as number;
  const gathered = set >= 0 && !again && value < SET_VALUES;
  if (gathered) frames.gather(set, lo);
  else if (set >= 0 && again) handler.replaced?.(set);
  const outside =
    value > (plan.entryMax[entry] as number) ||
    value < (plan.entryMin[entry] as number) ||
    (lo & (plan.entryLow[entry] as number)) !== 0;
  const suspect = outside || (set >= 0 && !gathered) || again;
  if (suspect) frames.arena[row + ROW_SUSPECT] = 1;
  else if ((flags & ENTRY_EMIT) === 0 && (value === 0 || (flags & (ENTRY_TOGETHER | ENTRY_SUMMED)) === 0))
    return;
  frames.values[at] = lo;
  frames.values[at + 1] = hi;
  const kept = row + (plan.nodeAt[plan.entryNode[entry] as number] as number) + 1;
  frames.arena[kept] = (frames.arena[kept] as number) | (plan.entryBit[entry] as number);
  if ((flags & ENTRY_EMIT) !== 0) handler.value?.(scanner, entry, value, again);
}

/** Replaces another member of the same oneof. */
function takeOneof(record: OpenRecord, entry: number, row: number): void {
  const { scanner } = record;
  const { plan, frames } = scanner;
  const members = plan.entryOneof[entry] as number;
  const others = scanner.mask & members & ~(plan.entryBit[entry] as number);
  if (others === 0) return;
  const node = frames.node[frames.depth] as number;
  const before = record.entryOfBit(node, others);
  const at = ((frames.slots[frames.depth] as number) + (plan.entrySlot[before] as number)) * 2;
  const { spans } = frames;
  const overwrite = { entry: before, offset: spans[at] as number, end: spans[at + 1] as number };
  const given = plan.entryChild[before] as number;
  if (given !== 0) scanner.findings.overwrites.forget(row, (inner) => isInside(plan, inner, given));
  if (scanner.handler.replaced !== undefined) {
    for (const set of record.setsOf(before)) scanner.handler.replaced(set);
  }
  scanner.findings.overwrites.add(row, node, members, overwrite);
  scanner.mask &= ~members;
  const kept = row + (plan.nodeAt[node] as number) + 1;
  frames.arena[kept] = (frames.arena[kept] as number) & ~members;
  frames.arena[row + ROW_SUSPECT] = 1;
}

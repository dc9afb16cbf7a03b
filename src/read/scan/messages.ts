import { MAX_DEPTH, MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import { ANNOUNCED, BROKEN, GROUP, LOST, OVERRAN, RETAINED } from './frames.js';
import { MAX_RETAINED } from './limits.js';
import type { OpenRecord } from './open-record.js';
import {
  ENTRY_ANNOUNCE,
  ENTRY_ANNOUNCE_FIRST,
  NODE_LEAVE,
  NODE_RETAIN,
  NODE_WITHIN,
  ROW_SUSPECT,
} from './plan.js';
import { present } from './presence.js';
import { overrun, tooDeep } from './problems.js';
import type { Scanner } from './scanner.js';
import { skip } from './skipping.js';

/** Opens the message whose head the cursor has read, unless it is too deep. */
export function enterMessage(record: OpenRecord): boolean {
  const { scanner } = record;
  const { plan, frames } = scanner;
  const entry = record.entry;
  const depth = frames.depth;
  const { length, pos } = record.cursor;
  const claim = scanner.base + pos + length;
  const child = plan.entryChild[entry] as number;
  const available = frames.endAbs[depth] as number;
  const whole = pos + length - scanner.pos;
  const retain =
    ((plan.nodeFlags[child] as number) & NODE_RETAIN) !== 0 && whole <= MAX_RETAINED && claim <= available;
  if (retain && pos + length > scanner.limit && !scanner.last) {
    scanner.wanted = whole + MAX_HEAD_BYTES;
    return false;
  }
  record.endAbs = claim;
  record.reportIrregularities();
  if (depth + frames.depthBase >= MAX_DEPTH) {
    tooDeep(record, claim);
    if (claim > available) return overrun(record);
    // The message is not read, but still has an index in its list, so it counts.
    if (plan.nodeElement[child] === 0 && !isThere(record))
      frames.clearNode(child, frames.row[depth] as number);
    present(record, entry, record.startAbs, claim, 0, 0);
    scanner.pos = pos;
    return skip(record);
  }
  const merges = isThere(record);
  // The span has the claimed length, because the end of a stream is not known yet.
  present(record, entry, record.startAbs, claim, 0, 0);
  openFrame(record, child, entry, record.occurrence, claim, available, merges);
  if (merges) noteAbsent(scanner, child);
  if (retain && pos + length <= scanner.limit) frames.mark(frames.depth, RETAINED);
  scanner.pos = pos;
  return true;
}

/** True if the singular message occurred before: this record merges into that message. */
function isThere({ scanner, entry }: OpenRecord): boolean {
  return (scanner.mask & (scanner.plan.entryBit[entry] as number)) !== 0;
}

/**
 * Notifies the handler about another record of a message: a field that was counted as absent at the end of
 * the earlier record may appear now.
 */
function noteAbsent({ plan, mask, handler }: Scanner, node: number): void {
  const absent = plan.nodeAbsent[node] as number;
  if (absent !== 0 && (mask & (plan.entryBit[absent] as number)) === 0)
    handler.replaced?.(plan.nodeAbsentSet[node] as number);
}

/**
 * Returns the initial state of a message's frame if the message is announced or retained, or restarts id
 * sets.
 * @param pos start of its payload in the window
 * @param end end of its payload in the window
 * @returns -1 if the record reader has to handle the message: a retained record must be in the window as a
 * whole
 */
export function stateOf(
  { plan, frames, base, limit }: Scanner,
  entry: number,
  row: number,
  start: number,
  pos: number,
  end: number,
): number {
  const flags = plan.entryFlags[entry] as number;
  const counter = plan.entryCounter[entry] as number;
  const isFirst = counter < 0 || frames.arena[row + counter] === 0;
  const announced = isAnnounced(flags, isFirst) ? ANNOUNCED : 0;
  if (((plan.nodeFlags[plan.entryChild[entry] as number] as number) & NODE_RETAIN) === 0) return announced;
  if (end > limit || end - start > MAX_RETAINED) return -1;
  frames.payloadAbs[frames.depth + 1] = base + pos;
  return announced | RETAINED;
}

function isAnnounced(flags: number, isFirst: boolean): boolean {
  return (flags & ENTRY_ANNOUNCE) !== 0 || ((flags & ENTRY_ANNOUNCE_FIRST) !== 0 && isFirst);
}

/** Opens a frame after the head that the cursor has read. `merge` continues with the node's state. */
export function openFrame(
  record: OpenRecord,
  child: number,
  entry: number,
  index: number,
  claim: number,
  available: number,
  merge: boolean,
): void {
  const { scanner } = record;
  const { plan, frames } = scanner;
  const depth = frames.depth;
  const below = depth + 1;
  const row = frames.row[depth] as number;
  frames.arena[row + (plan.nodeAt[frames.node[depth] as number] as number)] = scanner.mask;
  const payload = scanner.base + record.cursor.pos;
  frames.place(below, child, entry, index, record.startAbs, payload, claim, available);
  if (plan.nodeElement[child] !== 0) {
    if ((plan.nodeFlags[child] as number) & NODE_WITHIN) scanner.distinct.enter(child);
    frames.openRow(depth);
    frames.clearRow(child, frames.row[below] as number);
  } else {
    frames.row[below] = row;
    frames.slots[below] = frames.slots[depth] as number;
    if (!merge) frames.clearNode(child, row);
  }
  frames.depth = below;
  if (isAnnounced(plan.entryFlags[entry] as number, index === 0)) frames.mark(below, ANNOUNCED);
  frames.rebaseAt(below, scanner.base);
  scanner.mask = frames.arena[(frames.row[below] as number) + (plan.nodeAt[child] as number)] as number;
}

/**
 * Ends the current record, for which something has to be reported or announced.
 * @returns false for the root, and after `stop`
 */
export function leaveMessage(scanner: Scanner): boolean {
  const { plan, frames, findings, handler } = scanner;
  const depth = frames.depth;
  const node = frames.node[depth] as number;
  if ((frames.state[depth] as number) & (OVERRAN | GROUP))
    findings.cut('', frames.startAbs[depth] as number, 0);
  const state = frames.state[depth] as number;
  if (state & GROUP) {
    // The cut also ends the open groups around this group.
    while ((frames.state[frames.depth] as number) & GROUP) scanner.pop();
    return true;
  }
  if (state & RETAINED && (state & (BROKEN | LOST)) === 0) {
    const payload = (frames.payloadAbs[depth] as number) - scanner.base;
    handler.record?.(scanner, scanner.bytes, payload, scanner.pos);
  }
  if (plan.nodeElement[node] !== 0) {
    const row = frames.row[depth] as number;
    const suspect = frames.arena[row + ROW_SUSPECT] !== 0;
    if (suspect) findings.flushOverwrites(row);
    const asked =
      ((plan.nodeFlags[node] as number) & NODE_LEAVE) | ((frames.state[depth] as number) & ANNOUNCED);
    if (suspect || asked !== 0) handler.leave(scanner);
  }
  if (scanner.stopped) return false;
  if (depth === 0) {
    findings.finish();
    return false;
  }
  scanner.pop();
  return true;
}

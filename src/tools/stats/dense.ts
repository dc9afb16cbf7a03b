import { OK } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { WIRE_LEN, WIRE_SGROUP } from '../../base/wire/tag.js';
import { type Counters, sizeClass } from './counters.js';
import {
  ACTION_UNKNOWN,
  ACTION_UNSET,
  BY_TAG,
  CHILD_TYPES,
  ENTRY_COUNT,
  IS_MEMBER,
  MESSAGES,
  POINTER_ID,
  ROLE_ACTION,
  ROLE_NONE,
  ROLE_TRIGGER,
  ROLES,
  SHAPE_BLOB,
  SHAPE_MESSAGE,
  SHAPE_NUMBER,
  SHAPES,
  SIZE_CLASSES,
  SLOT_OF,
  TRIGGER_UNKNOWN,
  TRIGGER_UNSET,
} from './ids.js';

/** Deeper than any type nests that does not hold itself. */
const MAX_LEVELS = 32;
const stops = new Int32Array(MAX_LEVELS);
const bases = new Int32Array(MAX_LEVELS);
const begins = new Int32Array(MAX_LEVELS);
const ids = new Int32Array(MAX_LEVELS);
const records = new RecordCursor();

/**
 * Counts what is in a message that is wholly in memory: the same as the steps of a tape, in one flat loop. Three
 * million actions (59 MB) take half the processor time that they take through the tape: 1.3 s against 2.6 s.
 *
 * It gives up at whatever is broken, and at groups and actions with several members, which the tape then says more
 * of. Nothing is left of what it had counted: it goes the same way again and subtracts.
 *
 * @param record position of the message's record in the window
 * @param start where its payload begins; `end` where it ends
 * @param root id of the record's entry; the record itself is the caller's to count
 * @param largest blobs that are longer are not for this loop
 */
export function countDense(
  bytes: Uint8Array,
  record: number,
  start: number,
  end: number,
  root: number,
  counters: Counters,
  largest: number,
): boolean {
  if (walk(bytes, record, start, end, root, counters, largest, 1)) {
    // In a message with nothing in it the loop has counted nothing, and hostile files have tens of thousands.
    if (start < end) counters.isDense = true;
    return true;
  }
  walk(bytes, record, start, end, root, counters, largest, -1);
  return false;
}

function walk(
  bytes: Uint8Array,
  record: number,
  start: number,
  end: number,
  root: number,
  counters: Counters,
  largest: number,
  sign: number,
): boolean {
  const { count, bytes: size, head, kindCount, kindBytes, blobCount, blobBytes } = counters;
  let depth = 0;
  let base = (CHILD_TYPES[root] as number) << 7;
  /** The member of the action or trigger that is open; -1 while there is none. */
  let member = -1;
  ids[0] = root;
  begins[0] = record;
  records.reset(bytes, start, end);
  for (;;) {
    if (!records.next()) {
      if (records.problem !== OK) return false;
      const role = ROLES[ids[depth] as number] as number;
      if (role !== ROLE_NONE) {
        if (role === ROLE_ACTION || role === ROLE_TRIGGER) {
          const kind = member >= 0 ? member : role === ROLE_ACTION ? ACTION_UNSET : TRIGGER_UNSET;
          counters.hasKinds = true;
          kindCount[kind]! += sign;
          kindBytes[kind]! += sign * (records.pos - (begins[depth] as number));
        }
        member = -1;
      }
      if (depth === 0) return true;
      depth--;
      records.end = stops[depth] as number;
      base = bases[depth] as number;
      continue;
    }
    const { tag, start: from, value, pos } = records;
    const id = tag < 0x80 ? (BY_TAG[base + tag] as number) : (MESSAGES[base >> 7]?.of(tag)?.id ?? -1);
    if (id < 0) {
      const wireType = tag & 7;
      if (wireType === WIRE_SGROUP) return false;
      const role = ROLES[ids[depth] as number] as number;
      if (wireType === WIRE_LEN && member < 0) {
        if (role === ROLE_ACTION) member = ACTION_UNKNOWN;
        else if (role === ROLE_TRIGGER) member = TRIGGER_UNKNOWN;
      }
      const unknown = ENTRY_COUNT + (base >> 7);
      count[unknown]! += sign;
      size[unknown]! += sign * (pos - from);
      continue;
    }
    const shape = SHAPES[id] as number;
    if (shape === SHAPE_BLOB) {
      const { length } = records;
      if (length > largest) return false;
      const slot = SLOT_OF[member < 0 ? id : member] as number;
      const which = slot * SIZE_CLASSES + sizeClass(length);
      counters.hasBlobs = true;
      blobCount[which]! += sign;
      blobBytes[which]! += sign * length;
    } else if (shape === SHAPE_MESSAGE && IS_MEMBER[id] === 1) {
      if (member >= 0 && member < ENTRY_COUNT) return false;
      // What it points to is asked for, and there are few: through the tape.
      if (id === POINTER_ID) return false;
      member = id;
    }
    count[id]! += sign;
    size[id]! += sign * (pos - from);
    // Of a number the first byte of the tag is not counted: it says which field it is.
    head[id]! += sign * (value - from - (shape === SHAPE_NUMBER ? 1 : 0));
    if (shape !== SHAPE_MESSAGE) continue;
    if (ROLES[id] !== ROLE_NONE) member = -1;
    stops[depth] = records.end;
    bases[depth] = base;
    depth++;
    ids[depth] = id;
    begins[depth] = from;
    records.reset(bytes, value, pos);
    base = (CHILD_TYPES[id] as number) << 7;
  }
}

import { Cursor, OK, WIRE_EGROUP, WIRE_I32, WIRE_I64, WIRE_LEN, WIRE_SGROUP } from '../wire/index.js';
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
  SHAPE_FIXED32,
  SHAPE_FIXED64,
  SHAPE_MESSAGE,
  SHAPE_VARINT,
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
const cursor = new Cursor(new Uint8Array(0));

/**
 * Counts what is in a message that is wholly in memory: the same as the steps of a tape, in one flat loop. Six
 * million messages (61 MB) take 0.2 s this way and 0.8 s through the tape, which is why it is there.
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
  if (walk(bytes, record, start, end, root, counters, largest, 1)) return true;
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
  let pos = start;
  let stop = end;
  let base = (CHILD_TYPES[root] as number) << 7;
  /** The member of the action or trigger that is open; -1 while there is none. */
  let member = -1;
  ids[0] = root;
  begins[0] = record;
  for (;;) {
    while (pos >= stop) {
      const role = ROLES[ids[depth] as number] as number;
      if (role !== ROLE_NONE) {
        if (role === ROLE_ACTION || role === ROLE_TRIGGER) {
          const kind = member >= 0 ? member : role === ROLE_ACTION ? ACTION_UNSET : TRIGGER_UNSET;
          kindCount[kind]! += sign;
          kindBytes[kind]! += sign * (pos - (begins[depth] as number));
        }
        member = -1;
      }
      if (depth === 0) return true;
      depth--;
      stop = stops[depth] as number;
      base = bases[depth] as number;
    }
    const tag = bytes[pos] as number;
    let at = pos + 1;
    let id = tag < 0x80 ? (BY_TAG[base + tag] as number) : -1;
    if (id < 0) {
      cursor.reset(bytes, pos, stop);
      if (cursor.readTag() !== OK) return false;
      const entry = MESSAGES[base >> 7]?.of(cursor.tag);
      if (entry === undefined) {
        const wireType = cursor.tag & 7;
        if (!skipUnknown(wireType, stop)) return false;
        const role = ROLES[ids[depth] as number] as number;
        if (wireType === WIRE_LEN && member < 0) {
          if (role === ROLE_ACTION) member = ACTION_UNKNOWN;
          else if (role === ROLE_TRIGGER) member = TRIGGER_UNKNOWN;
        }
        const unknown = ENTRY_COUNT + (base >> 7);
        count[unknown]! += sign;
        size[unknown]! += sign * (cursor.pos - pos);
        pos = cursor.pos;
        continue;
      }
      id = entry.id;
      at = cursor.pos;
      if ((SHAPES[id] as number) < SHAPE_MESSAGE) head[id]! += sign * (at - pos - 1);
    }
    const shape = SHAPES[id] as number;
    if (shape < SHAPE_MESSAGE) {
      if (shape === SHAPE_VARINT) {
        // A varint of more than ten bytes is broken.
        const last = at + 10;
        while ((bytes[at++] as number) >= 0x80) if (at === last) return false;
      } else at += shape === SHAPE_FIXED32 ? 4 : shape === SHAPE_FIXED64 ? 8 : 0;
      if (at > stop) return false;
      count[id]! += sign;
      size[id]! += sign * (at - pos);
      pos = at;
      continue;
    }
    let length = bytes[at++] as number;
    if (length >= 0x80) {
      cursor.reset(bytes, at - 1, stop);
      if (cursor.readLength() !== OK) return false;
      at = cursor.pos;
      length = cursor.length;
    }
    const next = at + length;
    if (next > stop) return false;
    if (shape === SHAPE_BLOB) {
      if (length > largest) return false;
      const slot = SLOT_OF[member < 0 ? id : member] as number;
      const which = slot * SIZE_CLASSES + sizeClass(length);
      blobCount[which]! += sign;
      blobBytes[which]! += sign * length;
    } else if (shape === SHAPE_MESSAGE && IS_MEMBER[id] === 1) {
      if (member >= 0 && member < ENTRY_COUNT) return false;
      // What it points to is asked for, and there are few: through the tape.
      if (id === POINTER_ID) return false;
      member = id;
    }
    count[id]! += sign;
    size[id]! += sign * (next - pos);
    head[id]! += sign * (at - pos);
    if (shape !== SHAPE_MESSAGE) {
      pos = next;
      continue;
    }
    if (ROLES[id] !== ROLE_NONE) member = -1;
    stops[depth] = stop;
    bases[depth] = base;
    depth++;
    ids[depth] = id;
    begins[depth] = pos;
    pos = at;
    stop = next;
    base = (CHILD_TYPES[id] as number) << 7;
  }
}

/** Leaves the cursor after the value of an unknown field. False for groups, and what is broken. */
function skipUnknown(wireType: number, stop: number): boolean {
  if (wireType === WIRE_SGROUP || wireType === WIRE_EGROUP) return false;
  if (wireType === WIRE_LEN) {
    if (cursor.readLength() !== OK) return false;
    cursor.pos += cursor.length;
  } else if (wireType === WIRE_I32) cursor.pos += 4;
  else if (wireType === WIRE_I64) cursor.pos += 8;
  else if (cursor.readVarint() !== OK) return false;
  return cursor.pos <= stop;
}

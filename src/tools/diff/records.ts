import { fieldByNumber } from '../../base/schema/lookup.js';
import {
  type FieldTable,
  isPackable,
  type MessageTable,
  TYPE_BOOL,
  TYPE_DOUBLE,
  TYPE_FIXED64,
  TYPE_INT64,
  TYPE_MESSAGE,
  TYPE_SFIXED64,
  TYPE_SINT64,
  TYPE_UINT64,
  wireTypeOf,
} from '../../base/schema/table.js';
import { Cursor, readNumber } from '../../base/wire/cursor.js';
import { MAX_DEPTH, MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import { CUT, OK, type WireProblem } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { WIRE_I32, WIRE_LEN, WIRE_VARINT } from '../../base/wire/tag.js';
import { MAX_LOADED, type Segment } from './content.js';
import { type ComparedScalar, Fields } from './fields.js';
import { SegmentRecords } from './segment-records.js';

export {
  type Break,
  type ComparedScalar as ScalarValue,
  type ComparedValue as FieldValue,
  Fields,
  type MessageValue,
  type NumbersValue,
  type TextValue,
  UNKNOWN_GROUP as GROUP,
} from './fields.js';

/** Reads the fields of a message from these stretches of a file. */
export function fieldsOf(segments: readonly Segment[], table: MessageTable): Fields {
  const fields = new Fields(table);
  for (const segment of segments) {
    read(fields, segment);
    // Nothing after a break is read, not even other occurrences of the message.
    if (fields.break !== undefined) break;
  }
  return fields;
}

/** True if values of a type have 64 bits. */
export function isLong(type: number): boolean {
  switch (type) {
    case TYPE_DOUBLE:
    case TYPE_INT64:
    case TYPE_UINT64:
    case TYPE_FIXED64:
    case TYPE_SFIXED64:
    case TYPE_SINT64:
      return true;
    default:
      return false;
  }
}

/** Returns the part of a value's low half that its type keeps. */
export function keptLow(type: number, lo: number, hi: number): number {
  return type === TYPE_BOOL ? ((lo | hi) !== 0 ? 1 : 0) : lo;
}

function read(fields: Fields, segment: Segment): void {
  const records = new SegmentRecords();
  records.begin(segment);
  while (records.next()) {
    const { tag, start, value, end, lo, hi } = records;
    const field = knownField(fields.table, tag);
    if (field === undefined) {
      if ((tag & 7) === WIRE_VARINT) fields.putUnknownNumber(tag, lo, hi, start);
      else fields.putUnknown(tag, segment, start, value, end);
    } else if ((tag & 7) === WIRE_LEN) putPayload(fields, field, segment, start, value, end);
    else putNumber(fields, field, lo, hi, start, end);
  }
  if (records.problem !== OK) breakAt(fields, segment, records.problem, records.start);
}

/** Registers a break at a record. A truncated message contributes its existing part. */
function breakAt(fields: Fields, segment: Segment, problem: WireProblem, record: number): void {
  fields.break = { problem, offset: record };
  const head = segment.part(record, Math.min(MAX_HEAD_BYTES, segment.end - record)).bytes;
  const records = new RecordCursor(head);
  records.next();
  if (problem === CUT && (records.tag & 7) === WIRE_LEN && records.length >= 0) {
    const field = knownField(fields.table, records.tag);
    if (field?.type === TYPE_MESSAGE) {
      putPayload(fields, field, segment, record, record + records.value, segment.end);
      return;
    }
  }
  fields.rest = segment.part(record, segment.end - record);
}

/** Returns the field that readers assign to a record of this tag. */
function knownField(table: MessageTable, tag: number): FieldTable | undefined {
  const field = fieldByNumber(table, tag >>> 3);
  if (field === undefined) return undefined;
  const wireType = tag & 7;
  if (wireType === wireTypeOf(field.type)) return field;
  return wireType === WIRE_LEN && field.repeated && isPackable(field.type) ? field : undefined;
}

function putPayload(
  fields: Fields,
  field: FieldTable,
  segment: Segment,
  record: number,
  value: number,
  end: number,
): void {
  const { number } = field;
  if (isPackable(field.type)) {
    const packed = segment.part(value, end - value);
    // A list of a million or more numbers is compared as bytes.
    if (packed.length > MAX_LOADED) fields.putUnknown((number << 3) | WIRE_LEN, segment, record, value, end);
    else putPacked(fields, field, packed, record);
    return;
  }
  if (field.repeated) {
    const kind = field.type === TYPE_MESSAGE ? 'elements' : 'texts';
    fields.elements(number, kind).push(segment, record, value, end);
    return;
  }
  fields.win(field);
  const payload = segment.part(value, end - value);
  if (field.type !== TYPE_MESSAGE) {
    fields.values.set(number, { kind: 'text', segment: payload, offset: record, length: end - record });
    return;
  }
  const before = fields.values.get(number);
  if (before?.kind === 'message') before.segments.push(payload);
  else {
    fields.values.set(number, { kind: 'message', segments: [payload], offset: record, length: end - record });
  }
}

function putNumber(
  fields: Fields,
  field: FieldTable,
  lo: number,
  hi: number,
  record: number,
  end: number,
): void {
  const low = keptLow(field.type, lo, hi);
  const high = isLong(field.type) ? hi : 0;
  if (field.repeated) {
    const list = fields.numbers(field.number);
    list.lo.push(low);
    list.hi.push(high);
    list.offsets.push(record);
    return;
  }
  fields.win(field);
  const value: ComparedScalar = { kind: 'scalar', lo: low, hi: high, offset: record, length: end - record };
  fields.values.set(field.number, value);
}

function putPacked(fields: Fields, field: FieldTable, packed: Segment, record: number): void {
  const { memory, pos } = packed;
  const cursor = new Cursor(memory, pos, pos + packed.length);
  const wireType = wireTypeOf(field.type);
  while (cursor.pos < cursor.end) {
    if (readNumber(cursor, wireType) !== OK) {
      const offset = packed.offset + cursor.pos - pos;
      fields.break ??= { problem: CUT, offset };
      fields.rest ??= packed.part(offset, packed.end - offset);
      return;
    }
    putNumber(fields, field, cursor.lo, wireType === WIRE_I32 ? 0 : cursor.hi, record, record);
  }
}

/**
 * Greatest depth of messages that are compared by their fields. Deeper messages, which readers refuse, are
 * compared as bytes.
 */
export const MAX_NESTING = MAX_DEPTH;

import {
  type FieldTable,
  type MessageTable,
  TYPE_ENUM,
  TYPE_INT32,
  TYPE_SINT32,
  TYPE_UINT32,
} from '../../base/schema/table.js';
import type { Cursor } from '../../base/wire/cursor.js';
import { CUT_BITS, NON_MINIMAL } from './row.js';

/** Oddities of the varint that the cursor has read, as a value of the field. */
export function oddOf(cursor: Cursor, field: FieldTable | undefined): number {
  let odd = cursor.overlong ? NON_MINIMAL : 0;
  if (field === undefined) return odd;
  if (cursor.cut) odd |= CUT_BITS;
  const { lo, hi } = cursor;
  if (hi === 0) return odd;
  const { type } = field;
  const isUnsigned = type === TYPE_UINT32 || type === TYPE_SINT32;
  const isSigned = type === TYPE_INT32 || type === TYPE_ENUM;
  if (isUnsigned || (isSigned && !(hi === -1 && lo < 0))) odd |= CUT_BITS;
  return odd;
}

const places = new WeakMap<FieldTable, number>();

/** A field's place in its message's table. */
export function placeOf(table: MessageTable, field: FieldTable): number {
  let place = places.get(field);
  if (place === undefined) {
    place = table.fields.indexOf(field);
    places.set(field, place);
  }
  return place;
}

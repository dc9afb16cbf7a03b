import { losesBits } from '../../base/schema/scalar.js';
import type { FieldTable, MessageTable } from '../../base/schema/table.js';
import type { Cursor } from '../../base/wire/cursor.js';
import { CUT_BITS, NON_MINIMAL } from './row.js';

/** Returns marks for irregularities of the varint that the cursor has read, as a value of the field. */
export function marksOf({ overlong, cut, lo, hi }: Cursor, field: FieldTable | undefined): number {
  const marks = overlong ? NON_MINIMAL : 0;
  if (field === undefined) return marks;
  return marks | (cut || losesBits(field.type, lo, hi) ? CUT_BITS : 0);
}

const places = new WeakMap<FieldTable, number>();

/** Returns a field's index in its message's table. */
export function placeOf(table: MessageTable, field: FieldTable): number {
  let place = places.get(field);
  if (place === undefined) {
    place = table.fields.indexOf(field);
    places.set(field, place);
  }
  return place;
}

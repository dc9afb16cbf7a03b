import { enumValueName } from '../schema/lookup.js';
import { MDL } from '../schema/mdl.gen.js';
import {
  type EnumTable,
  type FieldTable,
  TYPE_BOOL,
  TYPE_DOUBLE,
  TYPE_ENUM,
  TYPE_FIXED32,
  TYPE_FLOAT,
  TYPE_INT32,
  TYPE_INT64,
  TYPE_SFIXED32,
  TYPE_SFIXED64,
  TYPE_SINT32,
  TYPE_SINT64,
  TYPE_UINT32,
} from '../schema/table.js';
import { doubleOf, floatOf, int64Of, sint32Of, sint64Of, uint64Of } from '../wire/index.js';

/** A number as people write it: enum values by name, where they have one. */
export function scalarText(field: FieldTable, lo: number, hi: number): string {
  switch (field.type) {
    case TYPE_BOOL:
      return String(lo !== 0 || hi !== 0);
    case TYPE_ENUM:
      return enumValueName(MDL.enums[field.enum] as EnumTable, lo) ?? String(lo);
    case TYPE_DOUBLE:
      return String(doubleOf(lo, hi));
    case TYPE_FLOAT:
      return String(floatOf(lo));
    case TYPE_INT32:
    case TYPE_SFIXED32:
      return String(lo);
    case TYPE_UINT32:
    case TYPE_FIXED32:
      return String(lo >>> 0);
    case TYPE_SINT32:
      return String(sint32Of(lo));
    case TYPE_SINT64:
      return String(sint64Of(lo, hi));
    case TYPE_INT64:
    case TYPE_SFIXED64:
      return String(int64Of(lo, hi));
    default:
      return String(uint64Of(lo, hi));
  }
}

import { doubleOf, floatOf, int64Of, sint32Of, sint64Of, uint64Of } from '../wire/value.js';
import {
  TYPE_BOOL,
  TYPE_DOUBLE,
  TYPE_ENUM,
  TYPE_FIXED32,
  TYPE_FIXED64,
  TYPE_FLOAT,
  TYPE_INT32,
  TYPE_INT64,
  TYPE_SFIXED64,
  TYPE_SINT32,
  TYPE_SINT64,
  TYPE_UINT32,
  TYPE_UINT64,
} from './table.js';

/**
 * Returns the value of a number on the wire by the type of its field: a bigint for 64-bit integers, and a
 * number for an enum's value.
 * @param lo @param hi halves of the number, as signed 32-bit integers
 */
export function decodeScalar(type: number, lo: number, hi: number): number | bigint | boolean {
  switch (type) {
    case TYPE_BOOL:
      return lo !== 0 || hi !== 0;
    case TYPE_FLOAT:
      return floatOf(lo);
    case TYPE_DOUBLE:
      return doubleOf(lo, hi);
    case TYPE_UINT64:
    case TYPE_FIXED64:
      return uint64Of(lo, hi);
    case TYPE_INT64:
    case TYPE_SFIXED64:
      return int64Of(lo, hi);
    case TYPE_SINT64:
      return sint64Of(lo, hi);
    case TYPE_SINT32:
      return sint32Of(lo);
    case TYPE_UINT32:
    case TYPE_FIXED32:
      return lo >>> 0;
    default:
      return lo;
  }
}

/**
 * True if a varint has bits that the type of its field loses: a 32-bit type keeps only the low half, with its
 * sign.
 */
export function losesBits(type: number, lo: number, hi: number): boolean {
  if (hi === 0) return false;
  if (type === TYPE_UINT32 || type === TYPE_SINT32) return true;
  return (type === TYPE_INT32 || type === TYPE_ENUM) && !(hi === -1 && lo < 0);
}

/**
 * Returns a number in protobuf's JSON form: a text for 64-bit integers, and for values that JSON cannot
 * express (including -0, which would lose its sign). For a 32-bit float, returns the number with the fewest
 * digits that is read as the same float.
 */
export function showScalar(type: number, lo: number, hi: number): number | string | boolean {
  const value = decodeScalar(type, lo, hi);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'boolean') return value;
  if (Object.is(value, -0)) return '-0';
  if (!Number.isFinite(value)) return String(value);
  return type === TYPE_FLOAT ? shortestFloat(value) : value;
}

/** Returns the double with the shortest decimal form that is read as the same 32-bit float. */
export function shortestFloat(value: number): number {
  // `toPrecision` would lose the sign of -0.
  if (value === 0) return value;
  // Six digits also find any form that is shorter. Below 2^-126, where floats are farther apart in relation
  // to their size, six digits may miss a shorter form, so that the search begins with one digit.
  for (let digits = Math.abs(value) < 2 ** -126 ? 1 : 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}

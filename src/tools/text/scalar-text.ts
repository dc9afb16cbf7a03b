import { shortestFloat } from '../../base/schema/scalar.js';
import { doubleOf, floatOf, sint32Of } from '../../base/wire/value.js';
import {
  BOOL,
  type Cell,
  DOUBLE,
  ENUM,
  FLOAT,
  INT32,
  INT64,
  type Notation,
  SINT32,
  SINT64,
  TEXTPROTO,
  UINT64,
} from './notation.js';
import { doubleText, floatText, jsonNumber } from './number-text.js';
import type { TextBuffer } from './text-buffer.js';

/** Writes a number. @param lo the lower half of its bits as they lie in the record, signed; @param hi the upper one */
export function writeScalar(
  out: TextBuffer,
  { layout, words }: Notation,
  cell: Cell,
  lo: number,
  hi: number,
): void {
  const isJson = layout !== TEXTPROTO;
  switch (cell.form) {
    case INT32:
      out.int32(lo);
      break;
    case SINT32:
      out.int32(sint32Of(lo));
      break;
    case BOOL:
      out.text((lo | hi) === 0 ? 'false' : 'true');
      break;
    case ENUM: {
      const value = cell.values?.get(lo);
      if (value === undefined) out.int32(lo);
      else out.word(words, value.word, value.length);
      break;
    }
    case UINT64:
    case INT64:
    case SINT64:
      if (isJson) out.byte(0x22);
      if (cell.form === UINT64) out.uint64(lo, hi);
      else if (cell.form === INT64) out.int64(lo, hi);
      else {
        const sign = -(lo & 1);
        out.int64(((lo >>> 1) | (hi << 31)) ^ sign, (hi >>> 1) ^ sign);
      }
      if (isJson) out.byte(0x22);
      break;
    case FLOAT:
    case DOUBLE: {
      const isFloat = cell.form === FLOAT;
      const value = isFloat ? floatOf(lo) : doubleOf(lo, hi);
      if (!isJson) out.text(isFloat ? floatText(value) : doubleText(value));
      else if (!Number.isFinite(value)) out.text(`"${value}"`);
      else out.text(jsonNumber(isFloat ? shortestFloat(value) : value));
      break;
    }
    default:
      out.uint32(lo >>> 0);
  }
}

/** Whether a value is the default of its type, of which 32-bit ones have only the lower half. */
export function isZero({ form }: Cell, lo: number, hi: number): boolean {
  if (lo !== 0) return false;
  return hi === 0 || (form !== BOOL && form !== DOUBLE && (form < UINT64 || form > SINT64));
}

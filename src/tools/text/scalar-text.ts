import { shortestFloat } from '../../base/schema/scalar.js';
import { doubleOf, floatOf, int64Of, sint32Of, sint64Of, uint64Of } from '../../base/wire/value.js';
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

/**
 * Writes a number.
 * @param lo lower half of the number's bits as in the record, signed; @param hi the upper half
 */
export function writeScalar(out: TextBuffer, { layout }: Notation, cell: Cell, lo: number, hi: number): void {
  const isJson = layout !== TEXTPROTO;
  switch (cell.form) {
    case INT32:
      out.int(lo);
      break;
    case SINT32:
      out.int(sint32Of(lo));
      break;
    case BOOL:
      out.text((lo | hi) === 0 ? 'false' : 'true');
      break;
    case ENUM: {
      const value = cell.values?.get(lo);
      if (value === undefined) out.int(lo);
      else out.word(value);
      break;
    }
    case UINT64:
    case INT64:
    case SINT64:
      if (isJson) out.byte(0x22);
      out.text(String(wideOf(cell.form, lo, hi)));
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
      out.int(lo >>> 0);
  }
}

function wideOf(form: number, lo: number, hi: number): number | bigint {
  if (form === SINT64) return sint64Of(lo, hi);
  if (hi === 0) return lo >>> 0;
  return form === UINT64 ? uint64Of(lo, hi) : int64Of(lo, hi);
}

/** True if a value is the default of its type. 32-bit types use only the lower half. */
export function isZeroValue({ form }: Cell, lo: number, hi: number): boolean {
  if (lo !== 0) return false;
  return hi === 0 || (form !== BOOL && form !== DOUBLE && (form < UINT64 || form > SINT64));
}

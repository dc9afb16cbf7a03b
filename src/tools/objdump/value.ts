import { showScalar } from '../../base/schema/scalar.js';
import {
  type FieldTable,
  type SchemaTables,
  TYPE_BYTES,
  TYPE_MESSAGE,
  TYPE_STRING,
  wireTypeOf,
} from '../../base/schema/table.js';
import { hexOf } from '../../base/wire/bytes.js';
import { Cursor, readNumber } from '../../base/wire/cursor.js';
import { OK } from '../../base/wire/problem.js';
import { WIRE_LEN } from '../../base/wire/tag.js';
import { characterEnd, decodeUtf8 } from '../../base/wire/utf8.js';
import { type ShownNumber, shownNumber } from '../../read/outline/values.js';
import type { Row } from './row.js';
import { MAX_SEEN } from './rows.js';

/** Limits for the bytes of a binary payload, and for the elements of a list, that are shown. */
const SHOWN_BYTES = 16;
const SHOWN_ELEMENTS = 16;
/** Bytes of a long text, and of a list, that are shown. */
const PREVIEW = 96;
const SHOWN_TEXT = 512;

/**
 * The value of a row's record, for display. 64-bit numbers are text, and so are values for which JSON has no
 * number.
 */
export type ShownValue =
  | { readonly kind: 'none' }
  | ShownNumber
  /** `isCut` is true if the value is longer than the shown part. */
  | { readonly kind: 'text'; readonly value: string; readonly isCut: boolean }
  | { readonly kind: 'list'; readonly value: readonly (number | string | boolean)[]; readonly isCut: boolean }
  /** Hexadecimal digits of the first bytes, two for each. */
  | { readonly kind: 'bytes'; readonly value: string; readonly isCut: boolean };

const NO_VALUE: ShownValue = { kind: 'none' };

/** Reads the value of a row by its field's type; without a field, by its wire type. */
export function shownValue(row: Row, schema: SchemaTables): ShownValue {
  const { kind, field, wireType } = row;
  if (kind !== 'record') return NO_VALUE;
  if (wireType !== WIRE_LEN) return shownNumber(field, wireType, row, schema);
  if (field?.type === TYPE_MESSAGE) return NO_VALUE;
  const from = row.start + row.headLength;
  const end = row.start + Math.min(row.shown, row.length);
  if (field?.type === TYPE_STRING || (row.holder === undefined && isText(row.bytes, from, end))) {
    return textValue(row, from, end);
  }
  if (field !== undefined && field.type !== TYPE_BYTES) return listValue(row, field, from, end);
  const stop = Math.min(end, from + SHOWN_BYTES);
  return { kind: 'bytes', value: hexOf(row.bytes.subarray(from, stop)), isCut: row.claimed > stop - from };
}

function textValue(row: Row, from: number, end: number): ShownValue {
  // If a text is longer than a walk reads, only the part that every walk has in memory is shown.
  const most = row.claimed > MAX_SEEN ? PREVIEW : 4 * SHOWN_TEXT;
  let stop = Math.min(end, from + most);
  // Characters are not cut in two. Only the shown bytes decide, because other walks may not have more in memory.
  if (row.claimed > stop - from) stop = characterEnd(row.bytes, from, stop);
  const text = decodeUtf8(row.bytes, from, stop);
  const shown = text.length > SHOWN_TEXT ? [...text].slice(0, SHOWN_TEXT).join('') : text;
  return { kind: 'text', value: shown, isCut: shown.length < text.length || row.claimed > stop - from };
}

function listValue(row: Row, field: FieldTable, from: number, end: number): ShownValue {
  const wireType = wireTypeOf(field.type);
  const cursor = new Cursor(row.bytes, from, Math.min(end, from + PREVIEW));
  const value: (number | string | boolean)[] = [];
  while (cursor.pos < cursor.end && value.length < SHOWN_ELEMENTS) {
    const problem = readNumber(cursor, wireType);
    if (problem !== OK) break;
    value.push(showScalar(field.type, cursor.lo, cursor.hi));
  }
  return { kind: 'list', value, isCut: cursor.pos < from + row.claimed };
}

/** True for printable ASCII, which is shown as text if no schema is given. */
function isText(bytes: Uint8Array, from: number, end: number): boolean {
  if (end - from < 2) return false;
  for (let i = from; i < end; i++) {
    const byte = bytes[i] as number;
    if (byte < 0x20 || byte > 0x7e) return false;
  }
  return true;
}

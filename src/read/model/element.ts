import { ProtomdlError } from '../../base/diagnostics/error.js';
import {
  joinPath,
  TYPE_BOOL,
  TYPE_BYTES,
  TYPE_DOUBLE,
  TYPE_FIXED32,
  TYPE_FIXED64,
  TYPE_FLOAT,
  TYPE_INT64,
  TYPE_SFIXED64,
  TYPE_SINT32,
  TYPE_SINT64,
  TYPE_STRING,
  TYPE_UINT32,
  TYPE_UINT64,
} from '../../base/schema/table.js';
import { decodeUtf8, isUtf8, MAX_STRING } from '../../base/wire/utf8.js';
import { doubleOf, floatOf, int64Of, sint32Of, sint64Of, uint64Of } from '../../base/wire/value.js';
import { BlobHandle } from './blob.js';
import type { FieldFinder } from './field-finder.js';
import type { FieldLayout } from './layout.js';
import type { ScalarValue } from './scalar-view.js';
import type { Walker } from './walker.js';
import type { Window } from './window.js';

/**
 * Decodes a string that begins at `pos` of a window and may end beyond it.
 * @param walker at the string's record, for an element of a list
 * @throws ProtomdlError `string-not-utf8` or `string-too-long`, at the string's record
 */
export function stringAt(
  window: Window,
  pos: number,
  length: number,
  owner: FieldFinder,
  number: number,
  walker?: Walker,
): string {
  const { maxText = Number.POSITIVE_INFINITY } = window.store;
  if (length > maxText) return `${beginningAt(window, pos, maxText)}…`;
  let { bytes } = window;
  if (length > bytes.length - pos) {
    if (length > MAX_STRING) {
      throw stringError('string-too-long', `a string of ${length} bytes is too long`, owner, number, walker);
    }
    const offset = window.base + pos;
    const around = window.store.window(offset, length);
    bytes = around.bytes;
    pos = offset - around.base;
  }
  const text = decodeUtf8(bytes, pos, pos + length);
  // Invalid UTF-8 decodes to U+FFFD, but the string may also contain this character itself.
  if (text.includes('\uFFFD') && !isUtf8(bytes, pos, pos + length)) {
    throw stringError('string-not-utf8', 'a string is not UTF-8', owner, number, walker);
  }
  return text;
}

/** Decodes the complete characters of the first `length` bytes; invalid UTF-8 becomes U+FFFD. */
function beginningAt(window: Window, pos: number, length: number): string {
  const offset = window.base + pos;
  const { bytes, base } = window.store.window(offset, length + 1);
  const start = offset - base;
  let end = start + length;
  // The byte at `end` continues a character: go back to the beginning of that character.
  while (end > start && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return decodeUtf8(bytes, start, end);
}

/** Returns a handle to bytes that begin at `pos` of a window and may end beyond it. */
export function blobAt(window: Window, pos: number, length: number): BlobHandle {
  const held = length <= window.bytes.length - pos ? window : undefined;
  return new BlobHandle(window.base + pos, length, window.store, held);
}

export type ScalarReader = (walker: Walker, owner: FieldFinder, field: FieldLayout) => ScalarValue;

/** Returns the decoder of a type's elements. The default case decodes int32, enum and sfixed32. */
export function scalarReader(type: number): ScalarReader {
  switch (type) {
    case TYPE_DOUBLE:
      return ({ lo, hi }) => doubleOf(lo, hi);
    case TYPE_FLOAT:
      return ({ lo }) => floatOf(lo);
    case TYPE_INT64:
    case TYPE_SFIXED64:
      return ({ lo, hi }) => int64Of(lo, hi);
    case TYPE_UINT64:
    case TYPE_FIXED64:
      return ({ lo, hi }) => uint64Of(lo, hi);
    case TYPE_SINT64:
      return ({ lo, hi }) => sint64Of(lo, hi);
    case TYPE_UINT32:
    case TYPE_FIXED32:
      return ({ lo }) => lo >>> 0;
    case TYPE_SINT32:
      return ({ lo }) => sint32Of(lo);
    case TYPE_BOOL:
      return ({ lo, hi }) => (lo | hi) !== 0;
    case TYPE_STRING:
      return (walker, owner, field) =>
        stringAt(walker.window, walker.valuePos, walker.valueLength, owner, field.table.number, walker);
    case TYPE_BYTES:
      return ({ window, valuePos, valueLength }) => blobAt(window, valuePos, valueLength);
    default:
      return ({ lo }) => lo;
  }
}

function stringError(
  code: string,
  text: string,
  owner: FieldFinder,
  number: number,
  walker: Walker | undefined,
): ProtomdlError {
  const field = owner.layout.field(number);
  const offset = (walker ?? owner.recordOf(field))?.recordOffset ?? -1;
  const path = joinPath(owner.path, field.table.name);
  return new ProtomdlError(code, `${text} (offset ${offset}, in ${path})`, offset, path);
}

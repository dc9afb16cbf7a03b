import { Cursor } from '../../base/wire/cursor.js';
import { MAX_DEPTH } from '../../base/wire/limits.js';
import { OK } from '../../base/wire/problem.js';
import {
  fieldNumberOf,
  WIRE_EGROUP,
  WIRE_I32,
  WIRE_I64,
  WIRE_LEN,
  WIRE_SGROUP,
  WIRE_VARINT,
} from '../../base/wire/tag.js';
import { uint64Of } from '../../base/wire/value.js';
import { type BlobPrinter, INLINE_BYTES } from './blobs.js';
import { COMPACT, type Layout } from './notation.js';
import type { TextBuffer } from './text-buffer.js';

/**
 * Prints unknown fields by number. They are known to be readable, because the caller has skipped the record;
 * only a group may break off: it is printed up to the break.
 */

/**
 * Prints an unknown record in JSON and YAML, on one line. Moves the cursor from the end of the record's tag
 * to the end of the record.
 */
export function unknownJson(
  out: TextBuffer,
  layout: Layout,
  blobs: BlobPrinter,
  cursor: Cursor,
  tag: number,
): void {
  const colon = layout === COMPACT ? ':' : ': ';
  const comma = layout === COMPACT ? ',' : ', ';
  out.text(`{"number"${colon}${fieldNumberOf(tag)}${comma}`);
  switch (tag & 7) {
    case WIRE_VARINT:
      cursor.readVarint();
      out.text(`"varint"${colon}"${uint64Of(cursor.lo, cursor.hi)}"}`);
      break;
    case WIRE_I32:
      cursor.readFixed32();
      out.text(`"i32"${colon}${cursor.lo >>> 0}}`);
      break;
    case WIRE_I64:
      cursor.readFixed64();
      out.text(`"i64"${colon}"${uint64Of(cursor.lo, cursor.hi)}"}`);
      break;
    case WIRE_LEN: {
      cursor.readLength();
      const from = cursor.pos;
      cursor.pos = from + cursor.length;
      out.text(`"bytes"${colon}`);
      blobs.value(out, cursor.bytes, from, cursor.pos);
      out.text('}');
      break;
    }
    default: {
      out.text(`"group"${colon}[`);
      let isFirst = true;
      for (let inner = nextInGroup(cursor); inner !== 0; inner = nextInGroup(cursor)) {
        if (!isFirst) out.text(comma);
        isFirst = false;
        unknownJson(out, layout, blobs, cursor, inner);
      }
      out.text(']}');
    }
  }
}

/** Reads the next tag in a group; returns 0 at the end of the group, or where it becomes unreadable. */
function nextInGroup(cursor: Cursor): number {
  if (cursor.readTag() !== OK) cursor.pos = cursor.end;
  else {
    const { tag, pos } = cursor;
    if ((tag & 7) === WIRE_EGROUP) return 0;
    if ((tag & 7) === WIRE_SGROUP || cursor.skipValue(tag, 0) === OK) {
      cursor.pos = pos;
      return tag;
    }
    cursor.pos = cursor.end;
  }
  return 0;
}

/** Number of levels at which bytes are tried as a message, as in libprotobuf. */
const GUESSED_LEVELS = 10;

/**
 * Prints an unknown record in text format as libprotobuf does: bytes that can be read as a message are
 * printed as one, unless the result would have more levels than `assemble` reads back.
 * @param level level of indentation
 * @param depth number of messages and groups open around the record
 * @param budget number of levels that may still be tried
 */
export function unknownTextproto(
  out: TextBuffer,
  blobs: BlobPrinter,
  cursor: Cursor,
  tag: number,
  level: number,
  depth: number,
  budget = GUESSED_LEVELS,
): void {
  const name = String(fieldNumberOf(tag));
  switch (tag & 7) {
    case WIRE_VARINT:
      cursor.readVarint();
      out.text(`${name}: ${uint64Of(cursor.lo, cursor.hi)}`);
      break;
    case WIRE_I32:
      cursor.readFixed32();
      out.text(`${name}: 0x${(cursor.lo >>> 0).toString(16).padStart(8, '0')}`);
      break;
    case WIRE_I64:
      cursor.readFixed64();
      out.text(`${name}: 0x${uint64Of(cursor.lo, cursor.hi).toString(16).padStart(16, '0')}`);
      break;
    case WIRE_LEN: {
      cursor.readLength();
      const from = cursor.pos;
      const to = from + cursor.length;
      const { bytes } = cursor;
      const mayOpen = to > from && budget > 0 && depth < MAX_DEPTH;
      if (mayOpen && isMessage(bytes, from, to, Math.max(depth + 1, MAX_DEPTH - budget))) {
        out.text(`${name} {`);
        const inside = new Cursor(bytes, from, to);
        while (inside.pos < to) {
          inside.readTag();
          out.line(level + 1);
          unknownTextproto(out, blobs, inside, inside.tag, level + 1, depth + 1, budget - 1);
        }
        out.line(level);
        out.text('}');
      } else {
        out.text(`${name}: `);
        if (to - from <= INLINE_BYTES) out.octalString(bytes, from, to);
        else blobs.value(out, bytes, from, to);
      }
      cursor.pos = to;
      break;
    }
    default: {
      out.text(`${name} {`);
      for (let inner = nextInGroup(cursor); inner !== 0; inner = nextInGroup(cursor)) {
        out.line(level + 1);
        unknownTextproto(out, blobs, cursor, inner, level + 1, depth + 1, budget - 1);
      }
      out.line(level);
      out.text('}');
    }
  }
}

/** True if bytes can be read as a message at this depth, with groups no deeper than any reader follows. */
function isMessage(bytes: Uint8Array, from: number, to: number, depth: number): boolean {
  const cursor = new Cursor(bytes, from, to);
  while (cursor.pos < to) {
    if (cursor.readTag() !== OK || (cursor.tag & 7) === WIRE_EGROUP) return false;
    if (cursor.skipValue(cursor.tag, (cursor.tag & 7) === WIRE_SGROUP ? depth : 0) !== OK) return false;
  }
  return true;
}

import { MAX_DEPTH } from '../../base/wire/limits.js';
import { OK } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import {
  fieldNumberOf,
  WIRE_I32,
  WIRE_I64,
  WIRE_LEN,
  WIRE_SGROUP,
  WIRE_VARINT,
} from '../../base/wire/tag.js';
import { uint64Of } from '../../base/wire/value.js';
import { SMALL_PAYLOAD } from '../../read/outline/load.js';
import { type BlobPrinter, INLINE_BYTES } from './blobs.js';
import { COMPACT, type Layout } from './notation.js';
import type { TextBuffer } from './text-buffer.js';

/**
 * Prints unknown fields by number. All of these fields are readable, except that a group may break off; a
 * group is printed up to the break.
 */

/** Prints the unknown record at which the cursor is, in JSON and YAML, on one line. */
export function unknownJson(out: TextBuffer, layout: Layout, blobs: BlobPrinter, record: RecordCursor): void {
  const colon = layout === COMPACT ? ':' : ': ';
  const comma = layout === COMPACT ? ',' : ', ';
  const { tag, lo, hi } = record;
  out.text(`{"number"${colon}${fieldNumberOf(tag)}${comma}`);
  switch (tag & 7) {
    case WIRE_VARINT:
      out.text(`"varint"${colon}"${uint64Of(lo, hi)}"}`);
      break;
    case WIRE_I32:
      out.text(`"i32"${colon}${lo >>> 0}}`);
      break;
    case WIRE_I64:
      out.text(`"i64"${colon}"${uint64Of(lo, hi)}"}`);
      break;
    case WIRE_LEN:
      out.text(`"bytes"${colon}`);
      blobs.value(out, record.bytes, record.value, record.valueEnd);
      out.text('}');
      break;
    default: {
      out.text(`"group"${colon}[`);
      let isFirst = true;
      recordsIn(record, (inner) => {
        if (!isFirst) out.text(comma);
        isFirst = false;
        unknownJson(out, layout, blobs, inner);
      });
      out.text(']}');
    }
  }
}

/** Calls `print` for the records of a group, and for an inner group that breaks off. */
function recordsIn({ bytes, value, valueEnd }: RecordCursor, print: (record: RecordCursor) => void): void {
  const records = new RecordCursor(bytes, value, valueEnd);
  while (records.next()) print(records);
  if (records.problem === OK || (records.tag & 7) !== WIRE_SGROUP) return;
  records.valueEnd = valueEnd;
  print(records);
}

/** Number of levels at which bytes are tried as a message, as in libprotobuf. */
const GUESSED_LEVELS = 10;

/**
 * Prints an unknown record in text format as libprotobuf does: bytes that can be read as a message are
 * printed as a message, unless they are longer than an outline keeps, or the result would have more levels than
 * `assemble` reads back.
 * @param level level of indentation
 * @param depth number of messages and groups open around the record
 * @param budget number of levels that may still be tried
 */
export function unknownTextproto(
  out: TextBuffer,
  blobs: BlobPrinter,
  record: RecordCursor,
  level: number,
  depth: number,
  budget = GUESSED_LEVELS,
): void {
  const { tag, lo, hi, bytes, value, valueEnd } = record;
  const name = String(fieldNumberOf(tag));
  const inner = (one: RecordCursor): void => {
    out.line(level + 1);
    unknownTextproto(out, blobs, one, level + 1, depth + 1, budget - 1);
  };
  switch (tag & 7) {
    case WIRE_VARINT:
      out.text(`${name}: ${uint64Of(lo, hi)}`);
      return;
    case WIRE_I32:
      out.text(`${name}: 0x${(lo >>> 0).toString(16).padStart(8, '0')}`);
      return;
    case WIRE_I64:
      out.text(`${name}: 0x${uint64Of(lo, hi).toString(16).padStart(16, '0')}`);
      return;
    case WIRE_LEN: {
      const length = valueEnd - value;
      // An outline leaves out longer payloads, so they are not tried in memory either.
      const mayOpen = length > 0 && length <= SMALL_PAYLOAD && budget > 0 && depth < MAX_DEPTH;
      if (mayOpen && isMessage(bytes, value, valueEnd, Math.max(depth + 1, MAX_DEPTH - budget))) break;
      out.text(`${name}: `);
      if (length <= INLINE_BYTES) out.octalString(bytes, value, valueEnd);
      else blobs.value(out, bytes, value, valueEnd);
      return;
    }
  }
  out.text(`${name} {`);
  recordsIn(record, inner);
  out.line(level);
  out.text('}');
}

/** True if bytes can be read as a message at this depth, with groups no deeper than any reader follows. */
function isMessage(bytes: Uint8Array, from: number, to: number, depth: number): boolean {
  const records = new RecordCursor(bytes, from, to, depth);
  while (records.next());
  return records.problem === OK;
}

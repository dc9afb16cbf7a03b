import { type FieldTable, joinPath, TYPE_ENUM, TYPE_INT32, wireTypeOf } from '../../base/schema/table.js';
import { MAX_VARINT_BYTES } from '../../base/wire/limits.js';
import { WIRE_I32, WIRE_I64 } from '../../base/wire/tag.js';
import { int32At } from '../../base/wire/value.js';
import { MAX_VALUE_TEXT } from './limits.js';
import {
  ENTRY_EMIT,
  KIND_I32,
  KIND_I64,
  KIND_PACKED,
  KIND_STRING,
  KIND_VARINT32,
  KIND_VARINT64,
  type Plan,
  ROW_SUSPECT,
} from './plan.js';
import { keep } from './presence.js';
import type { Scanner } from './scanner.js';

/**
 * Returns the entry of a tag of two bytes; 0 if the tag has no entry, or is not written the way encoders
 * write it.
 */
export function longEntry(tags: Plan['longTags'][number] | undefined, first: number, second: number): number {
  if (tags === undefined || second >= 0x80 || second === 0) return 0;
  return tags.get((first & 0x7f) | (second << 7)) ?? 0;
}

/**
 * Passes over the value of a string, a blob, a fixed number or a packed list that lies completely in the
 * window and is written the way encoders write it. Other values go to the record reader.
 * @param start start of its record, @param pos start of its value or length
 * @returns the position after the value; 0 if the record reader has to read the value
 */
export function passField(
  scanner: Scanner,
  kind: number,
  entry: number,
  row: number,
  start: number,
  pos: number,
  end: number,
): number {
  if (kind === KIND_I32 || kind === KIND_I64) return passFixed(scanner, kind, entry, row, start, pos, end);
  const { plan, frames, bytes, base } = scanner;
  let payload = pos;
  let length = bytes[payload++] as number;
  if (length >= 0x80) {
    length = (length & 0x7f) | ((bytes[payload] as number) << 7);
    if ((bytes[payload++] as number) >= 0x80) {
      length = (length & 0x3fff) | ((bytes[payload] as number) << 14);
      if ((bytes[payload++] as number) >= 0x80) return 0;
    }
    if (bytes[payload - 1] === 0) return 0;
  }
  const next = payload + length;
  if (next > end || next > scanner.limit) return 0;
  if (kind === KIND_PACKED) return passPacked(scanner, entry, row, payload, next) ? next : 0;
  const shown = plan.entryText[entry] !== 0;
  if (kind === KIND_STRING) {
    if (!isAscii(bytes, payload, next)) return 0;
    if (shown) emitText(scanner, entry, row, start, payload, next);
  } else if (shown && scanner.handler.head?.(scanner, entry, bytes, payload, length) === true) {
    frames.arena[row + ROW_SUSPECT] = 1;
  }
  const counter = plan.entryCounter[entry] as number;
  if (counter >= 0) frames.arena[row + counter] = (frames.arena[row + counter] as number) + 1;
  else if (length > (plan.entryPlain[entry] as number))
    keep(scanner, entry, row, base + start, base + next, length, 0, false);
  return next;
}

function passFixed(
  scanner: Scanner,
  kind: number,
  entry: number,
  row: number,
  start: number,
  pos: number,
  end: number,
): number {
  const { plan, frames, bytes, base } = scanner;
  const next = pos + (kind === KIND_I32 ? 4 : 8);
  if (next > end || next > scanner.limit || ((plan.entryFlags[entry] as number) & ENTRY_EMIT) !== 0) return 0;
  const counter = plan.entryCounter[entry] as number;
  if (counter >= 0) frames.arena[row + counter] = (frames.arena[row + counter] as number) + 1;
  else if (plan.entryPlain[entry] !== Number.POSITIVE_INFINITY) {
    const high = kind === KIND_I32 ? 0 : int32At(bytes, pos + 4);
    keep(scanner, entry, row, base + start, base + next, int32At(bytes, pos), high, false);
  }
  return next;
}

/**
 * Counts the elements of a packed list. Returns false if a varint has more than one byte or passes the list's
 * end.
 */
function passPacked(
  { plan, frames, bytes }: Scanner,
  entry: number,
  row: number,
  from: number,
  to: number,
): boolean {
  const wireType = wireTypeOf((plan.entryField[entry] as FieldTable).type);
  const size = wireType === WIRE_I64 ? 8 : wireType === WIRE_I32 ? 4 : 1;
  const length = to - from;
  if (size === 1 ? !isAscii(bytes, from, to) : length % size !== 0) return false;
  const counter = row + (plan.entryCounter[entry] as number);
  frames.arena[counter] = (frames.arena[counter] as number) + length / size;
  return true;
}

/**
 * Emits a string that lies completely in the window; called before the string is counted, because its path
 * needs the number of earlier strings.
 */
function emitText(
  scanner: Scanner,
  entry: number,
  row: number,
  start: number,
  from: number,
  to: number,
): void {
  const { plan, frames, bytes, base } = scanner;
  const { name, repeated } = plan.entryField[entry] as FieldTable;
  const segment = repeated ? `${name}[${frames.arena[row + (plan.entryCounter[entry] as number)]}]` : name;
  scanner.handler.text?.(scanner, {
    entry,
    path: joinPath(frames.path(frames.depth), segment),
    offset: base + start,
    length: to - start,
    bytes,
    start: from,
    end: Math.min(to, from + MAX_VALUE_TEXT),
    byteLength: to - from,
  });
}

/** True if all bytes are ASCII characters, or varints of one byte. */
function isAscii(bytes: Uint8Array, from: number, to: number): boolean {
  let bits = 0;
  for (let i = from; i < to; i++) bits |= bytes[i] as number;
  return bits < 0x80;
}

/**
 * Passes over a singular varint at `pos` of more than four bytes that is written the way encoders write it.
 * @param first position of its first byte
 * @returns the position after the varint; 0 if the record reader has to read the varint
 */
export function passLongVarint(
  scanner: Scanner,
  kind: number,
  entry: number,
  row: number,
  start: number,
  first: number,
  pos: number,
  end: number,
): number {
  const { plan, bytes, base } = scanner;
  const plain = plan.entryPlain[entry] as number;
  if (kind === KIND_VARINT32) {
    const last = bytes[pos] as number;
    let next = pos + 1;
    if (last > 0xf) {
      // A negative number is written with 64 bits, so the bytes of its sign extension must follow.
      if (!isSigned(plan, entry) || last < 0xf8 || !isSignExtension(bytes, pos + 1)) return 0;
      next = first + MAX_VARINT_BYTES;
    }
    if (last === 0 || next > end) return 0;
    const value =
      ((bytes[first] as number) & 0x7f) |
      (((bytes[first + 1] as number) & 0x7f) << 7) |
      (((bytes[first + 2] as number) & 0x7f) << 14) |
      (((bytes[first + 3] as number) & 0x7f) << 21) |
      (last << 28);
    if (value >>> 0 <= plain) return next;
    if (((plan.entryFlags[entry] as number) & ENTRY_EMIT) !== 0) return 0;
    keep(scanner, entry, row, base + start, base + next, value, 0, false);
    return next;
  }
  if (kind !== KIND_VARINT64 || plain !== Number.POSITIVE_INFINITY) return 0;
  let at = pos;
  const most = first + MAX_VARINT_BYTES;
  while ((bytes[at] as number) >= 0x80 && at < most) at++;
  const last = bytes[at] as number;
  // Of the tenth byte, only one bit is valid.
  return last === 0 || at >= most || at >= end || (at === most - 1 && last > 1) ? 0 : at + 1;
}

function isSigned({ entryField }: Plan, entry: number): boolean {
  const { type } = entryField[entry] as FieldTable;
  return type === TYPE_INT32 || type === TYPE_ENUM;
}

/** True if the rest of a ten-byte varint is all ones, up to bit 63. */
function isSignExtension(bytes: Uint8Array, at: number): boolean {
  const ones =
    (bytes[at] as number) & (bytes[at + 1] as number) & (bytes[at + 2] as number) & (bytes[at + 3] as number);
  return ones === 0xff && bytes[at + 4] === 1;
}

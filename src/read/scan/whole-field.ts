import { MAX_VARINT_BYTES } from '../../base/wire/limits.js';
import { KIND_BYTES, KIND_I32, KIND_STRING, ROW_SUSPECT } from './plan.js';
import { keep } from './presence.js';
import type { Scanner } from './scanner.js';

/**
 * Passes over the value of a string, a blob or a fixed number, all of which is in the window and written as encoders
 * do. What is more than that is the record reader's.
 * @param start where its record begins, @param pos where its value or length does
 * @returns the position after it; 0 where the record reader is to read it
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
  const { plan, frames, bytes, base } = scanner;
  const plain = plan.entryPlain[entry] as number;
  let payload = pos;
  let length = kind === KIND_I32 ? 4 : 8;
  if (kind === KIND_STRING || kind === KIND_BYTES) {
    length = bytes[payload++] as number;
    if (length >= 0x80) {
      length = (length & 0x7f) | ((bytes[payload] as number) << 7);
      if ((bytes[payload++] as number) >= 0x80) {
        length = (length & 0x3fff) | ((bytes[payload] as number) << 14);
        if ((bytes[payload++] as number) >= 0x80) return 0;
      }
      if (bytes[payload - 1] === 0) return 0;
    }
  } else if (plain !== Number.POSITIVE_INFINITY) {
    return 0;
  }
  const next = payload + length;
  if (next > end || next > scanner.limit) return 0;
  const shown = plan.entryText[entry] !== 0;
  if (kind === KIND_STRING && (shown || !isAscii(bytes, payload, next))) return 0;
  if (shown && scanner.handler.head?.(scanner, entry, bytes, payload, length) === true) {
    frames.arena[row + ROW_SUSPECT] = 1;
  }
  const counter = plan.entryCounter[entry] as number;
  if (counter >= 0) frames.arena[row + counter] = (frames.arena[row + counter] as number) + 1;
  else if (length > plain) keep(scanner, entry, row, base + start, base + next, length, 0, false);
  return next;
}

/** Whether a string is UTF-8 without a look at what bytes mean together. */
function isAscii(bytes: Uint8Array, from: number, to: number): boolean {
  let bits = 0;
  for (let i = from; i < to; i++) bits |= bytes[i] as number;
  return bits < 0x80;
}

/**
 * The position after a varint of 64 bits that goes on past its fourth byte, at \`pos\`; 0 where it is written as no
 * encoder would.
 * @param first where its first byte is
 */
export function passLongVarint(bytes: Uint8Array, first: number, pos: number): number {
  let at = pos;
  const most = first + MAX_VARINT_BYTES;
  while ((bytes[at] as number) >= 0x80 && at < most) at++;
  const last = bytes[at] as number;
  // The tenth byte holds one bit.
  return last === 0 || at >= most || (at === most - 1 && last > 1) ? 0 : at + 1;
}

import { RecordCursor } from '../../base/wire/record-cursor.js';
import { WIRE_EGROUP } from '../../base/wire/tag.js';

/** Number of records to check: noise rarely reads as this many consecutive records. */
const TRIED = 64;
/** Schemas written by people rarely have larger field numbers. */
const MAX_LIKELY_NUMBER = 4096;

/**
 * Guesses without a schema if bytes are a message: complete records with likely field numbers, and not
 * readable text. A wrong guess appears as a message that breaks off.
 * @param isWhole true if `bytes[from, end)` is the whole payload
 */
export function guessesMessage(bytes: Uint8Array, from: number, end: number, isWhole: boolean): boolean {
  if (from >= end || isText(bytes, from, end)) return false;
  const records = new RecordCursor(bytes, from, end);
  for (let tried = 0; tried < TRIED && records.pos < end; tried++) {
    const isRead = records.next();
    const { tag } = records;
    if (tag !== 0 && (tag >>> 3 > MAX_LIKELY_NUMBER || (tag & 7) === WIRE_EGROUP || records.overlong))
      return false;
    // A record that continues past the window still fits a message.
    if (!isRead) return !isWhole && tried > 1;
  }
  return true;
}

/**
 * Detects printable ASCII, like nearly all text in files; a message of three or more printable bytes is
 * unlikely.
 */
function isText(bytes: Uint8Array, from: number, end: number): boolean {
  if (end - from < 3) return false;
  for (let i = from; i < Math.min(end, from + 256); i++) {
    const byte = bytes[i] as number;
    if (byte < 0x20 || byte > 0x7e) return false;
  }
  return true;
}

import { RecordCursor } from '../../base/wire/record-cursor.js';
import { WIRE_EGROUP } from '../../base/wire/tag.js';

/** Records that are looked at: noise that reads as so many records in a row is rare. */
const TRIED = 64;
/** Field numbers past this are not what people write schemas with. */
const MAX_LIKELY_NUMBER = 4096;

/**
 * Whether bytes look like a message, without a schema: whole records of likely field numbers, and no text
 * that a person would have written. A guess; a wrong one shows as a message that breaks off.
 * @param isWhole whether `bytes[from, end)` is all of it
 */
export function guessesMessage(bytes: Uint8Array, from: number, end: number, isWhole: boolean): boolean {
  if (from >= end || isText(bytes, from, end)) return false;
  const records = new RecordCursor(bytes, from, end);
  for (let tried = 0; tried < TRIED && records.pos < end; tried++) {
    const isRead = records.next();
    const { tag } = records;
    if (tag !== 0 && (tag >>> 3 > MAX_LIKELY_NUMBER || (tag & 7) === WIRE_EGROUP || records.overlong))
      return false;
    // What goes on past a window says nothing against it.
    if (!isRead) return !isWhole && tried > 1;
  }
  return true;
}

/** Printable ASCII, as nearly all text in files is; a message of printable bytes alone is unlikely from three on. */
function isText(bytes: Uint8Array, from: number, end: number): boolean {
  if (end - from < 3) return false;
  for (let i = from; i < Math.min(end, from + 256); i++) {
    const byte = bytes[i] as number;
    if (byte < 0x20 || byte > 0x7e) return false;
  }
  return true;
}

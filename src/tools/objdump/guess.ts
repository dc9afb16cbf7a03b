import { tagOf, WIRE_EGROUP } from '../../base/wire/tag.js';
import { varintSize } from '../../base/wire/value.js';
import type { FileBytes } from '../../read/outline/file-bytes.js';
import type { Reading } from '../../read/outline/reading.js';
import { fieldPlace, GROUP_CELL, RecordWalk } from '../../read/outline/records.js';

/** Number of records to check: noise seldom has this number of consecutive readable records. */
const TRIED = 64;
/** Schemas written by people rarely have larger field numbers. */
const MAX_LIKELY_NUMBER = 4096;
/** Bytes to check for text. */
const LOOKED_AT = 256;

/**
 * Guesses without a schema if the payload of a record is a message: complete records with likely field numbers,
 * and not readable text. A wrong guess appears as a message that breaks off.
 */
export function* guessesMessage(
  file: FileBytes,
  { valueOffset: from, valueEnd: end, claimed }: RecordWalk,
): Reading<boolean> {
  const { bytes, base } = yield* file.load(from, Math.min(end - from, LOOKED_AT));
  if (from >= end || isText(bytes, from - base, end - base)) return false;
  const level = { end, fields: undefined, depth: 1 };
  const walk = new RecordWalk(file, level, fieldPlace(level, from));
  for (let tried = 0; tried < TRIED && (walk.step() ?? (yield* walk.next())); tried++) {
    const { number, wireType, tagLength } = walk;
    if (number > MAX_LIKELY_NUMBER || wireType === WIRE_EGROUP) return false;
    if (number > 0 && tagLength > varintSize(tagOf(number, wireType))) return false;
    const isWhole = walk.problem === null && !(walk.kind === GROUP_CELL && walk.valueEnd === walk.end);
    // The payload can still be a message if the payload and its last record are cut at the same place.
    if (!isWhole) return end - from < claimed && tried > 1;
  }
  return true;
}

/**
 * True for three or more bytes of printable ASCII, as in nearly all text in files. A message of this length
 * rarely has only printable bytes.
 */
function isText(bytes: Uint8Array, from: number, end: number): boolean {
  if (end - from < 3) return false;
  for (let i = from; i < Math.min(end, from + LOOKED_AT); i++) {
    const byte = bytes[i] as number;
    if (byte < 0x20 || byte > 0x7e) return false;
  }
  return true;
}

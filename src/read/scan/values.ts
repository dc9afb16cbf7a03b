import { losesBits } from '../../base/schema/scalar.js';
import { type FieldTable, joinPath, wireTypeOf as wireTypeOfType } from '../../base/schema/table.js';
import { MAX_HEAD_BYTES, MAX_VARINT_BYTES } from '../../base/wire/limits.js';
import { OK, OVERFLOW, type WireProblem } from '../../base/wire/problem.js';
import { WIRE_I32, WIRE_VARINT } from '../../base/wire/tag.js';
import { UTF8_BAD, UTF8_START, utf8Step } from '../../base/wire/utf8.js';
import { BROKEN, LOST } from './frames.js';
import { MAX_VALUE_TEXT } from './limits.js';
import { GIVEN_UP, NOTHING, type OpenRecord } from './open-record.js';
import { ROW_SUSPECT } from './plan.js';
import { present } from './presence.js';
import { overrun } from './problems.js';
import { TRUNCATED } from './wire-findings.js';

/** Handles a varint or a fixed value that the cursor has read. */
export function readScalar(record: OpenRecord): boolean {
  const { scanner } = record;
  const cursor = record.cursor;
  const endAbs = scanner.base + cursor.pos;
  record.endAbs = endAbs;
  record.reportIrregularities();
  present(record, record.entry, record.startAbs, endAbs, cursor.lo, cursor.hi);
  scanner.pos = cursor.pos;
  return true;
}

/** Registers a varint with bits that its field type cuts. */
export function checkBits(record: OpenRecord, type: number): void {
  const { lo, hi } = record.cursor;
  if (losesBits(type, lo, hi)) record.irregularities |= TRUNCATED;
}

/** Continues with the payload of a string, at the scanner's position. */
export function readString(record: OpenRecord): boolean {
  const { scanner } = record;
  const { frames } = scanner;
  const end = record.endAbs - scanner.base;
  if (record.endAbs > (frames.endAbs[frames.depth] as number)) return overrun(record);
  const to = Math.min(end, scanner.limit);
  if (record.utf8 !== UTF8_BAD) record.utf8 = utf8Step(record.utf8, scanner.bytes, scanner.pos, to);
  scanner.pos = to;
  if (to < end) return false;
  record.state = NOTHING;
  present(record, record.entry, record.startAbs, record.endAbs, record.length, 0);
  if (record.utf8 !== UTF8_START) {
    scanner.findings.say('string-not-utf8', record.startAbs, record.endAbs, record.segment(), 'is not UTF-8');
    // The message cannot be read completely: a parser refuses it, and a view throws at this field.
    scanner.frames.mark(scanner.frames.depth, LOST);
  }
  return true;
}

/** Continues with the payload of a packed list. */
export function readPacked(record: OpenRecord): boolean {
  const { scanner } = record;
  const { plan, frames } = scanner;
  if (record.endAbs > (frames.endAbs[frames.depth] as number)) return overrun(record);
  const field = plan.entryField[record.entry] as FieldTable;
  const wireType = wireTypeOfType(field.type);
  const cursor = record.cursor;
  const end = record.endAbs - scanner.base;
  cursor.reset(scanner.bytes, scanner.pos, Math.min(end, scanner.limit));
  while (cursor.pos < end) {
    // Waits for the next window, unless this window has a whole element or the last bytes.
    if (end > scanner.limit && cursor.pos > scanner.limit - MAX_VARINT_BYTES) {
      scanner.pos = cursor.pos;
      return false;
    }
    const problem =
      wireType === WIRE_VARINT
        ? cursor.readVarint()
        : wireType === WIRE_I32
          ? cursor.readFixed32()
          : cursor.readFixed64();
    if (problem !== OK) return badElement(record, problem, cursor.pos);
    if (wireType === WIRE_VARINT) {
      record.note();
      checkBits(record, field.type);
    }
    record.elements++;
  }
  scanner.pos = end;
  record.state = NOTHING;
  const counter = (frames.row[frames.depth] as number) + (plan.entryCounter[record.entry] as number);
  frames.arena[counter] = (frames.arena[counter] as number) + record.elements;
  record.reportIrregularities();
  return true;
}

/** Gives up a packed list: one of its elements is not a valid varint, or does not end with the list. */
function badElement(record: OpenRecord, problem: WireProblem, pos: number): boolean {
  const { scanner } = record;
  record.problem = problem;
  record.problemAbs = scanner.base + pos;
  record.state = GIVEN_UP;
  scanner.pos = record.endAbs - scanner.base;
  return givenUp(record);
}

/**
 * Reports a given-up list after its end has been seen; for a truncated list, only the truncation is reported.
 */
export function givenUp(record: OpenRecord): boolean {
  const { scanner } = record;
  const { frames } = scanner;
  if (record.endAbs > (frames.endAbs[frames.depth] as number)) return overrun(record);
  if (scanner.pos > scanner.limit) return false;
  record.state = NOTHING;
  record.occurrence += record.elements;
  frames.mark(frames.depth, BROKEN);
  const segment = record.segment();
  if (record.problem === OVERFLOW) {
    const message = `has a varint of more than ${MAX_VARINT_BYTES} bytes at offset ${record.problemAbs}`;
    scanner.findings.say('wire-varint-overflow', record.startAbs, record.endAbs, segment, message);
  } else {
    scanner.findings.cutInside(segment, record.startAbs, record.endAbs);
  }
  return true;
}

/**
 * True if the window shows `most` bytes at the cursor, or all bytes of the record; otherwise requests these
 * bytes.
 */
export function shows(record: OpenRecord, most: number): boolean {
  const { scanner } = record;
  const { pos, length } = record.cursor;
  const needed = pos - scanner.pos + Math.min(length, most);
  if (scanner.last || scanner.pos + needed <= scanner.limit) return true;
  scanner.wanted = needed + MAX_HEAD_BYTES;
  return false;
}

/** Passes the first bytes of a blob to the handler. */
export function emitHead(record: OpenRecord): void {
  const { scanner } = record;
  const { frames, handler, bytes, pos } = scanner;
  if (handler.head?.(scanner, record.entry, bytes, pos, record.length) !== true) return;
  frames.arena[(frames.row[frames.depth] as number) + ROW_SUSPECT] = 1;
}

/** Passes a string in the window to the handler. */
export function emitText(record: OpenRecord): void {
  const { scanner } = record;
  const start = record.cursor.pos;
  scanner.handler.text?.(scanner, {
    entry: record.entry,
    path: joinPath(scanner.frames.path(scanner.frames.depth), record.segment()),
    offset: record.startAbs,
    length: record.endAbs - record.startAbs,
    bytes: scanner.bytes,
    start,
    end: Math.min(start + Math.min(record.length, MAX_VALUE_TEXT), scanner.limit),
    byteLength: record.length,
  });
}

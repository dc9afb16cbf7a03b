import type { FieldTable } from '../../base/schema/table.js';
import { CUT, OK } from '../../base/wire/problem.js';
import { tagWireType, WIRE_I32, WIRE_I64, WIRE_VARINT } from '../../base/wire/tag.js';
import { UTF8_START } from '../../base/wire/utf8.js';
import { readForeign } from './foreign.js';
import { BLOB_HEAD, MAX_VALUE_TEXT } from './limits.js';
import { enterMessage } from './messages.js';
import { GIVEN_UP, IN_PACKED, IN_STRING, NOTHING, OpenRecord, OVERRUNNING, SKIPPING } from './open-record.js';
import { entryByTag, KIND_BYTES, KIND_MESSAGE, KIND_NONE, KIND_PACKED, KIND_STRING } from './plan.js';
import { badTag, badValue, overrun, overrunning } from './problems.js';
import type { Scanner } from './scanner.js';
import { skip, skipped } from './skipping.js';
import {
  checkBits,
  emitHead,
  emitText,
  givenUp,
  readPacked,
  readScalar,
  readString,
  shows,
} from './values.js';

/**
 * Reads one record at the scanner's position, of any kind: long varints, strings, blobs, packed lists,
 * unknown fields, groups, messages that overrun or merge. The reader is exact rather than fast, and keeps the
 * state of a record that does not fit in the window.
 */
export class RecordReader {
  readonly #record: OpenRecord;

  constructor(scanner: Scanner) {
    this.#record = new OpenRecord(scanner);
  }

  /** Forgets the previous scan. */
  start(): void {
    this.#record.state = NOTHING;
    this.#record.groups.start();
  }

  /**
   * Continues with a record that did not fit in the last window. Returns false if the record needs another
   * window.
   */
  resume(): boolean {
    const record = this.#record;
    const { scanner } = record;
    if (scanner.last && scanner.pos > scanner.limit && record.state !== SKIPPING) scanner.pos = scanner.limit;
    switch (record.state) {
      case IN_STRING:
        return readString(record);
      case IN_PACKED:
        return readPacked(record);
      case SKIPPING:
        return skipped(record);
      case OVERRUNNING:
        return overrunning(record);
      case GIVEN_UP:
        return givenUp(record);
      default:
        return true;
    }
  }

  /** Reads the record at the scanner's position. Returns false if the record continues in the next window. */
  read(): boolean {
    const record = this.#record;
    const { scanner } = record;
    const { plan, frames } = scanner;
    const cursor = record.cursor;
    const depth = frames.depth;
    const node = frames.node[depth] as number;
    record.startAbs = scanner.position;
    record.irregularities = 0;
    cursor.reset(scanner.bytes, scanner.pos, Math.min(frames.end[depth] as number, scanner.limit));
    const problem = cursor.readTag();
    if (problem !== OK) return badTag(record, problem);
    record.note();
    const tag = cursor.tag;
    const entry = entryByTag(plan, node, tag);
    record.tag = tag;
    record.entry = entry;
    record.occurrence = record.count();
    const kind = plan.entryKind[entry] as number;
    if (kind === KIND_NONE) return readForeign(record);
    switch (tagWireType(tag)) {
      case WIRE_VARINT: {
        const result = cursor.readVarint();
        if (result !== OK) return badValue(record, result);
        record.note();
        checkBits(record, (plan.entryField[entry] as FieldTable).type);
        return readScalar(record);
      }
      case WIRE_I32:
        return cursor.readFixed32() === OK ? readScalar(record) : badValue(record, CUT);
      case WIRE_I64:
        return cursor.readFixed64() === OK ? readScalar(record) : badValue(record, CUT);
      default:
        break;
    }
    const result = cursor.readLength();
    if (result !== OK) return badValue(record, result);
    record.note();
    if (kind === KIND_MESSAGE) return enterMessage(record);
    const length = cursor.length;
    const shown = plan.entryText[entry] !== 0;
    if (shown && !shows(record, kind === KIND_STRING ? MAX_VALUE_TEXT : BLOB_HEAD)) return false;
    record.endAbs = scanner.base + cursor.pos + length;
    record.reportIrregularities();
    if (record.endAbs > (frames.endAbs[depth] as number)) return overrun(record);
    record.length = length;
    if (kind === KIND_PACKED) {
      scanner.pos = cursor.pos;
      record.elements = 0;
      record.state = IN_PACKED;
      return readPacked(record);
    }
    scanner.pos = cursor.pos;
    if (kind === KIND_STRING) {
      if (shown) emitText(record);
      record.utf8 = UTF8_START;
      record.state = IN_STRING;
      return readString(record);
    }
    if (shown && kind === KIND_BYTES) emitHead(record);
    return skip(record);
  }
}

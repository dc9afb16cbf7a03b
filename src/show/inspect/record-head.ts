import { type FieldTable, isPackable, type MessageTable, TYPE_MESSAGE } from '../../base/schema/table.js';
import { Cursor, readNumber } from '../../base/wire/cursor.js';
import { MAX_DEPTH } from '../../base/wire/limits.js';
import { BAD_TYPE, CUT, OK, TOO_DEEP, type WireProblem } from '../../base/wire/problem.js';
import { WIRE_EGROUP, WIRE_LEN, WIRE_SGROUP, WIRE_VARINT } from '../../base/wire/tag.js';
import { WIRE_PROBLEMS } from '../../read/model/malformed.js';
import type { Held } from './file-bytes.js';
import type { RecordShape } from './record-shape.js';

/** A number. */
export const NUMBER = 0;
/** A string, bytes, or an unknown field of this wire type. */
export const BLOB = 1;
export const MESSAGE = 2;
export const PACKED = 3;
/** A group, which no schema knows. Its end is only known after reading it. */
export const GROUP = 4;
/** An unreadable part: the rest of the message. */
export const UNREADABLE = 5;

/** The message or group that contains a record. */
export interface Level {
  /** Absolute end, limited to the existing bytes. */
  readonly end: number;
  /** Undefined in a group. */
  readonly table: MessageTable | undefined;
  /** Number of messages and groups around its records, including the root. */
  readonly depth: number;
}

/** A record by its tag, and its length or number, without its content. */
export class RecordHead {
  kind = NUMBER;
  /** Absolute offset. */
  offset = 0;
  /** End of the record, limited to the enclosing message. */
  end = 0;
  valueOffset = 0;
  valueEnd = 0;
  tagLength = 0;
  number = 0;
  wireType = 0;
  /** Undefined if no field has this number and wire type. */
  field: FieldTable | undefined = undefined;
  /** Claimed length of a LEN record. */
  claimed = 0;
  /** The halves of a number, as signed 32-bit integers. */
  lo = 0;
  hi = 0;
  isNonMinimal = false;
  /** Code of its fault. */
  problem: string | null = null;

  readonly #cursor = new Cursor(new Uint8Array(0));

  /** @param shape shape of the message that contains the records */
  constructor(private readonly shape: RecordShape) {}

  /** Reads the record at `at`; the head must be completely in memory, unless the file ends before. */
  read({ bytes, base }: Held, at: number, level: Level): void {
    const cursor = this.#cursor;
    cursor.reset(bytes, at - base, Math.min(level.end - base, bytes.length));
    this.offset = at;
    this.field = undefined;
    this.problem = null;
    this.number = 0;
    this.wireType = 0;
    this.lo = 0;
    this.hi = 0;
    let problem = cursor.readTag();
    if (problem !== OK) {
      this.#unreadable(problem, level);
      return;
    }
    const { tag } = cursor;
    this.isNonMinimal = cursor.overlong;
    this.tagLength = cursor.pos - (at - base);
    this.number = tag >>> 3;
    this.wireType = tag & 7;
    if (this.wireType === WIRE_EGROUP) {
      this.#unreadable(BAD_TYPE, level);
      return;
    }
    this.field = this.shape.field(tag);
    this.valueOffset = base + cursor.pos;
    if (this.wireType === WIRE_SGROUP) {
      this.kind = GROUP;
      if (level.depth > MAX_DEPTH) {
        this.#unreadable(TOO_DEEP, level);
        return;
      }
      return;
    }
    if (this.wireType === WIRE_LEN) {
      this.#length(base, level);
      return;
    }
    problem = readNumber(cursor, this.wireType);
    if (problem !== OK) {
      this.#unreadable(problem, level);
      return;
    }
    this.kind = NUMBER;
    if (this.wireType === WIRE_VARINT) this.isNonMinimal ||= cursor.overlong;
    this.lo = cursor.lo;
    this.hi = cursor.hi;
    this.valueEnd = base + cursor.pos;
    this.end = this.valueEnd;
  }

  /** Sets the end of a group after it was found. @param valueEnd start of its end tag */
  endGroup(valueEnd: number, end: number, problem: string | null): void {
    this.valueEnd = valueEnd;
    this.end = end;
    this.problem = problem;
  }

  #length(base: number, level: Level): void {
    const cursor = this.#cursor;
    const problem = cursor.readLength();
    if (problem !== OK) {
      this.#unreadable(problem, level);
      return;
    }
    this.isNonMinimal ||= cursor.overlong;
    this.claimed = cursor.length;
    this.valueOffset = base + cursor.pos;
    const claim = this.valueOffset + cursor.length;
    this.end = Math.min(claim, level.end);
    this.valueEnd = this.end;
    if (claim > level.end) this.problem = codeOf(CUT);
    const { field } = this;
    if (field === undefined) this.kind = BLOB;
    else if (field.type === TYPE_MESSAGE) {
      this.kind = level.depth > MAX_DEPTH ? BLOB : MESSAGE;
      if (this.kind === BLOB) this.problem = codeOf(TOO_DEEP);
    } else this.kind = isPackable(field.type) ? PACKED : BLOB;
  }

  #unreadable(problem: WireProblem, level: Level): void {
    this.kind = UNREADABLE;
    this.problem = codeOf(problem);
    this.valueOffset = this.offset;
    this.valueEnd = level.end;
    this.end = level.end;
  }
}

export function codeOf(problem: WireProblem): string {
  return WIRE_PROBLEMS[problem as Exclude<WireProblem, 0>][0];
}

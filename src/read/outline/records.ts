import { losesBits } from '../../base/schema/scalar.js';
import type { FieldTable } from '../../base/schema/table.js';
import { Cursor, readNumber } from '../../base/wire/cursor.js';
import { MAX_DEPTH, MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import { BAD_TYPE, CUT, codeOf, OK, TOO_DEEP, type WireProblem } from '../../base/wire/problem.js';
import { WIRE_EGROUP, WIRE_LEN, WIRE_SGROUP, WIRE_VARINT } from '../../base/wire/tag.js';
import { countElements } from './elements.js';
import { BLOB, type Entry, MESSAGE_ENTRY, type MessageEntries, PACKED, SCALAR } from './entries.js';
import type { CachedBlock, FileBytes } from './file-bytes.js';
import type { Reading } from './reading.js';

/** Kind of a group, which no schema knows. The end of a group is only known after reading the group. */
export const GROUP_CELL = 4;
/** Kind of an unreadable part: the rest of the message. */
export const UNREADABLE = 5;

/** Packed lists up to this size are cheap to read. */
const LONG = 4096;
/** Number of a group's records between pauses for other work. */
const TURN = 4096;

/** Cursor shared by all walks. No walk relies on the cursor's state after waiting. */
const cursor = new Cursor(new Uint8Array(0));

export interface OpenMessage {
  /** Absolute end, limited to the existing bytes. */
  readonly end: number;
  /** Undefined in a group, and without a schema. */
  readonly fields: MessageEntries | undefined;
  /** Number of messages and groups around its records, including the root. */
  readonly depth: number;
}

/** A position between two records of a message. */
export interface RecordPlace {
  readonly offset: number;
  readonly ordinal: number;
  /**
   * Number of elements of each field before the position, by index in the table, including merged records.
   */
  readonly counts: readonly number[];
}

export function fieldPlace({ fields }: Pick<OpenMessage, 'fields'>, offset: number): RecordPlace {
  return { offset, ordinal: 0, counts: fields?.noCounts ?? [] };
}

/**
 * Walks over all records of a message or group, readable or not, without their contents. The current record
 * is stored in fields, so that nothing is allocated.
 */
export class RecordWalk {
  /** SCALAR, MESSAGE, BLOB (also an unknown field with a length), PACKED, GROUP or UNREADABLE. */
  kind: Entry['kind'] | typeof GROUP_CELL | typeof UNREADABLE = SCALAR;
  offset = 0;
  /** End of the record, limited to the enclosing message. */
  end = 0;
  valueOffset = 0;
  valueEnd = 0;
  tagLength = 0;
  number = 0;
  wireType = 0;
  /** Undefined if no field has this number and wire type. */
  entry: Entry | undefined = undefined;
  claimed = 0;
  /** The halves of a number, as signed 32-bit integers. */
  lo = 0;
  hi = 0;
  /** True if tag, length or number is longer than necessary. */
  isNonMinimal = false;
  /** True if readers discard bits of the tag or of the number. */
  isCut = false;
  /** Code of the record's fault, or null. */
  problem: string | null = null;
  ordinal: number;
  /** Index of the record's first element in the field. */
  index = 0;
  /** Number of elements in a packed list; 0 if it is broken. */
  elements = 0;
  at: number;
  /** Number of elements of each field, up to and including the record. */
  counts: number[];
  /** Position of the record whose content has been read: its list is counted, or its group's end is known. */
  #suppliedAt = -1;
  #content: GroupEnd | { readonly elements: number } | undefined;

  constructor(
    private readonly file: FileBytes,
    private level: OpenMessage,
    from: RecordPlace,
  ) {
    this.at = from.offset;
    this.ordinal = from.ordinal - 1;
    this.counts = from.counts.slice();
  }

  /** Begins again, with the records of another message. @param counts as in a `RecordPlace` */
  restart(level: OpenMessage, offset: number, counts: readonly number[]): void {
    this.level = level;
    this.at = offset;
    this.ordinal = -1;
    this.counts = counts.slice();
    this.#suppliedAt = -1;
  }

  get field(): FieldTable | undefined {
    return this.entry?.field;
  }

  /** @returns true if another record follows; undefined if `supply` must load bytes first */
  step(): boolean | undefined {
    const { at, level } = this;
    if (at >= level.end) return false;
    const held = this.file.held(at, MAX_HEAD_BYTES);
    if (held === undefined) return undefined;
    this.#read(held);
    if (this.#wantsContent) {
      if (this.#suppliedAt !== at) return undefined;
      Object.assign(this, this.#content);
    }
    this.ordinal++;
    this.at = this.end;
    this.index = this.#count();
    return true;
  }

  /** Moves to the next record, loading bytes if necessary. */
  *next(): Reading<boolean> {
    for (;;) {
      const stepped = this.step();
      if (stepped !== undefined) return stepped;
      yield* this.supply();
    }
  }

  /** Loads the bytes that `step` requires. */
  *supply(): Reading<void> {
    const { at, file } = this;
    this.#read(yield* file.load(at, MAX_HEAD_BYTES));
    if (!this.#wantsContent) return;
    if (this.kind === GROUP_CELL) this.#content = yield* this.#findGroupEnd();
    else {
      const { valueOffset, end, field } = this;
      const { type } = field as FieldTable;
      this.#content = { elements: yield* countElements(file, valueOffset, end, type) };
    }
    this.#suppliedAt = at;
  }

  /** True if `supply` would read a list or group to its end. Call this only when `step` returned undefined. */
  get isLong(): boolean {
    const { kind, offset, valueOffset, end } = this;
    if (offset !== this.at) return false;
    return kind === GROUP_CELL || (kind === PACKED && end - valueOffset > LONG);
  }

  get #wantsContent(): boolean {
    return this.kind === GROUP_CELL || (this.kind === PACKED && this.problem === null);
  }

  /** Reads the record at `at`; the head must be completely in memory, unless the file ends before. */
  #read(held: CachedBlock): void {
    this.offset = this.at;
    this.entry = undefined;
    this.problem = null;
    this.number = 0;
    this.wireType = 0;
    this.lo = 0;
    this.hi = 0;
    this.elements = 0;
    const problem = this.#readHead(held);
    if (problem === OK) return;
    this.kind = UNREADABLE;
    this.problem = codeOf(problem);
    this.valueOffset = this.offset;
    this.valueEnd = this.level.end;
    this.end = this.level.end;
  }

  #readHead({ bytes, base }: CachedBlock): WireProblem {
    const { level, offset } = this;
    cursor.reset(bytes, offset - base, Math.min(level.end - base, bytes.length));
    const problem = cursor.readTag();
    if (problem !== OK) return problem;
    const { tag } = cursor;
    this.isNonMinimal = cursor.overlong;
    this.isCut = cursor.cut;
    this.tagLength = base + cursor.pos - offset;
    this.number = tag >>> 3;
    this.wireType = tag & 7;
    if (this.wireType === WIRE_EGROUP) return BAD_TYPE;
    this.entry = level.fields?.of(tag);
    this.valueOffset = base + cursor.pos;
    if (this.wireType === WIRE_LEN) return this.#readLength(base);
    if (this.wireType !== WIRE_SGROUP) return this.#readNumber(base);
    this.kind = GROUP_CELL;
    return level.depth > MAX_DEPTH ? TOO_DEEP : OK;
  }

  #readNumber(base: number): WireProblem {
    const problem = readNumber(cursor, this.wireType);
    if (problem !== OK) return problem;
    this.kind = SCALAR;
    this.lo = cursor.lo;
    this.hi = cursor.hi;
    if (this.wireType === WIRE_VARINT) {
      this.isNonMinimal ||= cursor.overlong;
      const type = this.entry?.field.type;
      this.isCut ||= type !== undefined && (cursor.cut || losesBits(type, cursor.lo, cursor.hi));
    }
    this.valueEnd = base + cursor.pos;
    this.end = this.valueEnd;
    return OK;
  }

  #readLength(base: number): WireProblem {
    const { level } = this;
    const problem = cursor.readLength();
    if (problem !== OK) return problem;
    this.isNonMinimal ||= cursor.overlong;
    this.claimed = cursor.length;
    this.valueOffset = base + cursor.pos;
    const claim = this.valueOffset + cursor.length;
    this.end = Math.min(claim, level.end);
    this.valueEnd = this.end;
    if (claim > level.end) this.problem = codeOf(CUT);
    this.kind = this.entry?.kind ?? BLOB;
    if (this.kind === MESSAGE_ENTRY && level.depth > MAX_DEPTH) {
      this.kind = BLOB;
      this.problem = codeOf(TOO_DEEP);
    }
    return OK;
  }

  #count(): number {
    const { entry, kind, problem } = this;
    if (entry === undefined) return 0;
    const before = this.counts[entry.place] as number;
    // As in reports, a message that is nested too deeply, or truncated, is not counted.
    const isNone = kind === UNREADABLE || (problem !== null && (kind === BLOB || kind === PACKED));
    if (!isNone) this.counts[entry.place] = before + (kind === PACKED ? this.elements : 1);
    return before;
  }

  /** Reads the group to its end. A broken or unfinished group takes the rest of the enclosing message. */
  *#findGroupEnd(): Reading<GroupEnd> {
    const { file, level } = this;
    const limit = level.end;
    const broken = { valueEnd: limit, end: limit, problem: null };
    const open = [this.number];
    let at = this.valueOffset;
    for (let records = 1; at < limit; records++) {
      if (records % TURN === 0) yield undefined;
      const { bytes, base } = file.held(at, MAX_HEAD_BYTES) ?? (yield* file.load(at, MAX_HEAD_BYTES));
      cursor.reset(bytes, at - base, Math.min(limit - base, bytes.length));
      if (cursor.readTag() !== OK) return broken;
      const { tag } = cursor;
      const wireType = tag & 7;
      if (wireType === WIRE_EGROUP) {
        if (open.pop() !== tag >>> 3) return broken;
        if (open.length === 0) return { valueEnd: at, end: base + cursor.pos, problem: null };
      } else if (wireType === WIRE_SGROUP) {
        if (level.depth + open.length > MAX_DEPTH) return broken;
        open.push(tag >>> 3);
      } else if (wireType !== WIRE_LEN) {
        if (readNumber(cursor, wireType) !== OK) return broken;
      } else {
        if (cursor.readLength() !== OK || base + cursor.pos + cursor.length > limit) return broken;
        cursor.pos += cursor.length;
      }
      at = base + cursor.pos;
    }
    // Cut between two records: the missing end is the only fault.
    return { ...broken, problem: codeOf(CUT) };
  }
}

interface GroupEnd {
  /** Position of the group's end tag. */
  readonly valueEnd: number;
  readonly end: number;
  /**
   * `wire-truncated` if the only fault is the missing end tag; null without a fault, or with a fault inside
   * the group.
   */
  readonly problem: string | null;
}

import { fieldByNumber } from '../../base/schema/lookup.js';
import {
  type FieldTable,
  joinPath,
  pathStep,
  type SchemaTables,
  TYPE_MESSAGE,
  TYPE_STRING,
} from '../../base/schema/table.js';
import { MAX_DEPTH } from '../../base/wire/limits.js';
import { CUT, codeOf, TOO_DEEP } from '../../base/wire/problem.js';
import { WIRE_EGROUP } from '../../base/wire/tag.js';
import { UTF8_BAD, UTF8_START, utf8Step } from '../../base/wire/utf8.js';
import { ElementWalk } from '../../read/outline/elements.js';
import { entriesOf, type MessageEntries, PACKED, SCALAR } from '../../read/outline/entries.js';
import type { FileBytes, Held } from '../../read/outline/file-bytes.js';
import type { Reading } from '../../read/outline/reading.js';
import { GROUP, type Level, RecordWalk, startOf, UNREADABLE } from '../../read/outline/records.js';
import { guessesMessage } from './guess.js';
import {
  CUT_BITS,
  NO_BYTES,
  NON_MINIMAL,
  OTHER_TYPE,
  OVERWRITES,
  REPEATED,
  Row,
  UNKNOWN_FIELD,
} from './row.js';

/** Strings and lists up to this size are shown from their whole content. */
export const MAX_SEEN = 64 * 1024;
/** Bytes of other payloads that are shown. */
export const PREVIEW = 16;
/** Bytes read at a time to check a text, and elements of a list between pauses for other work. */
const STRETCH = 64 * 1024;

/** Receives rows one by one. A returned promise is awaited. The row object is reused afterwards. */
export type RowTaker = (row: Row) => void | Promise<void>;

export interface RowWalkOptions {
  readonly schema: SchemaTables;
  /** Index of the message's type in the schema; undefined if unknown: then messages are guessed. */
  readonly type: number | undefined;
  /** Decides whether to expand the message in the row, at its depth. */
  readonly enters?: (row: Row) => boolean;
  readonly take: RowTaker;
}

/** An open message or group. */
class Open implements Level {
  /** Absolute end, limited to the existing bytes. */
  end: number;
  readonly depth: number;
  /** End within the enclosing messages, which may be past the end of the file. */
  readonly limit: number;
  /** Number of elements of each field in earlier records of the same message; after the walk, of all. */
  counts: readonly number[];
  /** Singular messages by number: a second record continues the numbering of the first. */
  inner: Map<number, Open> | undefined;
  /** Numbers of the latest members, by oneof. */
  members: number[] | undefined;

  /** @param claim end that its length claims, which may be past the end of the enclosing message */
  constructor(
    readonly around: Open | undefined,
    readonly claim: number,
    size: number,
    readonly fields: MessageEntries | undefined,
    readonly field: FieldTable | undefined,
    readonly number: number,
    readonly index: number,
    readonly isGroup: boolean,
  ) {
    this.depth = around === undefined ? 1 : around.depth + 1;
    this.limit = around === undefined ? claim : Math.min(claim, around.limit);
    this.end = Math.min(this.limit, size);
    this.counts = startOf(this, 0).counts;
  }

  get path(): string {
    const { around, field, number, index } = this;
    return around === undefined ? '' : joinPath(around.path, pathStep(field, number, index));
  }

  /** The message itself, or the one around a group. */
  get message(): Open {
    let open: Open = this;
    while (open.isGroup && open.around !== undefined) open = open.around;
    return open;
  }
}

/**
 * Walks the records of a message in file order, one row each, for any input. A breakage gets its own row, and
 * the walk continues after the nearest enclosing length. The rows cover all bytes from the first to the last
 * without gaps or overlaps.
 */
export class RowWalk {
  /** Set this to end the walk. */
  isOver = false;
  readonly #row = new Row();
  #waiting: Promise<void> | undefined;

  constructor(
    private readonly file: FileBytes,
    private readonly options: RowWalkOptions,
  ) {}

  /**
   * @param from absolute offset of the message's first byte
   * @param end absolute offset of its claimed end; infinite if it ends with the file
   */
  *run(from: number, end: number): Reading<void> {
    const { schema, type } = this.options;
    const fields = type === undefined ? undefined : entriesOf(schema).messages[type];
    yield* this.#inside(new Open(undefined, end, this.file.size, fields, undefined, 0, 0, false), from);
  }

  /**
   * Takes all records of a message or group, and reports if the message is cut.
   * @returns true if the last row reports a cut, which may also be one of the enclosing message
   */
  *#inside(open: Open, from: number): Reading<boolean> {
    const walk = new RecordWalk(this.file, open, { offset: from, ordinal: 0, counts: open.counts });
    const row = this.#row;
    const guesses = this.options.type === undefined;
    let isReported = false;
    while (!this.isOver && (walk.step() ?? (yield* walk.next()))) {
      this.#begin(walk, open);
      let shown = row.length;
      isReported = false;
      if (walk.kind === GROUP) {
        isReported = yield* this.#group(walk, open);
        continue;
      }
      if (walk.kind === UNREADABLE) {
        isReported = this.#broken(walk, open);
        shown = Math.min(row.length, PREVIEW);
      } else if (walk.kind !== SCALAR) {
        const isMessage =
          walk.field?.type === TYPE_MESSAGE || (guesses && (yield* guessesMessage(this.file, walk)));
        if (isMessage && this.#enters(open)) {
          row.kind = 'message';
          row.length = row.headLength;
          if (!this.#show(row.length)) yield* this.#wait(row.length);
          isReported = yield* this.#inside(this.#entered(walk, open), walk.valueOffset);
          continue;
        }
        isReported = this.#isCut(walk, open);
        if (!isReported && isChecked(walk)) yield* this.#check(walk);
        const isSeen = row.holder === undefined || isChecked(walk);
        shown = row.headLength + Math.min(walk.end - walk.valueOffset, isSeen ? MAX_SEEN : PREVIEW);
      }
      if (!this.#show(shown)) yield* this.#wait(shown);
    }
    open.counts = walk.counts;
    if (open.isGroup) return isReported;
    if (open.claim <= open.end || open.claim === Number.POSITIVE_INFINITY) return false;
    if (!isReported) yield* this.#endsEarly(open, `${open.claim - open.end} more bytes were claimed`);
    return true;
  }

  #begin(walk: RecordWalk, open: Open): void {
    const row = this.#row;
    const { offset, number, wireType } = walk;
    row.begin('record', offset, open.depth - 1, open.fields?.table);
    row.around = open;
    row.field = walk.field;
    row.number = number;
    row.wireType = wireType;
    row.lo = walk.lo;
    row.hi = walk.hi;
    row.length = walk.end - offset;
    if (number !== 0 && wireType !== WIRE_EGROUP) {
      row.index = walk.index;
      row.marks = marksOf(walk, open);
    }
    if (walk.kind === UNREADABLE) return;
    row.headLength = walk.valueOffset - offset;
    row.claimed = walk.kind === SCALAR ? walk.end - walk.valueOffset : walk.claimed;
  }

  /** Passes the row on with up to this many of its bytes. @returns false if `wait` has to be called */
  #show(shown: number): boolean {
    const row = this.#row;
    const held = shown === 0 ? NOTHING : this.file.held(row.offset, shown);
    if (held === undefined) return false;
    row.shown = shown;
    row.bytes = held.bytes;
    row.start = row.offset - held.base;
    this.#waiting = this.options.take(row) ?? undefined;
    return this.#waiting === undefined;
  }

  /** Waits for the taker of the row; passes it on before, if its bytes had to be loaded. */
  *#wait(shown: number): Reading<void> {
    if (this.#waiting === undefined) {
      yield* this.file.load(this.#row.offset, shown);
      this.#show(shown);
    }
    if (this.#waiting !== undefined) yield this.#waiting;
    this.#waiting = undefined;
  }

  /** True if the message in the row is expanded. */
  #enters(open: Open): boolean {
    const row = this.#row;
    if (open.depth <= MAX_DEPTH) return this.options.enters?.(row) !== false;
    row.problems = [{ code: codeOf(TOO_DEEP), offset: row.offset, detail: '' }];
    return false;
  }

  #entered({ entry, field, number, index, valueOffset, claimed }: RecordWalk, open: Open): Open {
    const claim = valueOffset + claimed;
    const inner = new Open(open, claim, this.file.size, entry?.child, field, number, index, false);
    if (field?.repeated !== false) return inner;
    const before = open.inner?.get(number);
    // Only lists continue their count; a scalar in both records is not a repetition within the second.
    if (before !== undefined) {
      inner.counts = before.counts.map((count, place) => (isList(before.fields, place) ? count : 0));
      inner.inner = before.inner;
    }
    open.inner ??= new Map();
    open.inner.set(number, inner);
    return inner;
  }

  /** Reports a payload that goes past the enclosing message or the file. @returns true if it does */
  #isCut({ claimed, end, valueOffset }: RecordWalk, open: Open): boolean {
    const row = this.#row;
    const missing = claimed - (end - valueOffset);
    if (missing === 0) return false;
    const detail = open.limit > this.file.size ? `${missing} bytes are missing` : `${missing} bytes too long`;
    row.problems = [...row.problems, { code: codeOf(CUT), offset: open.end, detail }];
    return true;
  }

  /** Reports that a message or group ends before its claimed end. */
  *#endsEarly(open: Open, detail: string): Reading<void> {
    if (this.isOver) return;
    const row = this.#row;
    const { end, depth, message } = open;
    row.begin('broken', end, depth - 1, message.fields?.table);
    // As in reports: the innermost message that is not a group.
    row.around = message;
    row.length = 0;
    row.problems = [{ code: codeOf(CUT), offset: end, detail }];
    if (!this.#show(0)) yield* this.#wait(0);
  }

  *#group({ number, valueOffset, valueEnd, end, problem }: RecordWalk, open: Open): Reading<boolean> {
    const row = this.#row;
    row.kind = 'group';
    row.length = row.headLength;
    if (!this.#show(row.length)) yield* this.#wait(row.length);
    const inner = new Open(open, open.limit, this.file.size, undefined, undefined, number, 0, true);
    // The start of its end tag.
    inner.end = valueEnd;
    const isReported = yield* this.#inside(inner, valueOffset);
    if (valueEnd === end) {
      if (problem === null || isReported) return isReported;
      yield* this.#endsEarly(inner, `group ${number} has no end`);
      return true;
    }
    if (this.isOver) return false;
    row.begin('group-end', valueEnd, open.depth - 1, undefined);
    row.around = inner;
    row.number = number;
    row.wireType = WIRE_EGROUP;
    row.headLength = end - valueEnd;
    row.length = row.headLength;
    if (!this.#show(row.length)) yield* this.#wait(row.length);
    return false;
  }

  /**
   * Reports unreadable bytes, up to the end of the nearest message with a length.
   * @returns true if that is a cut
   */
  #broken({ problem }: RecordWalk, open: Open): boolean {
    const row = this.#row;
    const isCut = problem === codeOf(CUT);
    const isAtEnd = open.limit > this.file.size;
    row.kind = 'broken';
    row.problems = [{ code: problem ?? '', offset: isCut ? open.end : row.offset, detail: '' }];
    // The enclosing message is truncated, too; if that is the root, it ended with the breakage.
    if (!isCut && isAtEnd && open.message.around !== undefined) {
      const cut = { code: codeOf(CUT), offset: open.end, detail: 'more bytes were claimed' };
      row.problems = [...row.problems, cut];
    }
    return isCut || isAtEnd;
  }

  /** Checks the content of a list or a text. */
  *#check(walk: RecordWalk): Reading<void> {
    const { field, kind, valueOffset, end } = walk;
    const row = this.#row;
    if (kind === PACKED && field !== undefined) yield* this.#checkList(walk, field);
    else if (!(yield* this.#isText(valueOffset, end))) {
      row.problems = [{ code: 'string-not-utf8', offset: row.offset, detail: '' }];
    }
  }

  /** Marks irregular elements of a packed list. */
  *#checkList({ valueOffset, valueEnd }: RecordWalk, { type }: FieldTable): Reading<void> {
    const row = this.#row;
    const walk = new ElementWalk(this.file, valueEnd, type, { offset: valueOffset, ordinal: 0 });
    while (walk.step() ?? (yield* walk.next())) {
      if (walk.problem !== null) {
        const isCut = walk.problem === codeOf(CUT);
        const detail = isCut ? 'the list ends inside an element' : 'in the list';
        row.problems = [{ code: walk.problem, offset: isCut ? valueEnd : row.offset, detail }];
      } else row.marks |= (walk.isNonMinimal ? NON_MINIMAL : 0) | (walk.isCut ? CUT_BITS : 0);
      if (walk.ordinal % STRETCH === STRETCH - 1) yield undefined;
    }
  }

  *#isText(from: number, end: number): Reading<boolean> {
    let state = UTF8_START;
    for (let at = from; at < end && state !== UTF8_BAD; ) {
      const { bytes, base } = yield* this.file.load(at, Math.min(STRETCH, end - at));
      const stop = Math.min(end - base, bytes.length);
      state = utf8Step(state, bytes, at - base, stop);
      at = base + stop;
      if (at < end) yield undefined;
    }
    return state === UTF8_START;
  }
}

const NOTHING: Held = { bytes: NO_BYTES, base: 0 };

/** True for lists and texts. */
function isChecked({ kind, field }: RecordWalk): boolean {
  return kind === PACKED || field?.type === TYPE_STRING;
}

/** Returns marks for irregularities of a record, and keeps the latest member of its oneof. */
function marksOf({ isNonMinimal, isCut, field, number, kind, index }: RecordWalk, open: Open): number {
  const marks = (isNonMinimal ? NON_MINIMAL : 0) | (isCut ? CUT_BITS : 0);
  if (field === undefined) {
    if (open.fields === undefined) return marks;
    return marks | (fieldByNumber(open.fields.table, number) === undefined ? UNKNOWN_FIELD : OTHER_TYPE);
  }
  if (kind === UNREADABLE) return marks;
  const repeated = index > 0 && !field.repeated ? REPEATED : 0;
  if (field.oneof < 0) return marks | repeated;
  open.members ??= [];
  const last = open.members[field.oneof] ?? number;
  open.members[field.oneof] = number;
  if (last === number) return marks | repeated;
  // The content of the earlier member is gone.
  open.inner?.delete(last);
  return marks | repeated | OVERWRITES;
}

function isList(fields: MessageEntries | undefined, place: number): boolean {
  return fields?.table.fields[place]?.repeated === true;
}

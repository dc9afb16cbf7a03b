import { fieldByNumber } from '../../base/schema/lookup.js';
import { type FieldTable, type SchemaTables, TYPE_MESSAGE, TYPE_STRING } from '../../base/schema/table.js';
import { MAX_DEPTH } from '../../base/wire/limits.js';
import { CUT, codeOf, TOO_DEEP } from '../../base/wire/problem.js';
import { WIRE_EGROUP } from '../../base/wire/tag.js';
import { UTF8_BAD, UTF8_START, utf8Step } from '../../base/wire/utf8.js';
import { ElementWalk } from '../../read/outline/elements.js';
import { entriesOf, PACKED, SCALAR } from '../../read/outline/entries.js';
import type { FileBytes } from '../../read/outline/file-bytes.js';
import type { Reading } from '../../read/outline/reading.js';
import { GROUP_CELL, RecordWalk, UNREADABLE } from '../../read/outline/records.js';
import { guessesMessage } from './guess.js';
import { groupIn, messageIn, Open } from './open.js';
import { CUT_BITS, NON_MINIMAL, OTHER_TYPE, OVERWRITES, REPEATED, Row, UNKNOWN_FIELD } from './row.js';

/** Strings and lists up to this size are shown from their whole content. */
export const MAX_SEEN = 64 * 1024;
/** Number of bytes of other payloads that are shown. */
export const PREVIEW = 16;
/**
 * Number of bytes to read at a time when a text is checked, and number of list elements after which other
 * work may run.
 */
const STRETCH = 64 * 1024;

export interface RowOptions {
  readonly schema: SchemaTables;
  /** Index of the message's type in the schema; undefined if unknown, so that messages are guessed. */
  readonly type: number | undefined;
  /** Decides whether to expand the message in the row, at its depth. */
  readonly enters?: (row: Row) => boolean;
  /** False to leave out the checks of lists and texts, and the bytes of payloads (default: true). */
  readonly checks?: boolean;
}

/**
 * Yields rows, promises to wait for, and `undefined` at points where the walk can be interrupted. The row
 * object is reused afterwards.
 */
export type Rows = Generator<Promise<void> | undefined | Row, void, void>;

/**
 * Walks the records of a message in file order, one row each, for any input. A breakage gets its own row, and
 * the walk continues after the nearest enclosing length. The rows cover all bytes from the first to the last
 * without gaps or overlaps.
 * @param from absolute offset of the message's first byte
 * @param end absolute offset of the message's claimed end; infinite if the message ends with the file
 */
export function* rowsOf(file: FileBytes, from: number, end: number, options: RowOptions): Rows {
  const walk = new RowWalk(file, from, end, options);
  for (let step = walk.step(); step !== false; step = walk.step()) {
    if (step === undefined) yield* walk.supply();
    else yield walk.row;
  }
}

/** The walk of `rowsOf`. It is not a generator, because V8 spends 20 ms on optimizing one of this size. */
export class RowWalk {
  readonly row = new Row();
  /** Walks over the records of the open messages, by depth. Walks of closed messages are reused. */
  readonly #walks: RecordWalk[] = [];
  /** The innermost open message or group; undefined at the end. */
  #open: Open | undefined;
  /** The message or group that the row begins. */
  #inner: Open | undefined;
  /** Content that has to be read before the row is complete; returns a guess if the row may begin a message. */
  #content: Reading<boolean | undefined> | undefined;
  /** True if only content, or the row's bytes, are missing. */
  #isBegun = false;
  /** True if the last row reports a cut, which may also cut the enclosing messages. */
  #isReported = false;

  constructor(
    private readonly file: FileBytes,
    from: number,
    end: number,
    private readonly options: RowOptions,
  ) {
    const { schema, type } = options;
    const fields = type === undefined ? undefined : entriesOf(schema).messages[type];
    this.#push(new Open(undefined, end, file.size, fields, undefined, 0, 0, undefined), from);
  }

  /** @returns true if `row` is the next row; undefined if `supply` must load bytes first */
  step(): boolean | undefined {
    const { row, file } = this;
    if (!this.#isBegun) {
      const isBegun = this.#begin();
      if (isBegun !== true) return isBegun;
      this.#isBegun = true;
    }
    if (this.#content !== undefined) return undefined;
    if (row.shown > 0) {
      const held = file.held(row.offset, row.shown);
      if (held === undefined) return undefined;
      row.bytes = held.bytes;
      row.start = row.offset - held.base;
    }
    this.#isBegun = false;
    return true;
  }

  /** Loads the bytes that `step` requires. */
  *supply(): Reading<void> {
    const { row, file } = this;
    const content = this.#content;
    if (content !== undefined) {
      this.#content = undefined;
      const isMessage = yield* content;
      if (isMessage !== undefined) this.#payload(isMessage);
    } else if (this.#isBegun) yield* file.load(row.offset, row.shown);
    else yield* this.#walk.supply();
  }

  get #walk(): RecordWalk {
    return this.#walks[(this.#open?.depth ?? 1) - 1] as RecordWalk;
  }

  #push(open: Open, offset: number): void {
    const { depth, counts } = open;
    const walk = this.#walks[depth - 1];
    if (walk !== undefined) walk.restart(open, offset, counts);
    else this.#walks.push(new RecordWalk(this.file, open, { offset, ordinal: 0, counts }));
    this.#open = open;
  }

  /** @returns true if a row has begun; false at the end; undefined if the record has to be loaded */
  #begin(): boolean | undefined {
    if (this.#inner !== undefined) {
      this.#push(this.#inner, this.#walk.valueOffset);
      this.#inner = undefined;
    }
    for (let open = this.#open; open !== undefined; open = open.around) {
      const walk = this.#walks[open.depth - 1] as RecordWalk;
      const stepped = walk.step();
      if (stepped) this.#record(open, walk);
      if (stepped !== false) return stepped;
      open.counts = walk.counts;
      this.#open = open.around;
      if (this.#leave(open)) return true;
    }
    return false;
  }

  /** @returns true if the end of a message or group has a row */
  #leave(open: Open): boolean {
    const { row } = this;
    if (open.group !== undefined && open.end < open.group) {
      this.#isReported = false;
      endGroup(row, open, open.group);
    } else if (!open.isCut || this.#isReported) {
      this.#isReported &&= open.isCut || open.group !== undefined;
      return false;
    } else {
      this.#isReported = true;
      endEarly(row, open);
    }
    row.shown = row.length;
    return true;
  }

  #record(open: Open, walk: RecordWalk): void {
    const { row, file, options } = this;
    begin(row, walk, open);
    row.shown = row.length;
    this.#isReported = false;
    const { kind } = walk;
    if (kind === SCALAR) return;
    if (kind === UNREADABLE) {
      this.#isReported = markBroken(row, walk, open, file.size);
      row.shown = Math.min(row.length, PREVIEW);
    } else if (kind === GROUP_CELL) {
      row.kind = 'group';
      row.length = row.headLength;
      row.shown = row.headLength;
      this.#inner = groupIn(open, walk, file.size);
    } else if (options.type === undefined) this.#content = guessesMessage(file, walk);
    else this.#payload(row.field?.type === TYPE_MESSAGE);
  }

  /** Completes the row of a record with a length. */
  #payload(isMessage: boolean): void {
    const { row, file, options } = this;
    const walk = this.#walk;
    const open = this.#open as Open;
    const isTooDeep = isMessage && open.depth > MAX_DEPTH;
    if (isTooDeep) row.problems = [{ code: codeOf(TOO_DEEP), offset: row.offset, detail: '' }];
    row.shown = row.headLength;
    if (isMessage && !isTooDeep && options.enters?.(row) !== false) {
      row.kind = 'message';
      row.length = row.headLength;
      this.#inner = messageIn(open, walk, file.size);
    } else if (options.checks !== false) {
      const isList = walk.kind === PACKED;
      const isText = row.field?.type === TYPE_STRING;
      const most = row.holder === undefined || isList || isText ? MAX_SEEN : PREVIEW;
      row.shown += Math.min(walk.end - walk.valueOffset, most);
      this.#isReported = markCut(row, walk, open, file.size);
      if (this.#isReported) return;
      if (isList) this.#content = checkList(file, row, walk);
      else if (isText) this.#content = checkText(file, row, walk);
    }
  }
}

function begin(row: Row, walk: RecordWalk, open: Open): void {
  const { offset, number, wireType, kind } = walk;
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
  if (kind === UNREADABLE) return;
  row.headLength = walk.valueOffset - offset;
  row.claimed = kind === SCALAR ? walk.end - walk.valueOffset : walk.claimed;
}

/** @param end position after the tag that ends the group */
function endGroup(row: Row, open: Open, end: number): void {
  row.begin('group-end', open.end, open.depth - 2, undefined);
  row.around = open;
  row.number = open.number;
  row.wireType = WIRE_EGROUP;
  row.headLength = end - open.end;
  row.length = row.headLength;
}

/** Reports that a message or group ends before its claimed end. */
function endEarly(row: Row, open: Open): void {
  const { end, claim, depth, message, number, group } = open;
  row.begin('broken', end, depth - 1, message.fields?.table);
  // As in reports: the innermost message that is not a group.
  row.around = message;
  row.length = 0;
  const detail =
    group === undefined ? `${claim - end} more bytes were claimed` : `group ${number} has no end`;
  row.problems = [{ code: codeOf(CUT), offset: end, detail }];
}

/** Reports a payload that goes past the enclosing message or the file. @returns true for such a payload */
function markCut(row: Row, { claimed, end, valueOffset }: RecordWalk, open: Open, size: number): boolean {
  const missing = claimed - (end - valueOffset);
  if (missing === 0) return false;
  const detail = open.limit > size ? `${missing} bytes are missing` : `${missing} bytes too long`;
  row.problems = [...row.problems, { code: codeOf(CUT), offset: open.end, detail }];
  return true;
}

/**
 * Reports unreadable bytes, up to the end of the nearest message with a length.
 * @returns true if the bytes are unreadable because of a cut
 */
function markBroken(row: Row, { problem }: RecordWalk, open: Open, size: number): boolean {
  const isCut = problem === codeOf(CUT);
  const isAtEnd = open.limit > size;
  row.kind = 'broken';
  row.problems = [{ code: problem ?? '', offset: isCut ? open.end : row.offset, detail: '' }];
  // The enclosing message is truncated, too, unless it is the root, which ended with the breakage.
  if (!isCut && isAtEnd && open.message.around !== undefined) {
    const cut = { code: codeOf(CUT), offset: open.end, detail: 'more bytes were claimed' };
    row.problems = [...row.problems, cut];
  }
  return isCut || isAtEnd;
}

/** Marks irregular elements of a packed list. */
function* checkList(file: FileBytes, row: Row, { field, valueOffset, end }: RecordWalk): Reading<undefined> {
  const { type } = field as FieldTable;
  const walk = new ElementWalk(file, end, type, { offset: valueOffset, ordinal: 0 });
  while (walk.step() ?? (yield* walk.next())) {
    if (walk.problem !== null) {
      const isCut = walk.problem === codeOf(CUT);
      const detail = isCut ? 'the list ends inside an element' : 'in the list';
      row.problems = [{ code: walk.problem, offset: isCut ? end : row.offset, detail }];
    } else row.marks |= (walk.isNonMinimal ? NON_MINIMAL : 0) | (walk.isCut ? CUT_BITS : 0);
    if (walk.ordinal % STRETCH === STRETCH - 1) yield undefined;
  }
}

function* checkText(file: FileBytes, row: Row, { valueOffset, end }: RecordWalk): Reading<undefined> {
  let state = UTF8_START;
  for (let at = valueOffset; at < end && state !== UTF8_BAD; ) {
    const { bytes, base } = yield* file.load(at, Math.min(STRETCH, end - at));
    const stop = Math.min(end - base, bytes.length);
    state = utf8Step(state, bytes, at - base, stop);
    at = base + stop;
    if (at < end) yield undefined;
  }
  if (state !== UTF8_START) {
    row.problems = [{ code: 'string-not-utf8', offset: row.offset, detail: '' }];
  }
  return undefined;
}

/** Returns marks for irregularities of a record, and notes the record as the latest member of its oneof. */
function marksOf({ isNonMinimal, isCut, field, number, kind, index }: RecordWalk, open: Open): number {
  const marks = (isNonMinimal ? NON_MINIMAL : 0) | (isCut ? CUT_BITS : 0);
  if (field === undefined) {
    if (open.fields === undefined) return marks;
    return marks | (fieldByNumber(open.fields.table, number) === undefined ? UNKNOWN_FIELD : OTHER_TYPE);
  }
  if (kind === UNREADABLE) return marks;
  const repeated = index > 0 && !field.repeated ? REPEATED : 0;
  if (field.oneof < 0) return marks | repeated;
  open.members ??= new Array(open.fields?.table.oneofs.length ?? 0);
  const last = open.members[field.oneof] ?? number;
  open.members[field.oneof] = number;
  if (last === number) return marks | repeated;
  // Readers drop the content of the earlier member.
  open.inner?.delete(last);
  return marks | repeated | OVERWRITES;
}

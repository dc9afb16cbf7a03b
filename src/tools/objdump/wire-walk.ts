import { fieldByNumber } from '../../base/schema/lookup.js';
import {
  type FieldTable,
  isPackable,
  type MessageTable,
  type SchemaTables,
  TYPE_MESSAGE,
  TYPE_STRING,
  wireTypeOf,
} from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import { Cursor, readNumber } from '../../base/wire/cursor.js';
import { MAX_DEPTH, MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import { BAD_TYPE, CUT, OK, TOO_DEEP, type WireProblem } from '../../base/wire/problem.js';
import { WIRE_EGROUP, WIRE_LEN, WIRE_SGROUP, WIRE_VARINT } from '../../base/wire/tag.js';
import { WIRE_PROBLEMS } from '../../read/model/malformed.js';
import { TapeWindow } from '../../read/tape/window.js';
import { guessesMessage } from './guess.js';
import { Levels } from './levels.js';
import { marksOf, placeOf } from './marks.js';
import { readList } from './packed-list.js';
import { Passage, PREVIEW, type WalkPlace } from './passage.js';
import { CUT_BITS, NON_MINIMAL, OTHER_TYPE, Row, UNKNOWN_FIELD } from './row.js';

/** Results of `next`. */
export const END = 0;
/** `row` is the next row. */
export const ROW = 1;
/** The window is used up: call `fill`, and then `next` again. */
export const MORE = 2;

export type WalkStep = typeof END | typeof ROW | typeof MORE;

/** Strings and lists up to this size are read whole. */
export const MAX_SEEN = 64 * 1024;

export interface WalkOptions {
  readonly schema: SchemaTables;
  /** Type of the message; undefined if unknown: then messages are guessed. */
  readonly table: MessageTable | undefined;
  /** Decides whether to expand the message in `row`, at its depth. */
  readonly enters?: (row: Row) => boolean;
  readonly windowSize?: number;
}

/**
 * Walks the records of a message in file order, one row each, for any input. A breakage gets its own row, and
 * the walk continues after the nearest enclosing length. The rows cover all bytes from the first to the last
 * without gaps or overlaps.
 */
export class WireWalk implements WalkPlace {
  readonly row: Row;
  readonly window: TapeWindow;
  readonly levels: Levels;
  readonly #cursor = new Cursor(new Uint8Array(0));
  readonly #guesses: boolean;
  pos: number;
  /** Number of bytes from the next record on that must be in the window. */
  need = MAX_HEAD_BYTES;
  isOver = false;
  readonly #passage = new Passage(this);

  /**
   * @param from absolute offset of the message's first byte
   * @param end absolute offset of its claimed end; infinite if it ends with the source
   */
  constructor(
    readonly source: Source,
    from: number,
    end: number,
    readonly options: WalkOptions,
  ) {
    this.window = new TapeWindow(source, from, end, options.windowSize);
    this.levels = new Levels(options.table, end);
    this.row = new Row((depth) => this.levels.path(depth));
    this.#guesses = options.table === undefined;
    this.pos = this.window.start;
  }

  /** Absolute offset of the next row. */
  get position(): number {
    return this.window.base + this.pos;
  }

  next(): WalkStep {
    for (;;) {
      if (this.#passage.isOpen) {
        const { isReported } = this.#passage;
        if (!this.#passage.goOn()) return MORE;
        if (!isReported) return ROW;
      }
      if (this.isOver) return END;
      const step = this.#edge() ?? this.#record();
      if (step !== undefined) return step;
    }
  }

  /** Loads more of the source into the window. @throws ProtomdlError from the source */
  fill(): Promise<void> | undefined {
    const waiting = this.window.fill(this.pos, this.need);
    this.need = MAX_HEAD_BYTES;
    if (waiting === undefined) {
      this.pos = this.window.start;
      return undefined;
    }
    return waiting.then(() => {
      this.pos = this.window.start;
    });
  }

  /** Handles the ends of messages, of the window, and of the whole; undefined if a record begins. */
  #edge(): WalkStep | undefined {
    const window = this.window;
    const levels = this.levels;
    for (;;) {
      const at = window.base + this.pos;
      const end = levels.ends[levels.depth] as number;
      if (at >= end) {
        if (levels.groups[levels.depth] !== 0 || levels.overruns) return this.#endsEarly(at);
        if (levels.depth === 0) return END;
        levels.depth--;
        continue;
      }
      if (this.pos < window.safe) return undefined;
      if (!window.last) return MORE;
      if (this.pos < window.filled) return undefined;
      this.isOver = true;
      if (levels.depth === 0 && end === Number.POSITIVE_INFINITY) return END;
      return this.#endsEarly(at);
    }
  }

  /** Reports that the innermost level ends here, before its claimed end. */
  #endsEarly(at: number): WalkStep {
    const levels = this.levels;
    const claim = levels.claims[levels.depth] as number;
    const isGroup = levels.groups[levels.depth] !== 0;
    const detail = isGroup
      ? `group ${(levels.groups[levels.depth] as number) >>> 3} has no end`
      : `${claim - at} more bytes were claimed`;
    const { depth } = levels;
    // As in reports: the innermost level that is not a group.
    let known = depth;
    while (levels.groups[known] !== 0) known--;
    levels.leaveGroups();
    levels.closeOverruns();
    const { row } = this;
    row.begin('broken', at, depth, levels.tables[levels.depth]);
    row.length = 0;
    row.problems = [{ code: 'wire-truncated', offset: at, detail }];
    row.pathDepth = known;
    return ROW;
  }

  /** Returns undefined if there is nothing to report. */
  #record(): WalkStep | undefined {
    const { bytes, base, filled } = this.window;
    const levels = this.levels;
    const { depth } = levels;
    const pos = this.pos;
    const cursor = this.#cursor;
    const limit = Math.min((levels.ends[depth] as number) - base, filled);
    cursor.reset(bytes, pos, limit);
    const { row } = this;
    const holder = levels.tables[depth];
    row.begin('record', base + pos, depth, holder);
    const bad = cursor.readTag();
    if (bad !== OK) return this.#broken(bad, 0);
    const { tag } = cursor;
    let marks = (cursor.overlong ? NON_MINIMAL : 0) | (cursor.cut ? CUT_BITS : 0);
    const wireType = tag & 7;
    const number = tag >>> 3;
    row.number = number;
    row.wireType = wireType;
    if (wireType === WIRE_EGROUP) return this.#endGroup(tag);
    let field = holder === undefined ? undefined : fieldByNumber(holder, number);
    const isPacked =
      field?.repeated === true &&
      wireType === WIRE_LEN &&
      field.type !== TYPE_MESSAGE &&
      isPackable(field.type);
    if (field === undefined) marks |= holder === undefined ? 0 : UNKNOWN_FIELD;
    else if (wireTypeOf(field.type) !== wireType && !isPacked) {
      marks |= OTHER_TYPE;
      field = undefined;
    }
    row.field = field;
    row.marks = marks;
    if (wireType === WIRE_SGROUP) return this.#startGroup(tag);
    if (wireType !== WIRE_LEN) return this.#number(field);
    const problem = cursor.readLength();
    if (problem !== OK) return this.#broken(problem, number);
    if (cursor.overlong) row.marks |= NON_MINIMAL;
    const { length } = cursor;
    const isWanted = isPacked || field?.type === TYPE_STRING || this.#guesses;
    const seen = isWanted && length <= MAX_SEEN ? length : Math.min(length, PREVIEW);
    if (field?.type !== TYPE_MESSAGE && cursor.pos + seen > filled && !this.window.last) {
      this.need = cursor.pos - pos + seen;
      return MORE;
    }
    row.headLength = cursor.pos - pos;
    row.claimed = length;
    return this.#payload(field, isPacked);
  }

  #number(field: FieldTable | undefined): WalkStep {
    const { row } = this;
    const cursor = this.#cursor;
    const head = cursor.pos;
    const problem = readNumber(cursor, row.wireType);
    if (problem !== OK) return this.#broken(problem, row.number);
    row.lo = cursor.lo;
    row.hi = cursor.hi;
    if (row.wireType === WIRE_VARINT) row.marks |= marksOf(cursor, field);
    this.#count(field, 1);
    row.headLength = head - this.pos;
    row.claimed = cursor.pos - head;
    row.length = cursor.pos - this.pos;
    this.shows(row.length);
    this.pos = cursor.pos;
    return ROW;
  }

  /** Reads a LEN record whose head the cursor has read. */
  #payload(field: FieldTable | undefined, isPacked: boolean): WalkStep {
    const { row } = this;
    const { bytes, base, filled } = this.window;
    const levels = this.levels;
    const start = this.#cursor.pos;
    const end = levels.ends[levels.depth] as number;
    const claim = base + start + row.claimed;
    const stop = Math.min(claim, end);
    const seen = Math.min(stop - base, filled);
    const isGuessed = this.#guesses && guessesMessage(bytes, start, seen, seen === start + row.claimed);
    if (field?.type === TYPE_MESSAGE || isGuessed) {
      this.#count(field, 1);
      if (levels.depth >= MAX_DEPTH) {
        row.problems = [{ code: WIRE_PROBLEMS[TOO_DEEP][0], offset: row.offset, detail: '' }];
      } else if (this.options.enters?.(row) !== false) {
        row.kind = 'message';
        row.length = row.headLength;
        this.shows(row.length);
        const table = field === undefined ? undefined : this.options.schema.messages[field.message];
        levels.enter(field, row.number, table, claim, 0);
        this.pos = start;
        return ROW;
      }
      if (claim > end) this.#overruns(end);
      return this.#pass(stop);
    }
    if (claim > end) {
      this.#count(field, 1);
      this.#overruns(end);
      return this.#pass(stop);
    }
    if (isPacked && field !== undefined) {
      this.#cursor.reset(bytes, start, seen);
      this.#count(field, readList(row, field, this.#cursor, base));
    } else this.#count(field, 1);
    if (field?.type === TYPE_STRING) this.#passage.expectText();
    return this.#pass(stop);
  }

  /** Reports that the payload exceeds the enclosing message. */
  #overruns(end: number): void {
    const { row } = this;
    const over = row.offset + row.headLength + row.claimed - end;
    row.problems = [
      ...row.problems,
      { code: 'wire-truncated', offset: end, detail: `${over} bytes too long` },
    ];
    this.levels.leaveGroups();
    this.levels.closeOverruns();
  }

  #startGroup(tag: number): WalkStep {
    const { row } = this;
    const levels = this.levels;
    if (levels.depth >= MAX_DEPTH) return this.#broken(TOO_DEEP, row.number);
    this.#count(undefined, 1);
    row.kind = 'group';
    row.headLength = this.#cursor.pos - this.pos;
    row.length = row.headLength;
    this.shows(row.length);
    this.pos = this.#cursor.pos;
    levels.enter(undefined, row.number, undefined, levels.ends[levels.depth] as number, tag + 1);
    return ROW;
  }

  #endGroup(tag: number): WalkStep {
    const { row } = this;
    const levels = this.levels;
    if (levels.groups[levels.depth] !== tag) return this.#broken(BAD_TYPE, 0);
    row.pathDepth = levels.depth;
    levels.depth--;
    row.kind = 'group-end';
    row.depth = levels.depth;
    row.headLength = this.#cursor.pos - this.pos;
    row.length = row.headLength;
    this.shows(row.length);
    this.pos = this.#cursor.pos;
    return ROW;
  }

  /**
   * Reports unreadable bytes, up to the end of the nearest message with a length, where the walk continues.
   * @param number number of the field whose value is broken; 0 if the tag is broken
   */
  #broken(problem: WireProblem, number: number): WalkStep {
    const { row } = this;
    const levels = this.levels;
    row.pathDepth = levels.depth;
    if (number !== 0) row.index = this.#indexOf(row.field);
    levels.leaveGroups();
    row.kind = 'broken';
    const target = levels.ends[levels.depth] as number;
    const offset = problem === CUT ? target : row.offset;
    row.problems = [
      { code: (WIRE_PROBLEMS[problem as keyof typeof WIRE_PROBLEMS] ?? ['', ''])[0], offset, detail: '' },
    ];
    if (problem === CUT) levels.closeOverruns();
    return this.#pass(target);
  }

  #count(field: FieldTable | undefined, elements: number): void {
    const { row } = this;
    row.index = this.#indexOf(field);
    if (field !== undefined && row.holder !== undefined) {
      row.marks |= this.levels.count(field, placeOf(row.holder, field), elements);
    }
  }

  #indexOf(field: FieldTable | undefined): number {
    const { holder } = this.row;
    return field === undefined || holder === undefined ? 0 : this.levels.countOf(placeOf(holder, field));
  }

  /** Announces that the first `length` bytes of the row are in the window. */
  shows(length: number): void {
    const { row } = this;
    row.bytes = this.window.bytes;
    row.start = this.pos;
    row.shown = length;
  }

  /** Ends the row at `target`, if the source has that many bytes. */
  #pass(target: number): WalkStep {
    return this.#passage.begin(target) ? ROW : MORE;
  }
}

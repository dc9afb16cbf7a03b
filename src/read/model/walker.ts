import { TYPE_MESSAGE } from '../../base/schema/table.js';
import { Cursor, readNumber } from '../../base/wire/cursor.js';
import { MAX_DEPTH, MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import { BAD_TYPE, CUT, OK, TOO_DEEP, type WireProblem } from '../../base/wire/problem.js';
import {
  fieldNumberOf,
  WIRE_EGROUP,
  WIRE_I32,
  WIRE_I64,
  WIRE_LEN,
  WIRE_SGROUP,
  WIRE_VARINT,
} from '../../base/wire/tag.js';
import type { FieldLayout, MessageLayout } from './layout.js';
import { NO_BYTES, NO_STORE, PAGED, type Part, Window } from './window.js';

/**
 * Walks over the records of a message, through all of its parts, and through windows if a part is not in
 * memory. Payloads are skipped. The walker reads all legal encodings; at other bytes, it stops and sets
 * `problem`.
 */
export class Walker extends Cursor {
  /** Reason why `next` returned false: OK at the end of the message. */
  problem: WireProblem = OK;
  problemOffset = -1;
  /** Field number of the record that could not be read; 0 if unknown. */
  problemNumber = 0;

  /** The part that is being read, and the window it is read through. */
  part: Part | null = null;
  window: Window = NOWHERE;
  /**
   * Positions of the last record in `window`: of its tag and of its value, which follows the length in a LEN
   * record.
   */
  recordPos = 0;
  valuePos = 0;
  /** Size of the last record's value in bytes: a LEN payload, or a group's content before its end tag. */
  valueLength = 0;
  /** Number of unread bytes in the packed list that has been entered. */
  packedLeft = 0;

  /** True if `end` is the end of the part, and not only of the window. */
  #whole = true;
  #base = 0;
  #partEnd = 0;
  /** Number of bytes to skip before the next record, beyond the window. */
  #leap = 0;

  /**
   * @param depth levels above the records: 0 for those of a root
   * @param layout layout of the message, if the message may be cut short
   */
  constructor(
    readonly depth: number,
    readonly layout: MessageLayout | null = null,
  ) {
    super(NO_BYTES);
  }

  /** Begins at a part, and clears the previous state. */
  start(part: Part): void {
    this.problem = OK;
    this.#enter(part);
  }

  /** Reads the next record's tag, and its value or the value's position. */
  next(): boolean {
    for (;;) {
      if (!this.#whole) this.#provide();
      if (this.pos < this.end) break;
      if (this.part === null || this.part.next === null) return false;
      this.#enter(this.part.next);
    }
    this.recordPos = this.pos;
    const problem = this.readTag();
    if (problem !== OK) return this.#stop(problem, 0);
    switch (this.tag & 7) {
      case WIRE_VARINT: {
        this.valuePos = this.pos;
        const problem = this.readVarint();
        if (problem !== OK) return this.#stop(problem, this.tag);
        this.valueLength = this.pos - this.valuePos;
        return true;
      }
      case WIRE_LEN: {
        const problem = this.readLength();
        if (problem !== OK) return this.#stop(problem, this.tag);
        this.valuePos = this.pos;
        this.valueLength = this.length;
        return this.#skip(this.length) || this.#cutShort() || this.#stop(CUT, this.tag);
      }
      case WIRE_I64:
        this.valuePos = this.pos;
        this.valueLength = 8;
        return this.readFixed64() === OK || this.#stop(CUT, this.tag);
      case WIRE_I32:
        this.valuePos = this.pos;
        this.valueLength = 4;
        return this.readFixed32() === OK || this.#stop(CUT, this.tag);
      case WIRE_SGROUP:
        return this.#group(this.tag);
      default:
        return this.#stop(BAD_TYPE, this.tag);
    }
  }

  /**
   * Reads on to the field's next record, or to the next element of a packed list. Afterwards, the value is in
   * `lo` and `hi`, or a LEN payload at `valuePos`.
   */
  nextOf(field: FieldLayout): boolean {
    if (this.packedLeft > 0) return this.#nextPacked(field);
    while (this.next()) {
      if (this.tag === field.tag) return true;
      if (this.tag === field.packedTag && this.valueLength > 0) {
        this.packedLeft = this.valueLength;
        this.pos = this.valuePos;
        this.#leap = 0;
        return this.#nextPacked(field);
      }
    }
    return false;
  }

  /** Returns the absolute offset of a position in the window. */
  absolute(pos: number): number {
    return this.#base + pos;
  }

  /**
   * Position of the next read, in bytes from the start of the part's payload. `resume` continues here, with
   * `part` and `packedLeft`.
   */
  get place(): number {
    const part = this.part as Part;
    return this.#base + this.pos + this.#leap - part.window.base - part.start;
  }

  /** Continues at a position returned by `place`. */
  resume(part: Part, place: number, packedLeft: number): void {
    this.start(part);
    this.packedLeft = packedLeft;
    if (this.#whole) this.pos += place;
    else this.#leap = place;
  }

  get recordOffset(): number {
    return this.#base + this.recordPos;
  }

  /** Bytes of the last record, tag and value. */
  get recordLength(): number {
    const group = (this.tag & 7) === WIRE_SGROUP;
    return this.valuePos - this.recordPos + this.valueLength + (group ? this.#endTagLength : 0);
  }

  /** Makes `part` the last record's payload. The payload need not be in memory. */
  payload(part: Part): void {
    part.head = this.valuePos - this.recordPos;
    part.next = null;
    const end = this.valuePos + this.valueLength;
    if (end <= this.end) {
      part.window = this.window;
      part.start = this.valuePos;
      part.end = end;
    } else {
      part.window = new Window(this.window.store, NO_BYTES, this.#base + this.valuePos, this.valueLength);
      part.start = 0;
      part.end = PAGED;
    }
  }

  #endTagLength = 0;

  #enter(part: Part): void {
    const { window } = part;
    this.part = part;
    this.window = window;
    this.packedLeft = 0;
    this.#base = window.base;
    this.#leap = 0;
    this.#whole = part.end !== PAGED;
    if (this.#whole) this.reset(window.bytes, part.start, part.end);
    else {
      this.reset(NO_BYTES, 0, 0);
      this.#partEnd = window.base + window.length;
    }
  }

  /** Brings the next record's head into the window. */
  #provide(): void {
    if (
      this.#leap === 0 &&
      (this.end - this.pos >= MAX_HEAD_BYTES || this.#base + this.end === this.#partEnd)
    ) {
      return;
    }
    const offset = this.#base + this.pos + this.#leap;
    const left = this.#partEnd - offset;
    this.#leap = 0;
    // At the part's end, the window is empty: the next record, if any, is in the next part.
    this.window =
      left === 0
        ? new Window(this.window.store, NO_BYTES, offset)
        : this.window.store.window(offset, Math.min(MAX_HEAD_BYTES, left));
    const { bytes, base } = this.window;
    this.#base = base;
    this.reset(bytes, offset - base, Math.min(bytes.length, this.#partEnd - base));
  }

  /** Continues after a payload; returns false if the part is too short. */
  #skip(length: number): boolean {
    if (length <= this.end - this.pos) {
      this.pos += length;
      return true;
    }
    if (this.#whole || this.#base + this.pos + length > this.#partEnd) return false;
    this.#leap = length;
    return true;
  }

  /** Ends a message at the cut, if the store allows reading up to the cut. */
  #cutShort(): boolean {
    const { layout } = this;
    const end = this.#end();
    if (layout === null || end !== this.window.store.cutAt) return false;
    if (layout.fields[layout.slotOf(this.tag)]?.type !== TYPE_MESSAGE) return false;
    this.valueLength = end - this.absolute(this.valuePos);
    return this.#skip(this.valueLength);
  }

  /** Returns the absolute offset at which the part ends. */
  #end(): number {
    return this.#whole ? this.#base + this.end : this.#partEnd;
  }

  /** Skips the group that begins with `tag`, through as many windows as it has. */
  #group(tag: number): boolean {
    const recordOffset = this.recordOffset;
    const valueOffset = this.#base + this.pos;
    const open = [endTagOf(tag)];
    if (this.depth >= MAX_DEPTH) return this.#stop(TOO_DEEP, tag);
    for (;;) {
      if (!this.#whole) this.#provide();
      if (this.pos === this.end) return this.#stop(CUT, tag);
      const tagOffset = this.#base + this.pos;
      let problem = this.readTag();
      if (problem !== OK) return this.#stopAt(problem, tagOffset, tag);
      const inner = this.tag;
      switch (inner & 7) {
        case WIRE_LEN:
          problem = this.readLength();
          if (problem === OK && !this.#skip(this.length)) problem = CUT;
          break;
        case WIRE_SGROUP:
          if (this.depth + open.length >= MAX_DEPTH) problem = TOO_DEEP;
          else open.push(endTagOf(inner));
          break;
        case WIRE_EGROUP:
          if (open.pop() !== inner) problem = BAD_TYPE;
          break;
        default:
          problem = readNumber(this, inner & 7);
      }
      if (problem !== OK) return this.#stopAt(problem, tagOffset, tag);
      if (open.length > 0) continue;
      // Positions refer to the window in which the group ended; before that window, they are negative.
      this.tag = tag;
      this.recordPos = recordOffset - this.#base;
      this.valuePos = valueOffset - this.#base;
      this.valueLength = tagOffset - valueOffset;
      this.#endTagLength = this.#base + this.pos - tagOffset;
      return true;
    }
  }

  #nextPacked(field: FieldLayout): boolean {
    const base = this.#base;
    if (!this.#whole) this.#provide();
    // The window has moved, but the list's record has not: its positions may be negative now.
    this.recordPos += base - this.#base;
    this.valuePos += base - this.#base;
    const start = this.pos;
    const end = this.end;
    // The list may end before the window does, and must not be read beyond its end.
    if (this.packedLeft < end - start) this.end = start + this.packedLeft;
    const problem = readNumber(this, field.tag & 7);
    this.end = end;
    if (problem !== OK) {
      const offset = this.#base + start + (problem === CUT ? this.packedLeft : 0);
      this.packedLeft = 0;
      return this.#fail(problem, offset, field.table.number);
    }
    this.packedLeft -= this.pos - start;
    return true;
  }

  #stop(problem: WireProblem, tag: number): boolean {
    return this.#stopAt(problem, this.recordOffset, tag);
  }

  /**
   * Stops at a problem. A cut is reported at the end of the available bytes, every other problem at `offset`.
   */
  #stopAt(problem: WireProblem, offset: number, tag: number): boolean {
    const end = this.#end();
    const isOver = problem === CUT && end === this.window.store.cutAt;
    return this.#fail(isOver ? OK : problem, problem === CUT ? end : offset, fieldNumberOf(tag));
  }

  /** True if another walker stopped at the same offset with the same problem. */
  stopsLike({ problem, problemOffset, problemNumber }: Walker): boolean {
    const isSame = problem === this.problem && problemOffset === this.problemOffset;
    return isSame && problemNumber === this.problemNumber;
  }

  /** Ends the walk: afterwards, `next` always returns false. */
  #fail(problem: WireProblem, offset: number, number: number): boolean {
    this.problem = problem;
    this.problemOffset = offset;
    this.problemNumber = number;
    this.part = null;
    this.#whole = true;
    this.#leap = 0;
    this.reset(NO_BYTES, 0, 0);
    return false;
  }
}

function endTagOf(tag: number): number {
  return ((tag & ~7) | WIRE_EGROUP) >>> 0;
}

/** The window of a walker that has not started. */
const NOWHERE = new Window(NO_STORE, NO_BYTES, 0);

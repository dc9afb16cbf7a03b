import { MDL } from '../../base/schema/mdl.gen.js';
import type { MessageTable } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import { Cursor } from '../../base/wire/cursor.js';
import { MAX_DEPTH, MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import { BAD_TYPE, CUT, OK, TOO_DEEP, type WireProblem } from '../../base/wire/problem.js';
import { WIRE_EGROUP, WIRE_I32, WIRE_I64, WIRE_LEN, WIRE_SGROUP, WIRE_VARINT } from '../../base/wire/tag.js';
import { int32At } from '../../base/wire/value.js';
import {
  type Entry,
  entriesOf,
  MESSAGE_ENTRY,
  type MessageEntries,
  SCALAR,
  type SchemaEntries,
} from './entries.js';
import { KeptWindow, type TapeWindow } from './kept-window.js';
import {
  BYTES_STEP,
  END,
  ENTER,
  LEAVE,
  PROBLEM,
  type Step,
  type TapeOptions,
  UNKNOWN_STEP,
  VALUE,
} from './step.js';
import { MAX_POSITION, TapePlace } from './tape-place.js';

/**
 * Reads the records of a message as a flat sequence of steps, in file order. Nothing is merged or left out.
 * After a broken record, the tape continues after the enclosing message.
 *
 *     for (let step = tape.next(); step !== END; step = tape.next()) {
 *       if (step === VALUE) count(tape.entry, tape.lo);
 *     }
 */
export class Tape extends TapePlace {
  readonly #cursor = new Cursor(new Uint8Array(0));
  readonly #all: SchemaEntries;
  readonly #entersCut: boolean;
  /** True if the source is supposed to end with the message. */
  #isLast: boolean;
  readonly #sourceSize: number;
  /** True if the early end of the bytes was reported; the tape then only leaves the open messages. */
  #cut = false;

  /**
   * @param source an outline, or a source in memory
   * @param from absolute offset of the message's first byte
   * @param end absolute offset of its end; infinite if it ends with the source
   * @param window shows the bytes of any other source
   */
  constructor(
    source: Source,
    from: number,
    end: number,
    options: TapeOptions = {},
    window: TapeWindow = new KeptWindow(source, from, end),
  ) {
    const { schema = MDL, table = schema.messages[0] as MessageTable } = options;
    const all = entriesOf(schema);
    super(window, from, end, all.messages[table.index]);
    this.#all = all;
    this.#entersCut = options.entersCut ?? false;
    this.#sourceSize = source.size ?? Number.POSITIVE_INFINITY;
    this.#isLast = this.#endsSource(end);
  }

  /**
   * Starts with another message of the same source, which must be an outline or in memory. A new tape costs
   * more than reading a short message.
   */
  restart(from: number, end: number, table: MessageTable): this {
    (this.held as KeptWindow).restart(from, end);
    this.bytes = this.held.bytes;
    this.pos = 0;
    this.recordAt = 0;
    this.valueAt = 0;
    this.length = 0;
    this.entry = undefined;
    this.depth = 0;
    this.pending = 0;
    this.#cut = false;
    this.#isLast = this.#endsSource(end);
    this.begin(from, end, this.#all.messages[table.index]);
    return this;
  }

  #endsSource(end: number): boolean {
    return end >= this.#sourceSize || this.#sourceSize === Number.POSITIVE_INFINITY;
  }

  next(): Step {
    const pos = this.pos;
    if (pos >= this.limit) return this.#edge();
    const bytes = this.bytes;
    const tag = bytes[pos] as number;
    const entries = this.entries;
    const entry = entries === undefined || tag >= 0x80 ? undefined : entries.short[tag];
    if (entry === undefined) return this.#unknown(pos);
    this.entry = entry;
    this.tag = tag;
    this.recordAt = pos;
    const first = bytes[pos + 1] as number;
    if (entry.kind === SCALAR) {
      if ((tag & 7) !== WIRE_VARINT) return this.#fixed(pos + 1, tag & 7, VALUE);
      if (first < 0x80) {
        this.lo = first;
        this.hi = 0;
        return this.#valueEnds(pos + 1, pos + 2, VALUE);
      }
      const second = bytes[pos + 2] as number;
      if (second < 0x80) {
        this.lo = (first & 0x7f) | (second << 7);
        this.hi = 0;
        return this.#valueEnds(pos + 1, pos + 3, VALUE);
      }
      return this.#varint(pos + 1, VALUE);
    }
    // A LEN record: a length follows the tag.
    let at = pos + 2;
    let length = first;
    if (first >= 0x80) {
      const cursor = this.#cursor;
      cursor.reset(bytes, pos + 1, pos + 1 + MAX_HEAD_BYTES);
      const problem = cursor.readLength();
      if (problem !== OK) return this.#broken(problem, this.offset);
      at = cursor.pos;
      length = cursor.length;
    }
    this.length = length;
    this.valueAt = at;
    if (at + length > this.stop) return this.#overrun(at, length);
    if (entry.kind === MESSAGE_ENTRY) return this.#enter(entry, entry.child, at, at + length, 0);
    return this.#blob(pos, at, length, BYTES_STEP);
  }

  /** Passes over the rest of the open message, without its LEAVE step. Do not call this in a group. */
  skip(): void {
    const { depth } = this;
    if (depth === 0 || this.groups[depth] !== 0) throw new Error('only a message can be skipped');
    const end = this.ends[depth] as number;
    this.depth = depth - 1;
    this.entries = this.tables[depth - 1];
    this.goTo(end);
  }

  /** Handles the limit: the end of a message, of the window, or of the file. */
  #edge(): Step {
    if (this.pending > 0) {
      const target = this.position;
      this.pending = 0;
      this.goTo(target);
      if (this.pos < this.limit) return this.next();
    }
    const position = this.position;
    const { depth } = this;
    const end = this.ends[depth] as number;
    const over = this.held.last && this.pos >= this.held.filled;
    if (position >= end || over) {
      const isGroup = this.groups[depth] !== 0;
      const cutAt = Math.min(position, this.held.sourceEnd);
      const isShort = (position < end && end !== Number.POSITIVE_INFINITY) || cutAt < position;
      if ((isShort && !this.#cut) || isGroup) {
        this.#endGroups();
        this.#cut = over;
        this.problem = CUT;
        this.problemOffset = cutAt;
        this.overrunAt = -1;
        return PROBLEM;
      }
      return depth === 0 ? END : this.#leave();
    }
    if (this.pos >= this.limit) this.show();
    return this.next();
  }

  /**
   * Ends the open groups at the end of the enclosing message, because no more records can be read in these
   * groups.
   */
  #endGroups(): void {
    for (let depth = this.depth; depth > 0 && this.groups[depth] !== 0; depth--) this.groups[depth] = 0;
  }

  #leave(): Step {
    const { depth } = this;
    this.entry = this.open[depth];
    const { base } = this.held;
    this.recordAt = (this.starts[depth] as number) - base;
    this.valueAt = (this.values[depth] as number) - base;
    this.length = this.pos - this.valueAt;
    this.#pop();
    return LEAVE;
  }

  #pop(): void {
    this.depth--;
    this.entries = this.tables[this.depth];
    this.resolveEnd();
  }

  #enter(
    entry: Entry | undefined,
    entries: MessageEntries | undefined,
    at: number,
    stop: number,
    group: number,
  ): Step {
    const depth = this.depth + 1;
    if (depth > MAX_DEPTH) {
      const offset = this.offset;
      if (group !== 0) return this.#broken(TOO_DEEP, offset);
      this.goTo(this.held.base + stop);
      this.problemOffset = offset;
      this.problem = TOO_DEEP;
      this.overrunAt = -1;
      return PROBLEM;
    }
    if (depth >= this.ends.length) this.deepen();
    const { base } = this.held;
    this.depth = depth;
    this.ends[depth] = base + stop;
    this.starts[depth] = base + this.recordAt;
    this.values[depth] = base + at;
    this.open[depth] = entry;
    this.tables[depth] = entries;
    this.groups[depth] = group;
    this.entries = entries;
    this.pos = at;
    // Does the same as `resolveEnd`, but faster, because the end is already in window coordinates.
    this.stop = Math.min(stop, this.stop);
    this.limit = Math.min(this.stop, this.held.safe);
    return ENTER;
  }

  /** Moves to the record after a payload. @param pos start of this record, to read it again */
  #blob(pos: number, at: number, length: number, step: Step): Step {
    const end = at + length;
    const { filled } = this.held;
    if (end <= filled) {
      this.pos = end;
      return step;
    }
    if (pos >= FAR_IN_WINDOW) {
      // A later window may show the whole payload.
      this.show();
      return this.next();
    }
    this.pos = at;
    this.pending = length;
    this.limit = -1;
    return step;
  }

  #fixed(at: number, wireType: number, step: Step): Step {
    const bytes = this.bytes;
    this.lo = int32At(bytes, at);
    this.hi = wireType === WIRE_I64 ? int32At(bytes, at + 4) : 0;
    return this.#valueEnds(at, at + (wireType === WIRE_I64 ? 8 : 4), step);
  }

  #varint(at: number, step: Step): Step {
    const cursor = this.#cursor;
    cursor.reset(this.bytes, at, at + MAX_HEAD_BYTES);
    const problem = cursor.readVarint();
    if (problem !== OK) return this.#broken(problem, this.offset);
    this.lo = cursor.lo;
    this.hi = cursor.hi;
    return this.#valueEnds(at, cursor.pos, step);
  }

  #valueEnds(at: number, end: number, step: Step): Step {
    if (end > this.stop) return this.#overrun(at, end - at);
    this.valueAt = at;
    this.length = end - at;
    this.pos = end;
    return step;
  }

  /** Reads tags of several bytes, unknown fields, and malformed records. */
  #unknown(pos: number): Step {
    const cursor = this.#cursor;
    cursor.reset(this.bytes, pos, pos + MAX_HEAD_BYTES);
    this.recordAt = pos;
    const { offset } = this;
    const problem = cursor.readTag();
    if (problem !== OK) return this.#broken(problem, offset);
    const at = cursor.pos;
    if (at > this.stop) return this.#overrun(at, 0);
    const { tag } = cursor;
    this.tag = tag;
    const wireType = tag & 7;
    if (wireType === WIRE_EGROUP) return this.#endGroup(tag, at);
    const entry = this.entries?.of(tag);
    this.entry = entry;
    const step = entry === undefined ? UNKNOWN_STEP : VALUE;
    switch (wireType) {
      case WIRE_VARINT:
        return this.#varint(at, step);
      case WIRE_I32:
      case WIRE_I64:
        return this.#fixed(at, wireType, step);
      case WIRE_SGROUP:
        this.valueAt = at;
        return this.#enter(undefined, undefined, at, this.stop, tag + (WIRE_EGROUP - WIRE_SGROUP));
      case WIRE_LEN:
        break;
      default:
        return this.#broken(BAD_TYPE, offset);
    }
    const broken = cursor.readLength();
    if (broken !== OK) return this.#broken(broken, offset);
    const { length } = cursor;
    const start = cursor.pos;
    this.length = length;
    this.valueAt = start;
    if (start + length > this.stop) return this.#overrun(start, length);
    if (entry?.kind === MESSAGE_ENTRY) return this.#enter(entry, entry.child, start, start + length, 0);
    return this.#blob(pos, start, length, entry === undefined ? UNKNOWN_STEP : BYTES_STEP);
  }

  #endGroup(tag: number, at: number): Step {
    if (this.depth === 0 || this.groups[this.depth] !== tag) return this.#broken(BAD_TYPE, this.offset);
    this.pos = at;
    return this.#leave();
  }

  /** Handles a record that goes past the end of its container, or of the source. */
  #overrun(at: number, length: number): Step {
    const { base, existing } = this.held;
    const last = existing <= MAX_POSITION;
    const end = this.ends[this.depth] as number;
    const { entry } = this;
    // The cut is only entered at the source's own end: a complete part may contain thousands of messages with
    // wrong lengths, and each of these messages would be entered up to the end of the part.
    if (this.#entersCut && this.#isLast && entry?.kind === MESSAGE_ENTRY) {
      if (
        last ? this.stop === existing && at <= existing : end >= this.#sourceSize && base + at + length > end
      ) {
        return this.#far(at, length);
      }
    }
    // The end of the message exceeds the range of window positions.
    if (!last && base + this.stop < end && at + length > this.stop) {
      // A record that ends inside the message may still end after the range.
      if (base + at + length <= end) return this.#far(at, length);
    }
    const cut = last && base + existing < end && at + length > existing;
    return this.#broken(
      CUT,
      cut ? base + existing : this.offset,
      (this.tag & 7) === WIRE_LEN ? base + at : -1,
    );
  }

  /** Ends `next` for records whose end exceeds the range of window positions. */
  #far(at: number, length: number): Step {
    const { entry } = this;
    if (entry?.kind === MESSAGE_ENTRY) {
      const { base } = this.held;
      const step = this.#enter(entry, entry.child, at, this.stop, 0);
      if (step === ENTER) {
        this.ends[this.depth] = base + at + length;
        this.resolveEnd();
      }
      return step;
    }
    this.pos = at;
    this.pending = length;
    this.limit = -1;
    return entry === undefined ? UNKNOWN_STEP : BYTES_STEP;
  }

  /** Skips the rest of the message, which cannot be read; in a group, the rest of the message around it. */
  #broken(problem: WireProblem, offset: number, overrunAt = -1): Step {
    this.#endGroups();
    this.overrunAt = overrunAt;
    this.problem = problem;
    this.problemOffset = offset;
    const end = this.ends[this.depth] as number;
    if (end !== Number.POSITIVE_INFINITY) this.goTo(end);
    else {
      this.ends[0] = this.position;
      this.resolveEnd();
    }
    if (this.held.last && this.pos >= this.held.filled) this.#cut = true;
    return PROBLEM;
  }
}

/** From this position on, a payload that goes past the window is read from another window. */
const FAR_IN_WINDOW = 1 << 28;

/**
 * Reusable tapes of one source: hostile files have tens of thousands of nearly empty messages, and making a
 * tape costs more than reading such a message.
 */
export class Tapes {
  readonly #free: Tape[] = [];

  /** @param source an outline, or a source in memory */
  constructor(
    private readonly source: Source,
    private readonly options: Omit<TapeOptions, 'table'> = {},
  ) {}

  /** @param from absolute offsets of the message */
  take(from: number, end: number, table: MessageTable): Tape {
    const tape = this.#free.pop();
    if (tape !== undefined) return tape.restart(from, end, table);
    return new Tape(this.source, from, end, { ...this.options, table });
  }

  /** Takes back a tape that is at its end. */
  give(tape: Tape): void {
    this.#free.push(tape);
  }
}

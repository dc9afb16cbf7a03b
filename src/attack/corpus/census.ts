import { Cursor } from '../../base/wire/cursor.js';
import { MAX_DEPTH, MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import { BAD_TYPE, OK, TOO_DEEP, type WireProblem } from '../../base/wire/problem.js';
import {
  fieldNumberOf,
  WIRE_EGROUP,
  WIRE_I32,
  WIRE_I64,
  WIRE_LEN,
  WIRE_SGROUP,
  WIRE_VARINT,
  wireTypeOf,
} from '../../base/wire/tag.js';
import {
  type CensusPlan,
  ENTRY_IMPLICIT,
  ENTRY_UNPACKED,
  KIND_BYTES,
  KIND_ENUM,
  KIND_FIXED32,
  KIND_FIXED64,
  KIND_MESSAGE,
  KIND_NONE,
  KIND_NUMBER,
  KIND_PACKED,
} from './census-plan.js';
import type { WireForm } from './features.js';

/** Positions in a window stay small integers; an end past this is as good as infinite. */
const FAR = 0x3fffffff;

/** In place of a message's index: an unknown field, and a list of numbers in one record. */
const IN_GROUP = -1;
const IN_LIST = -2;

const NO_BYTES = new Uint8Array(0);

/**
 * Counts what the records of a message exercise, in one pass and in memory that does not grow. The scanner hears
 * of elements once protobuf's merging is done, which is what rules need; here the records themselves count, in
 * the form in which they were written, so this is a loop of its own over the same cursor: it keeps a frame for each
 * open message, and jumps over strings and blobs.
 *
 * What is broken is counted as far as it can be read: after a fault inside a LEN record it goes on after that
 * record, as the scanner does. A message that is written in two parts counts as two, and an enum that is absent
 * from one of them as its value 0.
 */
export class Census {
  /** Offset of the next byte to read; may lie past the window after a skip. */
  position = 0;

  readonly #plan: CensusPlan;
  readonly #forms: Readonly<Record<WireForm, number>>;
  readonly #cursor = new Cursor(NO_BYTES);
  // What occurred: by feature; and what is more often, by entry and by message. `features` puts them together.
  readonly #counts: Float64Array;
  readonly #records: Float64Array;
  readonly #messages: Float64Array;

  #depth = -1;
  // Open frames: the root, and one for each level below it, of which a list of numbers may be one more.
  readonly #message = new Int32Array(MAX_DEPTH + 2);
  readonly #end = new Float64Array(MAX_DEPTH + 2);
  /** Bits of the fields seen. */
  readonly #seen = new Int32Array(MAX_DEPTH + 2);
  /** Field number of the record before; of a group its own. */
  readonly #number = new Int32Array(MAX_DEPTH + 2);
  /** Of a list: the entry of its field. */
  readonly #list = new Int32Array(MAX_DEPTH + 2);

  constructor(plan: CensusPlan) {
    this.#plan = plan;
    this.#forms = plan.space.wireForms;
    this.#counts = new Float64Array(plan.space.features.length);
    this.#records = new Float64Array(plan.kind.length);
    this.#messages = new Float64Array(plan.space.messages.length);
  }

  /**
   * Begins with a root message; what was counted stays.
   * @param from offset of its first byte
   * @param end offset after its last one; infinite where only the end of the source says it
   */
  start(from: number, end: number): void {
    this.position = from;
    this.#depth = -1;
    this.#open(0, end, 0);
  }

  /** Occurrences of each feature in what was read so far. */
  features(): Float64Array {
    const { space, field, member, flags } = this.#plan;
    const counts = this.#counts.slice();
    const add = (feature: number, count: number): void => {
      if (feature >= 0) counts[feature] = (counts[feature] as number) + count;
    };
    this.#records.forEach((count, entry) => {
      if (entry === 0 || count === 0) return;
      add(field[entry] as number, count);
      add(member[entry] as number, count);
      if (((flags[entry] as number) & ENTRY_UNPACKED) !== 0) add(this.#forms.unpacked, count);
    });
    this.#messages.forEach((count, message) => {
      add(space.messages[message] as number, count);
    });
    return counts;
  }

  /**
   * Goes on with a window that begins at or before `position`, or ends before it where the source does.
   * @param base offset of `bytes[0]`
   * @param limit how many bytes are there
   * @param last whether nothing follows; then MAX_HEAD_BYTES zeros must lie after them
   * @returns whether the message is over
   */
  run(bytes: Uint8Array, base: number, limit: number, last: boolean): boolean {
    const { lookup, kind: kinds, flags: allFlags, number: numbers, bit: bits, oneof: oneofs } = this.#plan;
    const cursor = this.#cursor;
    const records = this.#records;
    const safe = last ? limit : limit - MAX_HEAD_BYTES;
    if (last) this.#clamp(base + limit);
    let pos = this.position - base;
    // A turn for each frame that is entered, or gone on with.
    for (;;) {
      const depth = this.#depth;
      const message = this.#message[depth] as number;
      const row = message * 128;
      const end = Math.min((this.#end[depth] as number) - base, FAR);
      let seen = this.#seen[depth] as number;
      let before = this.#number[depth] as number;
      let problem: number = OK;
      // A turn for each record of it.
      for (;;) {
        if (pos >= end || pos > safe) break;
        if (message < 0) {
          cursor.reset(bytes, pos, Math.min(end, limit));
          if (message === IN_LIST) {
            problem = this.#listed(cursor);
          } else {
            problem = cursor.readTag();
            if (problem === OK && cursor.overlong) this.#count('overlong-tag');
            if (problem === OK) problem = this.#foreign(message, cursor, base);
          }
          if (problem !== OK) break;
          pos = cursor.pos;
          if (depth !== this.#depth) break;
          continue;
        }

        const first = bytes[pos] as number;
        let entry = first < 0x80 ? (lookup[row + first] as number) : 0;
        let kind = kinds[entry] as number;
        const value = bytes[pos + 1] as number;
        if (
          // Most records: a number of one byte, not 0, of a field that comes for the first time.
          (kind === KIND_NUMBER || kind === KIND_ENUM) &&
          (value - 1) >>> 0 < 0x7f &&
          pos + 2 <= end &&
          (seen & ((bits[entry] as number) | (oneofs[entry] as number))) === 0
        ) {
          const number = numbers[entry] as number;
          if (number < before) this.#count('out-of-order');
          before = number;
          if (kind === KIND_ENUM) this.#enumerated(entry, value);
          records[entry] = (records[entry] as number) + 1;
          seen |= bits[entry] as number;
          pos += 2;
          continue;
        }

        cursor.reset(bytes, pos, Math.min(end, limit));
        if (entry === 0) {
          problem = cursor.readTag();
          if (problem !== OK) break;
          if (cursor.overlong) this.#count('overlong-tag');
          entry = this.#entryOf(message, cursor.tag);
          if (entry === 0) {
            problem = this.#foreign(message, cursor, base);
            if (problem !== OK) break;
            pos = cursor.pos;
            if (depth !== this.#depth) break;
            continue;
          }
          kind = kinds[entry] as number;
        } else {
          cursor.pos++;
        }
        const flags = allFlags[entry] as number;
        const implicit = (flags & ENTRY_IMPLICIT) !== 0;
        let stop = 0;
        if (kind >= KIND_BYTES) {
          problem = cursor.readLength();
          if (problem !== OK) break;
          if (cursor.overlong) this.#count('overlong-length');
          if (implicit && cursor.length === 0) this.#count('default-written');
          // What overruns the message around it ends where that does.
          stop = Math.min(cursor.pos + cursor.length, end);
        } else {
          problem = readNumber(cursor, kind);
          if (problem !== OK) break;
          if (cursor.overlong && kind <= KIND_ENUM) this.#count('overlong-value');
          if (kind === KIND_ENUM) this.#enumerated(entry, cursor.lo);
          if (implicit && cursor.lo === 0 && cursor.hi === 0) this.#count('default-written');
        }

        const number = numbers[entry] as number;
        if (number < before) this.#count('out-of-order');
        before = number;
        records[entry] = (records[entry] as number) + 1;
        const bit = bits[entry] as number;
        const oneof = oneofs[entry] as number;
        if ((seen & (bit | oneof)) !== 0) {
          if ((seen & bit) !== 0) this.#count(kind === KIND_MESSAGE ? 'merged' : 'repeated-value');
          if ((seen & oneof & ~bit) !== 0) this.#count('oneof-switched');
          seen &= ~oneof;
        }
        seen |= bit;
        if (kind >= KIND_PACKED) this.#count(cursor.length === 0 ? 'packed-empty' : 'packed');
        pos = cursor.pos;
        if (kind === KIND_MESSAGE && depth < MAX_DEPTH) {
          this.#open(this.#plan.child[entry] as number, base + stop, 0);
          break;
        }
        if (kind === KIND_PACKED) {
          this.#open(IN_LIST, base + stop, entry);
          break;
        }
        if (kind >= KIND_BYTES) pos = stop;
      }

      if (message >= 0) {
        this.#seen[depth] = seen;
        this.#number[depth] = before;
      }
      if (problem !== OK || (message === IN_GROUP && pos >= end && this.#depth === depth)) {
        if (!this.#unwind()) return true;
        pos = (this.#end[this.#depth] as number) - base;
      } else if (this.#depth === depth) {
        if (pos < end || (pos > limit && !last)) break;
        if (!this.#close()) return true;
      }
    }
    this.position = base + pos;
    return false;
  }

  /** A value of an enum. */
  #enumerated(entry: number, value: number): void {
    const feature = this.#plan.space.enumValues[this.#plan.enum[entry] as number]?.get(value);
    if (feature === undefined) this.#count('unlisted-enum-value');
    else this.#counts[feature] = (this.#counts[feature] as number) + 1;
  }

  /** One number of a packed list. */
  #listed(cursor: Cursor): WireProblem {
    const problem = cursor.readVarint();
    if (problem !== OK) return problem;
    if (cursor.overlong) this.#count('overlong-value');
    const entry = this.#list[this.#depth] as number;
    if ((this.#plan.enum[entry] as number) >= 0) this.#enumerated(entry, cursor.lo);
    return OK;
  }

  #entryOf(message: number, tag: number): number {
    return tag < 128
      ? (this.#plan.lookup[message * 128 + tag] as number)
      : (this.#plan.longTags[message]?.get(tag) ?? KIND_NONE);
  }

  /** A record that the message does not know, after its tag. */
  #foreign(message: number, cursor: Cursor, base: number): WireProblem {
    const { tag } = cursor;
    const wireType = wireTypeOf(tag);
    const number = fieldNumberOf(tag);
    const depth = this.#depth;
    if (wireType === WIRE_EGROUP) {
      if (message !== IN_GROUP || this.#number[depth] !== number) return BAD_TYPE;
      this.#depth--;
      return OK;
    }
    let problem: WireProblem = OK;
    if (wireType === WIRE_LEN) {
      problem = cursor.readLength();
      if (problem === OK) {
        if (cursor.overlong) this.#count('overlong-length');
        cursor.pos = Math.min(base + cursor.pos + cursor.length, this.#end[depth] as number) - base;
      }
    } else if (wireType === WIRE_SGROUP) {
      if (depth >= MAX_DEPTH) return TOO_DEEP;
    } else {
      problem = cursor.skipValue(tag);
    }
    if (problem !== OK) return problem;
    if (message >= 0) {
      const known = this.#plan.known[message]?.has(number) === true;
      this.#count(known ? 'other-wire-type' : (UNKNOWN_FORMS[wireType] as WireForm));
    }
    if (wireType === WIRE_SGROUP) {
      this.#open(IN_GROUP, this.#end[depth] as number, 0);
      this.#number[this.#depth] = number;
    }
    return OK;
  }

  #open(message: number, end: number, list: number): void {
    const depth = ++this.#depth;
    this.#message[depth] = message;
    this.#end[depth] = end;
    this.#seen[depth] = 0;
    this.#number[depth] = 0;
    this.#list[depth] = list;
  }

  /** The frame ends where it should. Returns false when it was the root. */
  #close(): boolean {
    const depth = this.#depth--;
    const message = this.#message[depth] as number;
    if (message >= 0) {
      this.#messages[message] = (this.#messages[message] as number) + 1;
      const zeros = this.#plan.zeros[message] as Int32Array;
      const seen = this.#seen[depth] as number;
      for (let i = 0; i < zeros.length; i += 2) {
        if ((seen & (zeros[i] as number)) !== 0) continue;
        const zero = zeros[i + 1] as number;
        this.#counts[zero] = (this.#counts[zero] as number) + 1;
      }
    }
    return depth > 0;
  }

  /** What is read is broken: drops open groups. Returns false where that was all; else the frame is to be left. */
  #unwind(): boolean {
    while (this.#message[this.#depth] === IN_GROUP) this.#depth--;
    if (this.#depth > 0) return true;
    this.#close();
    return false;
  }

  #clamp(end: number): void {
    for (let depth = 0; depth <= this.#depth; depth++) {
      if ((this.#end[depth] as number) > end) this.#end[depth] = end;
    }
  }

  #count(form: WireForm): void {
    const feature = this.#forms[form];
    this.#counts[feature] = (this.#counts[feature] as number) + 1;
  }
}

function readNumber(cursor: Cursor, kind: number): WireProblem {
  if (kind === KIND_FIXED32) return cursor.readFixed32();
  return kind === KIND_FIXED64 ? cursor.readFixed64() : cursor.readVarint();
}

const UNKNOWN_FORMS: Readonly<Record<number, WireForm>> = {
  [WIRE_VARINT]: 'unknown-varint',
  [WIRE_I64]: 'unknown-i64',
  [WIRE_LEN]: 'unknown-len',
  [WIRE_SGROUP]: 'unknown-group',
  [WIRE_I32]: 'unknown-i32',
};

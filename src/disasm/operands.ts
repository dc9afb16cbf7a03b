import { MDL } from '../schema/mdl.gen.js';
import { wireTypeOf } from '../schema/table.js';
import type { MessageEntries } from '../tape/entries.js';
import { entriesOf } from '../tape/entries.js';
import { BLOB, type Entry, MESSAGE, SCALAR } from '../tape/index.js';
import { CUT, Cursor, OK, OVERFLOW, tagOf, WIRE_VARINT, type WireProblem } from '../wire/index.js';
import { readNumber } from '../wire/number.js';

const { entries, messages } = entriesOf(MDL);

/** First bytes of a blob that are kept: the head of configuration words. */
export const HEAD_BYTES = 8;

/** Unknown fields of one step that are named. */
const MAX_UNKNOWN = 4;

/** The table of a message of the schema, for `Operands.read`. */
export function entriesNamed(typeName: string): MessageEntries {
  const found = messages.find(({ table }) => table.typeName === typeName);
  if (found === undefined) throw new Error(`no message ${typeName}`);
  return found;
}

/** The entry of a field by its name, in the wire type that writers use. */
export function entryNamed(of: MessageEntries | undefined, name: string): Entry | undefined {
  const field = of?.table.fields.find((one) => one.name === name);
  return field === undefined ? undefined : of?.of(tagOf(field.number, wireTypeOf(field.type)));
}

/**
 * A trigger or an action, as its records come: of scalars the last one counts, a member of the oneof replaces the
 * one before, the same member again merges. Values are kept by entry, so that nothing is allocated for a step.
 */
export class Operands {
  /** Of the record. */
  offset = 0;
  /** Bytes of its record. */
  length = 0;
  /** `unique_id` of the trigger or action. */
  uniqueId = 0;
  /** Which member of the oneof; undefined where there is none. */
  member: Entry | undefined;
  /** The member within the member, of those that choose once more. */
  inner: Entry | undefined;
  /** The bytes field of the member, where it has one; the offset is -1 where it is absent. */
  blobOffset = -1;
  /** Bytes of the blob; 0 where there is none. */
  blobLength = 0;
  /** The first bytes of the blob, `headLength` of them. */
  readonly head = new Uint8Array(HEAD_BYTES);
  /** How many bytes `head` has of the blob. */
  headLength = 0;
  /** XXH3-64 of the blob; empty where it was not computed. */
  hash = '';
  /** Numbers of unknown fields. */
  readonly unknown: number[] = [];
  /** @internal */
  problem: WireProblem = OK;
  /** In the window that was read. */
  problemAt = 0;

  readonly #lo = new Int32Array(entries.length);
  readonly #hi = new Int32Array(entries.length);
  /** Which step a value is of; a new member begins another, so that nothing has to be cleared. */
  readonly #stamps = new Int32Array(entries.length);
  #serial = 0;
  readonly #cursor = new Cursor(new Uint8Array(0));

  /** Forgets the step before. */
  begin(offset: number, length: number): void {
    this.offset = offset;
    this.length = length;
    this.uniqueId = 0;
    if (this.unknown.length > 0) this.unknown.length = 0;
    this.problem = OK;
    this.#choose(undefined);
  }

  /** Low half of a value, signed; 0 where it is absent. */
  lo(id: number): number {
    return this.#stamps[id] === this.#serial ? (this.#lo[id] as number) : 0;
  }

  /** High half of a value, signed; 0 where it is absent. */
  hi(id: number): number {
    return this.#stamps[id] === this.#serial ? (this.#hi[id] as number) : 0;
  }

  /** Whether a field was there, by the id of its entry. */
  has(id: number): boolean {
    return this.#stamps[id] === this.#serial;
  }

  /** A message within the step begins: at level 0 a member of its oneof, deeper one within that. */
  enter(entry: Entry, level: number): void {
    if (entry.field.oneof < 0) return;
    if (level === 0) {
      if (this.member !== entry) this.#choose(entry);
    } else if (this.inner !== entry) {
      const { inner } = this;
      this.inner = entry;
      for (const { name } of inner?.child?.table.fields ?? []) {
        this.#stamps[entryNamed(inner?.child, name)?.id as number] = 0;
      }
    }
  }

  /** @internal */
  set(entry: Entry, level: number, lo: number, hi: number): void {
    if (level === 0) {
      this.uniqueId = lo >>> 0;
      return;
    }
    const { id } = entry;
    this.#lo[id] = lo;
    this.#hi[id] = hi;
    this.#stamps[id] = this.#serial;
  }

  /** The member's bytes; their head is set by who has it. */
  setBlob(offset: number, length: number): void {
    this.blobOffset = offset;
    this.blobLength = length;
    this.headLength = 0;
    this.hash = '';
  }

  /** @internal */
  meetUnknown(number: number): void {
    if (this.unknown.length < MAX_UNKNOWN && !this.unknown.includes(number)) this.unknown.push(number);
  }

  /**
   * Reads records of the step, or of a message in it, from bytes in memory.
   * @param bytes at least 15 more bytes of anything stand after `end`, or the memory's end
   * @param base absolute offset of `bytes`
   * @returns whether all of it could be read; otherwise `problem` says what is wrong
   */
  read(
    of: MessageEntries,
    bytes: Uint8Array,
    from: number,
    end: number,
    base: number,
    level: number,
  ): boolean {
    const { short } = of;
    let pos = from;
    while (pos < end) {
      const tag = bytes[pos] as number;
      const entry = tag < 0x80 ? short[tag] : undefined;
      let at = pos + 1;
      if (entry === undefined || (entry.kind === SCALAR && (tag & 7) !== WIRE_VARINT)) {
        pos = this.#odd(of, bytes, pos, end, base, level);
        if (pos < 0) return false;
        continue;
      }
      let byte = bytes[at++] as number;
      let lo = byte;
      if (byte >= 0x80) {
        byte = bytes[at++] as number;
        lo = (lo & 0x7f) | (byte << 7);
        if (byte >= 0x80) {
          byte = bytes[at++] as number;
          lo = (lo & 0x3fff) | (byte << 14);
          if (byte >= 0x80) {
            byte = bytes[at++] as number;
            lo = (lo & 0x1fffff) | (byte << 21);
            if (byte >= 0x80) {
              // Addresses have five bytes; what is left of the fifth is the high half's.
              byte = bytes[at] as number;
              if (byte < 0x80 && entry.kind === SCALAR && at < end) {
                this.set(entry, level, (lo & 0xfffffff) | (byte << 28), byte >>> 4);
                pos = at + 1;
                continue;
              }
              at = this.#long(bytes, pos + 1, end, entry, level);
              if (at < 0) return false;
              pos = at;
              if (entry.kind === SCALAR) continue;
              lo = this.#cursor.length;
            }
          }
        }
      }
      if (at > end) return this.#fails(CUT, end);
      if (entry.kind === SCALAR) {
        this.set(entry, level, lo, 0);
        pos = at;
        continue;
      }
      pos = at + lo;
      if (!this.#payload(entry, bytes, at, pos, end, base, level)) return false;
    }
    return true;
  }

  #choose(member: Entry | undefined): void {
    this.#serial++;
    this.member = member;
    this.inner = undefined;
    this.blobOffset = -1;
    this.blobLength = 0;
    this.headLength = 0;
    this.hash = '';
  }

  /** Long varints: a value is set, a length is in the cursor. @returns the position after it; -1 for a problem */
  #long(bytes: Uint8Array, at: number, end: number, entry: Entry, level: number): number {
    const cursor = this.#cursor;
    cursor.reset(bytes, at, end);
    const problem = entry.kind === SCALAR ? cursor.readVarint() : cursor.readLength();
    if (problem !== OK) {
      this.#fails(problem, problem === CUT ? end : at - 1);
      return -1;
    }
    if (entry.kind === SCALAR) this.set(entry, level, cursor.lo, cursor.hi);
    return cursor.pos;
  }

  #payload(
    entry: Entry,
    bytes: Uint8Array,
    at: number,
    stop: number,
    end: number,
    base: number,
    level: number,
  ): boolean {
    if (stop > end) return this.#fails(CUT, end);
    if (entry.kind === MESSAGE) {
      this.enter(entry, level);
      return this.read(entry.child as MessageEntries, bytes, at, stop, base, level + 1);
    }
    if (entry.kind === BLOB) {
      this.setBlob(base + at, stop - at);
      this.headLength = Math.min(stop - at, HEAD_BYTES);
      for (let i = 0; i < this.headLength; i++) this.head[i] = bytes[at + i] as number;
    }
    return true;
  }

  /**
   * Tags of several bytes, and what the schema does not know, which is passed over.
   * @returns the position after it; -1 for a problem
   */
  #odd(of: MessageEntries, bytes: Uint8Array, pos: number, end: number, base: number, level: number): number {
    const cursor = this.#cursor;
    cursor.reset(bytes, pos, end);
    let problem = cursor.readTag();
    const { tag } = cursor;
    const entry = problem === OK ? of.of(tag) : undefined;
    if (entry === undefined) {
      if (problem === OK) problem = cursor.skipValue(tag);
      if (problem === OK) this.meetUnknown(tag >>> 3);
    } else if (entry.kind !== SCALAR) {
      problem = cursor.readLength();
      const at = cursor.pos;
      const stop = at + cursor.length;
      if (problem === OK) return this.#payload(entry, bytes, at, stop, end, base, level) ? stop : -1;
    } else {
      problem = readNumber(cursor, tag & 7);
      if (problem === OK) this.set(entry, level, cursor.lo, cursor.hi);
    }
    if (problem === OK) return cursor.pos;
    this.#fails(problem, problem === CUT ? end : pos);
    return -1;
  }

  #fails(problem: WireProblem, at: number): false {
    this.problem = problem === OK ? OVERFLOW : problem;
    this.problemAt = at;
    return false;
  }
}

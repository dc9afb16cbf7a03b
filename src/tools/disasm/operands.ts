import { MDL } from '../../base/schema/mdl.gen.js';
import { wireTypeOf } from '../../base/schema/table.js';
import { CUT, OK, type WireProblem } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { tagOf, WIRE_LEN } from '../../base/wire/tag.js';
import {
  BLOB,
  type Entry,
  entriesOf,
  MESSAGE_ENTRY,
  type MessageEntries,
  SCALAR,
} from '../../read/outline/entries.js';
import type { HeldMessage } from '../../read/outline/held-message.js';
import { isCutMessage } from '../../read/outline/merged.js';

const { entries, messages } = entriesOf(MDL);

/** Bytes kept from the beginning of a blob: the head of configuration words. */
export const HEAD_BYTES = 8;

/** Limit for the unknown fields of a step that are listed. */
const MAX_UNKNOWN = 4;

/** Returns the table of a message of the schema, for `Operands.read`. */
export function entriesNamed(typeName: string): MessageEntries {
  const found = messages.find(({ table }) => table.typeName === typeName);
  if (found === undefined) throw new Error(`no message ${typeName}`);
  return found;
}

/** Returns the entry of a field by its name, in the wire type that writers use. */
export function entryNamed(of: MessageEntries | undefined, name: string): Entry | undefined {
  const field = of?.table.fields.find((one) => one.name === name);
  return field === undefined ? undefined : of?.of(tagOf(field.number, wireTypeOf(field.type)));
}

/**
 * A trigger or an action, built from its records: the last record of a scalar wins, a different member of the
 * oneof replaces the previous member, and the same member is merged. Values are stored by entry, so that a
 * step allocates nothing.
 */
export class Operands {
  /** Absolute offset of the record. */
  offset = 0;
  /** Size of the record in bytes. */
  length = 0;
  /** `unique_id` of the trigger or action. */
  uniqueId = 0;
  /** The member that is set; undefined without a member. */
  member: Entry | undefined;
  /** The inner member, for members that have a oneof of their own. */
  inner: Entry | undefined;
  /** Offset of the member's bytes field; -1 if absent. */
  blobOffset = -1;
  /** Size of the blob in bytes; 0 if absent. */
  blobLength = 0;
  /** The first `headLength` bytes of the blob. */
  readonly head = new Uint8Array(HEAD_BYTES);
  /** Number of the blob's bytes in `head`. */
  headLength = 0;
  /** XXH3-64 of the blob; empty if not computed. */
  hash = '';
  /** Numbers of unknown fields. */
  readonly unknown: number[] = [];
  /** True if one of the unknown fields may be a member of a later schema, because it may be a message. */
  isLater = false;
  /** @internal */
  problem: WireProblem = OK;
  /** Position of the problem in the message that was read. */
  problemAt = 0;
  /** Number of levels around the records of the step. */
  depth = 0;

  readonly #lo = new Int32Array(entries.length);
  readonly #hi = new Int32Array(entries.length);
  /**
   * The step that each value belongs to; a new member starts a new step number, so that no values have to be
   * cleared.
   */
  readonly #stamps = new Int32Array(entries.length);
  #serial = 0;
  readonly #records: RecordCursor[] = [];

  /** Starts a new step. */
  begin(offset: number, length: number): void {
    this.offset = offset;
    this.length = length;
    this.uniqueId = 0;
    if (this.unknown.length > 0) this.unknown.length = 0;
    this.isLater = false;
    this.problem = OK;
    this.#choose(undefined);
  }

  /** Returns the low half of a value, signed; 0 if absent. */
  lo(id: number): number {
    return this.#stamps[id] === this.#serial ? (this.#lo[id] as number) : 0;
  }

  /** Returns the high half of a value, signed; 0 if absent. */
  hi(id: number): number {
    return this.#stamps[id] === this.#serial ? (this.#hi[id] as number) : 0;
  }

  /** True if a field is present; takes the id of its entry. */
  has(id: number): boolean {
    return this.#stamps[id] === this.#serial;
  }

  /** Begins a message within the step: at level 0, a member of the step's oneof; deeper, a member of a nested oneof. */
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

  /** Sets the position of the member's bytes; the caller stores their head. */
  setBlob(offset: number, length: number): void {
    this.blobOffset = offset;
    this.blobLength = length;
    this.headLength = 0;
    this.hash = '';
  }

  /**
   * Reads records of the step, or of a message within it, from memory.
   * @param from positions in `held`
   * @param isCut true if the end of the file cuts the message
   * @returns true if everything could be read; otherwise `problem` is set
   * @internal
   */
  read(
    of: MessageEntries,
    held: HeldMessage,
    from: number,
    end: number,
    level: number,
    isCut: boolean,
  ): boolean {
    this.#records[level] ??= new RecordCursor();
    const records = this.#records[level];
    const { message, origin, to, entersTail } = held;
    const { bytes } = message;
    records.gaps = message;
    records.depth = this.depth + level;
    records.reset(bytes, from, end);
    while (records.next()) {
      const { tag, value, valueEnd, length } = records;
      const entry = of.of(tag);
      if (entry === undefined) this.#meetUnknown(tag, level);
      else if (entry.kind === SCALAR) this.set(entry, level, records.lo, records.hi);
      else if (entry.kind === MESSAGE_ENTRY) {
        this.enter(entry, level);
        if (!this.read(entry.child as MessageEntries, held, value, valueEnd, level + 1, false)) return false;
      } else if (entry.kind === BLOB) {
        this.setBlob(origin.offsetOf(value), length);
        // At least this many bytes of a blob are in memory.
        this.headLength = Math.min(length, HEAD_BYTES);
        for (let i = 0; i < this.headLength; i++) this.head[i] = bytes[value + i] as number;
      }
    }
    if (records.problem === OK && !isCut) return true;
    if (entersTail && end === to && isCutMessage(records, of)) {
      const entry = of.of(records.tag) as Entry;
      this.enter(entry, level);
      return this.read(entry.child as MessageEntries, held, records.value, end, level + 1, true);
    }
    this.problem = records.problem === OK ? CUT : records.problem;
    this.problemAt = this.problem === CUT ? end : records.problemAt;
    return false;
  }

  #meetUnknown(tag: number, level: number): void {
    if (level === 0 && (tag & 7) === WIRE_LEN) this.isLater = true;
    const number = tag >>> 3;
    if (this.unknown.length < MAX_UNKNOWN && !this.unknown.includes(number)) this.unknown.push(number);
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
}

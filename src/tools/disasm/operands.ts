import { MDL } from '../../base/schema/mdl.gen.js';
import { wireTypeOf } from '../../base/schema/table.js';
import { CUT, OK, type WireProblem } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { tagOf } from '../../base/wire/tag.js';
import {
  BLOB,
  type Entry,
  entriesOf,
  MESSAGE,
  type MessageEntries,
  SCALAR,
} from '../../read/tape/entries.js';

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
  /** By level. */
  readonly #records: RecordCursor[] = [];

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

  /** The member's bytes; the caller sets their head. */
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
    this.#records[level] ??= new RecordCursor();
    const records = this.#records[level];
    records.reset(bytes, from, end);
    while (records.next()) {
      const { tag, value, valueEnd } = records;
      const entry = of.of(tag);
      if (entry === undefined) this.meetUnknown(tag >>> 3);
      else if (entry.kind === SCALAR) this.set(entry, level, records.lo, records.hi);
      else if (entry.kind === MESSAGE) {
        this.enter(entry, level);
        if (!this.read(entry.child as MessageEntries, bytes, value, valueEnd, base, level + 1)) return false;
      } else if (entry.kind === BLOB) {
        this.setBlob(base + value, valueEnd - value);
        this.headLength = Math.min(valueEnd - value, HEAD_BYTES);
        for (let i = 0; i < this.headLength; i++) this.head[i] = bytes[value + i] as number;
      }
    }
    const { problem } = records;
    if (problem === OK) return true;
    this.problem = problem;
    this.problemAt = problem === CUT ? end : records.start;
    return false;
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

import { ProtomdlError } from '../../base/diagnostics/error.js';
import { OK } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { WIRE_EGROUP, WIRE_I32, WIRE_I64, WIRE_LEN } from '../../base/wire/tag.js';
import { varintSize } from '../../base/wire/value.js';
import type { Entry, MessageEntries } from '../../read/outline/entries.js';
import type { SparseBytes } from '../../read/outline/sparse.js';

/** The entries of one message by tag; undefined inside of unknown groups. */
export type Known = MessageEntries | undefined;

/** Sorts after every field number: unknown fields come last. */
export const UNKNOWN_KEY = 0x7fffffff;

/** Number of integers for a record in the table. */
const ROW = 5;

/**
 * The direct records of messages in memory. A nested message's records come after the records of the
 * enclosing message: the list is a stack, so that reading a million messages allocates nothing.
 */
export class RecordList {
  /** By record; undefined for unknown fields. */
  readonly entries: (Entry | undefined)[] = [];
  #table = new Int32Array(ROW * 1024);
  #count = 0;
  /** True if the records listed last are in canonical order, and no singular field occurs twice. */
  isOrdered = true;
  readonly #records = new RecordCursor();

  get count(): number {
    return this.#count;
  }

  dropTo(count: number): void {
    this.#count = count;
  }

  tagOf(record: number): number {
    return (this.#table[record * ROW] as number) >>> 0;
  }

  /** Returns the start of a record, tag included. */
  startOf(record: number): number {
    return this.#table[record * ROW + 1] as number;
  }

  /** Returns the start of a record's value: after the tag, and after the length of a LEN record. */
  valueOf(record: number): number {
    return this.#table[record * ROW + 2] as number;
  }

  /** Returns the end of a record; for a group, the end of its end tag. */
  endOf(record: number): number {
    return this.#table[record * ROW + 3] as number;
  }

  /** Returns the size of a LEN record's value, missing bytes included. */
  lengthOf(record: number): number {
    return this.#table[record * ROW + 4] as number;
  }

  /** True if tag and length have the fewest bytes; the value is not checked. */
  hasShortHead(record: number): boolean {
    const tag = this.tagOf(record);
    const value = this.valueOf(record);
    const length = (tag & 7) === WIRE_LEN ? varintSize(this.lengthOf(record)) : 0;
    return value - this.startOf(record) === varintSize(tag) + length;
  }

  /** Returns the sort key of a record: the field number. */
  keyOf(record: number): number {
    return this.entries[record]?.field.number ?? UNKNOWN_KEY;
  }

  /**
   * Adds the records of the message in `message[from, to)`, or of the group that ends before `to`.
   * @throws ProtomdlError for unreadable bytes, which do not occur in a file that was checked first
   */
  list(message: SparseBytes, from: number, to: number, known: Known): void {
    const records = this.#records;
    records.reset(message.bytes, from, to);
    records.gaps = message;
    let last = 0;
    let oneofs = 0;
    let isOrdered = true;
    while (records.next()) {
      const { tag } = records;
      // Parsers discard bits beyond a tag's 32. A record with such a tag has to be rewritten, although it
      // does not become shorter.
      if (records.cut) isOrdered = false;
      const entry = known?.of(tag);
      this.#add(entry, records);
      if (entry === undefined) {
        last = UNKNOWN_KEY;
        continue;
      }
      const { number, oneof, repeated } = entry.field;
      // A packed list of numbers is a single record in an ordered message.
      if (number < last || (number === last && !(repeated && entry.kind !== 0 && entry.kind !== 3))) {
        isOrdered = false;
      }
      if (oneof >= 0) {
        if ((oneofs & (1 << oneof)) !== 0) isOrdered = false;
        oneofs |= 1 << oneof;
      }
      last = number;
    }
    if (records.problem !== OK && (records.tag & 7) !== WIRE_EGROUP) throw damaged(records.start);
    this.isOrdered = isOrdered;
  }

  #add(entry: Entry | undefined, { tag, start, value, pos, length }: RecordCursor): void {
    let table = this.#table;
    const at = this.#count * ROW;
    if (at + ROW > table.length) {
      table = new Int32Array(table.length * 2);
      table.set(this.#table);
      this.#table = table;
    }
    this.entries[this.#count++] = entry;
    table[at] = tag;
    table[at + 1] = start;
    table[at + 2] = value;
    table[at + 3] = pos;
    table[at + 4] = length;
  }
}

/** Returns the error for bytes that were readable when they were checked. */
export function damaged(offset: number): ProtomdlError {
  return new ProtomdlError(
    'source-changed',
    'the message was readable before, and cannot be read now',
    offset,
  );
}

/** Returns the size of a fixed value in bytes; 0 for other wire types. */
export function fixedWidthOf(wireType: number): number {
  return wireType === WIRE_I64 ? 8 : wireType === WIRE_I32 ? 4 : 0;
}

import { MDL } from '../../base/schema/mdl.gen.js';
import { type FieldTable, wireTypeOf } from '../../base/schema/table.js';
import { Cursor } from '../../base/wire/cursor.js';
import { PlainGroup } from '../../base/wire/plain-group.js';
import {
  fieldNumberOf,
  tagOf,
  WIRE_EGROUP,
  WIRE_LEN,
  WIRE_SGROUP,
  WIRE_VARINT,
} from '../../base/wire/tag.js';
import {
  BLOB,
  type Entry,
  entriesOf,
  MESSAGE_ENTRY,
  type MessageEntries,
  PACKED,
  SCALAR,
} from '../../read/outline/entries.js';
import { effective } from '../../read/outline/merged.js';
import type { SparseBytes } from '../../read/outline/sparse.js';
import type { FieldFilter } from './field-filter.js';
import { KeptStretches } from './kept-stretches.js';
import { fixedWidthOf, type Known, RecordList, UNKNOWN_KEY } from './record-list.js';
import { ReverseWriter } from './reverse-writer.js';
import { ScalarForm } from './scalar-form.js';

const { messages } = entriesOf(MDL);

/**
 * Writes messages in memory as an encoder would after parsing them: fields in the order of their numbers,
 * occurrences of a message merged, only the last occurrence of a scalar, only the effective member of a
 * oneof, lists of numbers packed, defaults omitted, everything in the fewest bytes; unknown fields at the
 * end, in their original order.
 */
export class CanonicalEncoder {
  readonly #writer = new ReverseWriter();
  readonly #records = new RecordList();
  readonly #kept = new KeptStretches(this.#writer);
  readonly #cursor = new Cursor(new Uint8Array(0));
  readonly #plainGroup = new PlainGroup();
  readonly #form = new ScalarForm();

  constructor(readonly filter: FieldFilter) {}

  /** Returns the canonical form of a message; undefined if the message is already canonical. */
  encode(message: SparseBytes, known: Known): ReverseWriter | undefined {
    return this.#message(message, 0, message.bytes.length, known, 0) ? this.#writer : undefined;
  }

  /** @returns true if the message was not canonical; otherwise nothing has been written */
  #message(message: SparseBytes, from: number, to: number, known: Known, level: number): boolean {
    const records = this.#records;
    const kept = this.#kept;
    const first = records.count;
    records.list(message, from, to, known);
    kept.begin(level, to);
    if (!records.isOrdered) {
      kept.change(message, level);
      this.#unordered(message, first, records.count, level);
      records.dropTo(first);
      return true;
    }
    let changed = false;
    for (let record = records.count - 1; record >= first; record--) {
      const entry = records.entries[record];
      const end = records.endOf(record);
      if (entry?.kind === MESSAGE_ENTRY && !this.filter.drops(entry)) {
        kept.enter(level, end);
        const value = records.valueOf(record);
        if (this.#message(message, value, end, entry.child, level + 1)) {
          this.#head(entry.field.number, kept.innerSize(level));
          kept.resume(level, records.startOf(record));
          changed = true;
          continue;
        }
        if (records.hasShortHead(record)) continue;
      } else if (this.#isCanonical(message, record)) continue;
      kept.changeOwn(message, level, records.startOf(record), end);
      this.#record(message, record, level);
      kept.resume(level, records.startOf(record));
      changed = true;
    }
    records.dropTo(first);
    if (changed) kept.finish(message, level, from);
    return changed;
  }

  /**
   * True if a record other than a message can stay as it is. Returns false for records whose check would cost
   * more than writing them.
   */
  #isCanonical(message: SparseBytes, record: number): boolean {
    const records = this.#records;
    if (!records.hasShortHead(record)) return false;
    const entry = records.entries[record];
    const value = records.valueOf(record);
    const end = records.endOf(record);
    if (entry === undefined) {
      if (this.filter.dropsUnknown) return false;
      const wireType = records.tagOf(record) & 7;
      // A varint whose last byte is 0 is too long, and one of ten bytes may have too many bits.
      if (wireType === WIRE_SGROUP) return this.#isPlain(message, record);
      if (wireType !== WIRE_VARINT) return true;
      return end - value === 1 || (message.bytes[end - 1] !== 0 && end - value < 10);
    }
    if (this.filter.drops(entry)) return false;
    const { field } = entry;
    switch (entry.kind) {
      case BLOB:
        return end > value || saysDefaults(field);
      case PACKED:
        return end > value && wireTypeOf(field.type) !== WIRE_VARINT;
      case SCALAR: {
        if (field.repeated) return false;
        if ((entry.tag & 7) !== WIRE_VARINT) return saysDefaults(field) || !isZero(message.bytes, value, end);
        const form = this.#form;
        this.#read(field.type, message.bytes, value, end);
        if (form.lo === 0 && form.hi === 0) return saysDefaults(field) && end - value === 1;
        return form.isWhole && form.size === end - value;
      }
      default:
        return false;
    }
  }

  /** Writes a record that is the only one of its field. */
  #record(message: SparseBytes, record: number, level: number): void {
    const records = this.#records;
    const entry = records.entries[record];
    if (entry === undefined) {
      this.#unknown(message, record);
      return;
    }
    if (this.filter.drops(entry)) return;
    const value = records.valueOf(record);
    const end = records.endOf(record);
    switch (entry.kind) {
      case SCALAR:
        if (entry.field.repeated) this.#list(message, entry.field, [record]);
        else this.#scalar(entry, message.bytes, value, end);
        return;
      case PACKED:
        this.#list(message, entry.field, [record]);
        return;
      case MESSAGE_ENTRY:
        this.#inner(message, value, end, entry, level);
        return;
      case BLOB:
        this.#blob(entry.field, message, record);
    }
  }

  /** Writes the fields from the last to the first. */
  #unordered(message: SparseBytes, first: number, end: number, level: number): void {
    const records = this.#records;
    const all = Array.from({ length: end - first }, (_, at) => first + at);
    const order = effective(all, (record) => records.entries[record]?.field);
    order.sort((a, b) => records.keyOf(a) - records.keyOf(b) || a - b);
    for (let to = order.length; to > 0; ) {
      const key = records.keyOf(order[to - 1] as number);
      let from = to - 1;
      while (from > 0 && records.keyOf(order[from - 1] as number) === key) from--;
      this.#field(message, order.slice(from, to), key, level);
      to = from;
    }
  }

  /** Writes all records of one field, or all unknown fields, in file order. */
  #field(message: SparseBytes, found: readonly number[], key: number, level: number): void {
    const records = this.#records;
    const last = found[found.length - 1] as number;
    const entry = records.entries[last];
    if (key === UNKNOWN_KEY || entry === undefined) {
      for (let i = found.length - 1; i >= 0; i--) this.#unknown(message, found[i] as number);
      return;
    }
    if (this.filter.drops(entry)) return;
    const { field } = entry;
    if (field.repeated && (entry.kind === SCALAR || entry.kind === PACKED)) this.#list(message, field, found);
    else if (field.repeated) {
      for (let i = found.length - 1; i >= 0; i--) this.#record(message, found[i] as number, level);
    } else if (entry.kind === MESSAGE_ENTRY && found.length > 1) {
      // By protobuf's definition, several occurrences equal one occurrence with their joined payloads.
      const joined = this.#joined(message, found);
      this.#inner(joined, 0, joined.bytes.length, entry, level);
    } else this.#record(message, last, level);
  }

  #joined(message: SparseBytes, found: readonly number[]): SparseBytes {
    const records = this.#records;
    return message.join(
      found.map((record) => ({ from: records.valueOf(record), to: records.endOf(record) })),
    );
  }

  /** Writes a message inside the current one, after all kept stretches that follow the message. */
  #inner(message: SparseBytes, from: number, to: number, { field, child }: Entry, level: number): void {
    const before = this.#writer.size;
    this.#kept.begin(level, 0);
    if (!this.#message(message, from, to, child, level + 1)) {
      this.#writer.sparse(message, from, to);
    }
    this.#head(field.number, this.#writer.size - before);
  }

  #blob(field: FieldTable, message: SparseBytes, record: number): void {
    const records = this.#records;
    const length = records.lengthOf(record);
    if (length === 0 && !saysDefaults(field)) return;
    this.#writer.sparse(message, records.valueOf(record), records.endOf(record));
    this.#head(field.number, length);
  }

  #scalar({ field, tag }: Entry, bytes: Uint8Array, from: number, to: number): void {
    const writer = this.#writer;
    const wireType = tag & 7;
    if (wireType === WIRE_VARINT) {
      const form = this.#form;
      this.#read(field.type, bytes, from, to);
      if (form.lo === 0 && form.hi === 0 && !saysDefaults(field)) return;
      writer.varint64(form.lo, form.hi);
    } else {
      if (!saysDefaults(field) && isZero(bytes, from, to)) return;
      writer.raw(bytes, from, to);
    }
    writer.varint(tagOf(field.number, wireType));
  }

  /** Writes a list of numbers packed, regardless of its encoding in the input. */
  #list(message: SparseBytes, field: FieldTable, found: readonly number[]): void {
    const records = this.#records;
    const before = this.#writer.size;
    for (let i = found.length - 1; i >= 0; i--) {
      const record = found[i] as number;
      this.#elements(field.type, message.bytes, records.valueOf(record), records.endOf(record));
    }
    const length = this.#writer.size - before;
    if (length > 0) this.#head(field.number, length);
  }

  /** Writes elements from the last to the first. */
  #elements(type: number, bytes: Uint8Array, from: number, to: number): void {
    const writer = this.#writer;
    if (wireTypeOf(type) !== WIRE_VARINT) {
      writer.raw(bytes, from, to);
      return;
    }
    for (let end = to; end > from; ) {
      let start = end - 1;
      while (start > from && (bytes[start - 1] as number) >= 0x80) start--;
      this.#read(type, bytes, start, end);
      writer.varint64(this.#form.lo, this.#form.hi);
      end = start;
    }
  }

  #read(type: number, bytes: Uint8Array, from: number, to: number): void {
    const first = bytes[from] as number;
    if (first < 0x80) {
      this.#form.take(type, first, 0);
      return;
    }
    const cursor = this.#cursor;
    cursor.reset(bytes, from, to);
    cursor.readVarint();
    this.#form.take(type, cursor.lo, cursor.hi);
    if (cursor.cut) this.#form.isWhole = false;
  }

  #unknown(message: SparseBytes, record: number): void {
    if (this.filter.dropsUnknown) return;
    const records = this.#records;
    const writer = this.#writer;
    const tag = records.tagOf(record);
    const value = records.valueOf(record);
    const end = records.endOf(record);
    const wireType = tag & 7;
    if (wireType === WIRE_VARINT) {
      const cursor = this.#cursor;
      cursor.reset(message.bytes, value, end);
      cursor.readVarint();
      writer.varint64(cursor.lo, cursor.hi);
    } else if (wireType === WIRE_SGROUP && this.#isPlain(message, record)) {
      writer.sparse(message, value, end);
    } else if (wireType === WIRE_SGROUP) {
      writer.varint(tagOf(fieldNumberOf(tag), WIRE_EGROUP));
      this.#group(message, value, end);
    } else {
      writer.sparse(message, value, end);
      if (fixedWidthOf(wireType) === 0) writer.varint(records.lengthOf(record));
    }
    writer.varint(tag);
  }

  /**
   * True if the content of a group can stay as it is. Without this check, nested groups would be listed again
   * for each level.
   */
  #isPlain(message: SparseBytes, record: number): boolean {
    const records = this.#records;
    this.#cursor.reset(message.bytes, records.valueOf(record), records.endOf(record));
    return this.#plainGroup.pass(this.#cursor, records.tagOf(record));
  }

  #group(message: SparseBytes, from: number, to: number): void {
    const records = this.#records;
    const first = records.count;
    records.list(message, from, to, undefined);
    for (let record = records.count - 1; record >= first; record--) this.#unknown(message, record);
    records.dropTo(first);
  }

  #head(number: number, length: number): void {
    this.#writer.varint(length);
    this.#writer.varint(tagOf(number, WIRE_LEN));
  }
}

export const ROOT = messages[0] as MessageEntries;

/** True if a default value is written, because readers can distinguish it from an absent value. */
function saysDefaults({ optional, oneof, repeated }: FieldTable): boolean {
  return optional || oneof >= 0 || repeated;
}

/** True if all bytes are zero. Minus zero does not count as zero, because its bits differ. */
function isZero(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] !== 0) return false;
  return true;
}

import { MESSAGE } from '../tape/index.js';
import { tagOf, WIRE_LEN } from '../wire/index.js';
import type { FieldFilter } from './field-filter.js';
import { type Known, RecordList } from './record-list.js';
import { ReverseWriter } from './reverse-writer.js';

/** Leaves fields out of messages in memory. What is kept stays as it was written, in its place. */
export class FilteringEncoder {
  readonly #writer = new ReverseWriter();
  readonly #records = new RecordList();
  /** Whether something was left out the last time. */
  changed = false;

  constructor(readonly filter: FieldFilter) {}

  /** The message in `bytes[from, to)` with less in it. Valid until the next call. */
  encode(bytes: Uint8Array, from: number, to: number, known: Known): Uint8Array {
    this.#writer.clear();
    this.#records.dropTo(0);
    this.changed = this.#message(bytes, from, to, known);
    return this.#writer.written;
  }

  #message(bytes: Uint8Array, from: number, to: number, known: Known): boolean {
    const { filter } = this;
    const records = this.#records;
    const writer = this.#writer;
    const first = records.count;
    records.list(bytes, from, to, known);
    let changed = false;
    for (let record = records.count - 1; record >= first; record--) {
      const entry = records.entries[record];
      if (entry === undefined ? filter.dropsUnknown : filter.drops(entry)) {
        changed = true;
        continue;
      }
      const end = records.endOf(record);
      if (entry?.kind === MESSAGE) {
        const before = writer.size;
        if (this.#message(bytes, records.valueOf(record), end, entry.child)) {
          changed = true;
          writer.varint(writer.size - before);
          writer.varint(tagOf(entry.field.number, WIRE_LEN));
          continue;
        }
        writer.backTo(before);
      }
      writer.raw(bytes, records.startOf(record), end);
    }
    records.dropTo(first);
    return changed;
  }
}

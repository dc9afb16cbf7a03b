import { tagOf, WIRE_LEN } from '../../base/wire/tag.js';
import { MESSAGE_ENTRY } from '../../read/outline/entries.js';
import type { SparseBytes } from '../../read/outline/sparse.js';
import type { FieldFilter } from './field-filter.js';
import { KeptStretches } from './kept-stretches.js';
import { type Known, RecordList } from './record-list.js';
import { ReverseWriter } from './reverse-writer.js';

/** Leaves fields out of messages in memory. The remaining fields keep their encoding and order. */
export class FilteringEncoder {
  readonly #writer = new ReverseWriter();
  readonly #records = new RecordList();
  readonly #kept = new KeptStretches(this.#writer);
  constructor(readonly filter: FieldFilter) {}

  /** Returns the message without the filtered fields; undefined if it has no such field. */
  encode(message: SparseBytes, known: Known): ReverseWriter | undefined {
    return this.#message(message, 0, message.bytes.length, known, 0) ? this.#writer : undefined;
  }

  /** @returns true if something is left out; otherwise nothing has been written */
  #message(message: SparseBytes, from: number, to: number, known: Known, level: number): boolean {
    const { filter } = this;
    const records = this.#records;
    const writer = this.#writer;
    const kept = this.#kept;
    const first = records.count;
    records.list(message, from, to, known);
    kept.begin(level, to);
    let changed = false;
    for (let record = records.count - 1; record >= first; record--) {
      const entry = records.entries[record];
      const start = records.startOf(record);
      const end = records.endOf(record);
      if (entry === undefined ? filter.dropsUnknown : filter.drops(entry)) {
        kept.changeOwn(message, level, start, end);
        changed = true;
      } else if (entry?.kind === MESSAGE_ENTRY && filter.reaches(entry)) {
        // Empty messages are skipped at once, because hostile files have tens of thousands of them.
        if (records.valueOf(record) === end) continue;
        kept.enter(level, end);
        if (!this.#message(message, records.valueOf(record), end, entry.child, level + 1)) continue;
        writer.varint(kept.innerSize(level));
        writer.varint(tagOf(entry.field.number, WIRE_LEN));
        kept.resume(level, start);
        changed = true;
      }
    }
    records.dropTo(first);
    if (changed) kept.finish(message, level, from);
    return changed;
  }
}

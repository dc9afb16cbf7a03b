import { RecordCursor } from '../../base/wire/record-cursor.js';
import { BLOB, type Entry, MESSAGE_ENTRY, type MessageEntries } from '../../read/outline/entries.js';
import type { Segment } from './content.js';

/** Minimum number of equal bytes for which a search for records saves time. */
const WORTH = 256;

/**
 * Finds records at the equal end of two messages in memory that cannot make a difference: complete records of
 * lists that have no other elements in either message. In an operation whose trigger has changed, these
 * records are its actions.
 */
export class SharedTail {
  readonly #records = new RecordCursor();

  /**
   * @param common length of the equal end in bytes
   * @returns number of bytes at the end of both messages that need no comparison
   */
  of(a: Segment, b: Segment, common: number, entries: MessageEntries): number {
    if (common < WORTH || common * 2 < a.length) return 0;
    const records = this.#records;
    const end = a.pos + a.length;
    records.reset(a.memory, a.pos, end);
    // Numbers of the fields before the tail.
    const before = new Set<number>();
    while (end - records.pos > common) {
      const entry = nextKnown(records, entries);
      if (entry === undefined) return 0;
      before.add(entry.field.number);
    }
    const length = end - records.pos;
    let last: unknown;
    while (records.pos < end) {
      const entry = nextKnown(records, entries);
      if (entry === undefined) return 0;
      if (entry === last) continue;
      last = entry;
      if (before.has(entry.field.number) || !entry.field.repeated) return 0;
      if (entry.kind !== MESSAGE_ENTRY && entry.kind !== BLOB) return 0;
    }
    return this.#isBehind(b, length, entries, before) ? length : 0;
  }

  /**
   * True if the tail also begins between two records of the other message, and none of the tail's lists
   * occurs before the tail.
   */
  #isBehind(b: Segment, length: number, entries: MessageEntries, before: ReadonlySet<number>): boolean {
    const records = this.#records;
    const start = b.pos + b.length - length;
    records.reset(b.memory, b.pos, start);
    while (records.pos < start) {
      const field = nextKnown(records, entries)?.field;
      if (field === undefined || (field.repeated && !before.has(field.number))) return false;
    }
    return true;
  }
}

/** Returns the next record's field; undefined if the record is incomplete or unknown. */
function nextKnown(records: RecordCursor, entries: MessageEntries): Entry | undefined {
  return records.next() ? entries.of(records.tag) : undefined;
}

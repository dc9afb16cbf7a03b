import { RecordCursor } from '../../base/wire/record-cursor.js';
import { BLOB, type Entry, MESSAGE, type MessageEntries } from '../../read/tape/entries.js';
import type { Segment } from './content.js';

/** Below this many bytes in common, to look for records in them saves nothing. */
const WORTH = 256;

/**
 * Finds records that two messages in memory end with and that cannot make a difference: whole ones of lists of which
 * nothing else is in either message. Of an operation that has another trigger than before, these are its actions.
 */
export class SharedTail {
  readonly #records = new RecordCursor();

  /**
   * @param common how many bytes both end with in common
   * @returns how many bytes of both need not be looked at
   */
  of(a: Segment, b: Segment, common: number, entries: MessageEntries): number {
    if (common < WORTH || common * 2 < a.length) return 0;
    const records = this.#records;
    const end = a.pos + a.length;
    records.reset(a.memory, a.pos, end);
    // Numbers of fields that are in front of it.
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
      if (entry.kind !== MESSAGE && entry.kind !== BLOB) return 0;
    }
    return this.#isBehind(b, length, entries, before) ? length : 0;
  }

  /** Whether the tail begins between two records of the other message, too, and no list of it in front of that. */
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

/** The field of the next record; undefined where there is no whole one, or none that the schema knows. */
function nextKnown(records: RecordCursor, entries: MessageEntries): Entry | undefined {
  return records.next() ? entries.of(records.tag) : undefined;
}

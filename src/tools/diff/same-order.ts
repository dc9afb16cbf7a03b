import { OK } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { type Entry, MESSAGE_ENTRY, type MessageEntries, SCALAR } from '../../read/outline/entries.js';
import { prefixOf, type Segment } from './content.js';
import type { Ignored } from './ignored.js';
import { isLong, keptLow, MAX_NESTING } from './records.js';

/**
 * Detects two messages in memory with the same records and values in the same order, apart from ignored
 * fields and different encodings: such messages are equal in meaning. A result of false does not mean that
 * they differ.
 */
export class SameOrder {
  /** Cursors for both messages, by level. */
  readonly #pairs: (readonly [RecordCursor, RecordCursor])[] = [];
  readonly #rest = new RecordCursor();

  /**
   * @param marksBreaks true if a breakage makes the result false, for callers that report breakages; false if
   * equal bytes suffice even when broken
   */
  constructor(
    private readonly ignored: Ignored,
    private readonly marksBreaks = true,
  ) {}

  holds(a: Segment, b: Segment, entries: MessageEntries): boolean {
    if (!a.isSmall || !b.isSmall) return false;
    return this.#same(a.memory, a.pos, a.pos + a.length, b.memory, b.pos, b.pos + b.length, entries, 0);
  }

  /**
   * True if both stretches have equal records in the same order. Also returns false for a broken record,
   * which the caller reports.
   */
  #same(
    a: Uint8Array,
    fromA: number,
    endA: number,
    b: Uint8Array,
    fromB: number,
    endB: number,
    entries: MessageEntries,
    depth: number,
  ): boolean {
    this.#pairs[depth] ??= [new RecordCursor(), new RecordCursor()];
    const [left, right] = this.#pairs[depth];
    left.reset(a, fromA, endA);
    right.reset(b, fromB, endB);
    let differing = 0;
    for (;;) {
      const entry = this.#next(left, entries);
      if (entry === undefined || entry !== this.#next(right, entries)) return false;
      if (entry === END) return true;
      if (entry.kind === SCALAR) {
        const { type } = entry.field;
        if (keptLow(type, left.lo, left.hi) !== keptLow(type, right.lo, right.hi)) return false;
        if (isLong(type) && left.hi !== right.hi) return false;
        continue;
      }
      const { length } = left;
      if (length === right.length && samePayload(a, left.value, b, right.value, length)) continue;
      if (entry.kind !== MESSAGE_ENTRY || depth >= MAX_NESTING) return false;
      const child = entry.child as MessageEntries;
      if (!this.#same(a, left.value, left.valueEnd, b, right.value, right.valueEnd, child, depth + 1))
        return false;
      // The remaining bytes are compared after the 1st, 2nd, 4th, 8th … different record. After each
      // different record, the comparison would read many bytes again.
      differing++;
      const rest = endA - left.pos;
      if (rest === endB - right.pos && (differing & (differing - 1)) === 0) {
        if (prefixOf(a, left.pos, b, right.pos, rest) === rest && this.#isClear(a, left.pos, endA, entries)) {
          return true;
        }
      }
    }
  }

  /** True if a stretch consists of complete records of known fields. */
  #isClear(bytes: Uint8Array, from: number, end: number, entries: MessageEntries): boolean {
    if (!this.marksBreaks) return true;
    const records = this.#rest;
    records.reset(bytes, from, end);
    while (records.next()) if (entries.of(records.tag) === undefined) return false;
    return records.problem === OK;
  }

  /**
   * Returns the next record that counts: END after the last record, undefined for a broken or unknown record.
   */
  #next(records: RecordCursor, entries: MessageEntries): Entry | typeof END | undefined {
    while (records.next()) {
      const entry = entries.of(records.tag);
      if (entry === undefined || !this.ignored.has(entry.id)) return entry;
      // Even an ignored member can be set, and then replaces another member.
      if (entry.field.oneof >= 0) return undefined;
    }
    return records.problem === OK ? END : undefined;
  }
}

/** Result of `#next` after the last record. */
const END = null;

function samePayload(a: Uint8Array, from: number, b: Uint8Array, to: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (a[from + i] !== b[to + i]) return false;
  return true;
}

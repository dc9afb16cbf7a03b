import { OK } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { type Entry, MESSAGE, type MessageEntries, SCALAR } from '../../read/tape/entries.js';
import { prefixOf, type Segment } from './content.js';
import type { Ignored } from './ignored.js';
import { isLong, keptLow, MAX_NESTING } from './records.js';

/**
 * Whether two messages in memory have the same records with the same values in the same order, however those are
 * written, but for fields that are ignored: then they say the same. What is false may say the same in another way.
 */
export class SameOrder {
  /** By level: where each of the two messages is. */
  readonly #pairs: (readonly [RecordCursor, RecordCursor])[] = [];
  readonly #rest = new RecordCursor();

  /** @param marksBreaks whether what is broken is `false`, for callers that report where; otherwise equal bytes suffice */
  constructor(
    private readonly ignored: Ignored,
    private readonly marksBreaks = true,
  ) {}

  holds(a: Segment, b: Segment, entries: MessageEntries): boolean {
    if (!a.isSmall || !b.isSmall) return false;
    return this.#same(a.memory, a.pos, a.pos + a.length, b.memory, b.pos, b.pos + b.length, entries, 0);
  }

  /** `false` is also what a broken record gives: the caller explains it. */
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
      if (entry.kind !== MESSAGE || depth >= MAX_NESTING) return false;
      const child = entry.child as MessageEntries;
      if (!this.#same(a, left.value, left.valueEnd, b, right.value, right.valueEnd, child, depth + 1))
        return false;
      // Often no more than one of hundreds of records differs. To ask after each would go over bytes twice.
      differing++;
      const rest = endA - left.pos;
      if (rest === endB - right.pos && (differing & (differing - 1)) === 0) {
        if (prefixOf(a, left.pos, b, right.pos, rest) === rest && this.#isClear(a, left.pos, endA, entries)) {
          return true;
        }
      }
    }
  }

  /** Whether a stretch consists of whole records of fields that the schema knows. */
  #isClear(bytes: Uint8Array, from: number, end: number, entries: MessageEntries): boolean {
    if (!this.marksBreaks) return true;
    const records = this.#rest;
    records.reset(bytes, from, end);
    while (records.next()) if (entries.of(records.tag) === undefined) return false;
    return records.problem === OK;
  }

  /** The next record that counts: END after the last one, undefined for what is broken or unknown. */
  #next(records: RecordCursor, entries: MessageEntries): Entry | typeof END | undefined {
    while (records.next()) {
      const entry = entries.of(records.tag);
      if (entry === undefined || !this.ignored.has(entry.id)) return entry;
      // A member that does not count may still be the one that is set, and so undo another.
      if (entry.field.oneof >= 0) return undefined;
    }
    return records.problem === OK ? END : undefined;
  }
}

/** Instead of a record: there are no more. */
const END = null;

function samePayload(a: Uint8Array, from: number, b: Uint8Array, to: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (a[from + i] !== b[to + i]) return false;
  return true;
}

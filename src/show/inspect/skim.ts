import type { FieldTable, MessageTable, SchemaTables } from '../../base/schema/table.js';
import { entriesOf, MESSAGE_ENTRY, type MessageEntries, PACKED } from '../../read/outline/entries.js';
import type { FileBytes } from '../../read/outline/file-bytes.js';
import type { Reading } from '../../read/outline/reading.js';
import { fieldPlace, RecordWalk, UNREADABLE } from '../../read/outline/records.js';

/**
 * Limits for reading a message for a line of text: the number of records, and the number of distant
 * positions, because a page needs half a millisecond for each position.
 */
const MAX_RECORDS = 200;
const MAX_PLACES = 8;
/** Limits for reading each nested message. */
const INNER_RECORDS = 64;
const INNER_PLACES = 2;
const PLACE = 16 * 1024;

/** The remaining budget of records and positions for one message. */
export class Allowance {
  #records: number;
  #places: number;
  #place = -1;

  constructor(isInner = false) {
    this.#records = isInner ? INNER_RECORDS : MAX_RECORDS;
    this.#places = isInner ? INNER_PLACES : MAX_PLACES;
  }

  /**
   * True if a record at an offset is within the budget. Each record reduces the budget, even if its bytes are
   * in memory.
   */
  take(offset: number): boolean {
    const place = Math.floor(offset / PLACE);
    if (place !== this.#place) this.#places--;
    this.#place = place;
    return this.#records-- > 0 && this.#places >= 0;
  }
}

export interface LastRecord {
  readonly field: FieldTable;
  readonly kind: number;
  readonly lo: number;
  readonly hi: number;
  readonly valueOffset: number;
  readonly valueEnd: number;
}

/** The fields in the beginning of a message, up to the budget, with their numbers of elements. */
export interface Skim {
  readonly table: MessageTable;
  readonly depth: number;
  /** The last record of each singular field, and the first record of each repeated field, by field number. */
  readonly fields: ReadonlyMap<number, LastRecord>;
  /** Number of elements of each field, by field number. */
  readonly counts: ReadonlyMap<number, number>;
  /** The last member of each oneof, as a field number by the index of the oneof. */
  readonly members: ReadonlyMap<number, number>;
  readonly unknown: number;
  readonly isWhole: boolean;
}

/** Reads the beginning of a message, without its nested messages. */
export function* skim(
  file: FileBytes,
  from: number,
  end: number,
  fields: MessageEntries,
  depth: number,
  allowance: Allowance,
): Reading<Skim> {
  const seen = new Map<number, LastRecord>();
  const counts = new Map<number, number>();
  const members = new Map<number, number>();
  let unknown = 0;
  const walk = new RecordWalk(file, { end, fields, depth }, fieldPlace({ fields }, from));
  let isWhole = false;
  while (walk.at >= end || allowance.take(walk.at)) {
    let step = walk.step();
    while (step === undefined) {
      // The reading stops before a long list or a group, because `supply` would read it completely.
      if (walk.isLong) break;
      yield* walk.supply();
      yield undefined;
      step = walk.step();
    }
    if (step === undefined) break;
    isWhole = !step;
    if (isWhole) break;
    const { field, kind, number, lo, hi, valueOffset, valueEnd } = walk;
    if (field === undefined || kind === UNREADABLE) {
      unknown++;
      continue;
    }
    counts.set(number, (counts.get(number) ?? 0) + (kind === PACKED ? walk.elements : 1));
    if (!field.repeated || !seen.has(number)) {
      seen.set(number, { field, kind, lo, hi, valueOffset, valueEnd });
    }
    if (field.oneof >= 0) members.set(field.oneof, number);
  }
  return { table: fields.table, depth, fields: seen, counts, members, unknown, isWhole };
}

/** Skims a nested message; returns undefined if the message does not exist. */
export function* skimInside(
  file: FileBytes,
  { depth }: Skim,
  seen: LastRecord | undefined,
  schema: SchemaTables,
): Reading<Skim | undefined> {
  if (seen?.kind !== MESSAGE_ENTRY) return undefined;
  const fields = entriesOf(schema).messages[seen.field.message];
  if (fields === undefined) return undefined;
  return yield* skim(file, seen.valueOffset, seen.valueEnd, fields, depth + 1, new Allowance(true));
}

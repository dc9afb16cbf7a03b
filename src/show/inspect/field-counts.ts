import { entriesOf, MESSAGE_ENTRY, PACKED } from '../../read/outline/entries.js';
import type { Reading } from '../../read/outline/reading.js';
import { fieldPlace, RecordWalk, UNREADABLE } from '../../read/outline/records.js';
import type { DetailValue } from './detail.js';
import type { Found } from './found.js';
import type { PartTree } from './part-tree.js';

/** Limits on the number of records and on the time, because a page waits for the result. */
const MAX_RECORDS = 200_000;
const MAX_MS = 150;
/** Maximum number of fields to count. The schema has fewer fields in a message; hostile files have more. */
const MAX_FIELDS = 256;

/** Number of occurrences of a field in a message. */
export interface FieldCount {
  /** `contexts`, `#7`. */
  readonly name: string;
  /** Field number. */
  readonly number: number;
  /** Number of occurrences; for a repeated field, the number of elements. */
  readonly count: number;
}

/** Counts the fields of a message or group, in the order of their first occurrence. */
export function* fieldCounts({ file, schema }: PartTree, { part, kind }: Found): Reading<DetailValue> {
  const fields = kind === MESSAGE_ENTRY ? entriesOf(schema).messages[part.table] : undefined;
  const end = part.valueOffset + part.valueLength;
  const level = { end, fields, depth: part.depth + 1 };
  const walk = new RecordWalk(file, level, fieldPlace(level, part.valueOffset));
  const found = new Map<string, FieldCount>();
  const until = performance.now() + MAX_MS;
  let isWhole = true;
  for (let records = 0; ; ) {
    const step = walk.step();
    if (step === false) break;
    if (step === undefined) {
      yield* walk.supply();
      yield undefined;
      if (performance.now() > until) {
        isWhole = false;
        break;
      }
      continue;
    }
    const { field, number, kind: what } = walk;
    if (what === UNREADABLE) break;
    const name = field?.name ?? `#${number}`;
    const before = found.get(name);
    const more = what === PACKED ? walk.elements : 1;
    if (before !== undefined || found.size < MAX_FIELDS) {
      found.set(name, { name, number, count: (before?.count ?? 0) + more });
    } else isWhole = false;
    if (++records >= MAX_RECORDS || (records % 4096 === 0 && performance.now() > until)) {
      isWhole = walk.at >= end;
      break;
    }
  }
  return { kind: 'message', fields: [...found.values()], isWhole };
}

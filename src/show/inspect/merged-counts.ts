import type { FieldTable } from '../../base/schema/table.js';
import { MESSAGE_ENTRY } from '../../read/outline/entries.js';
import type { FileBytes } from '../../read/outline/file-bytes.js';
import type { Reading } from '../../read/outline/reading.js';
import { fieldPlace, type OpenMessage, RecordWalk } from '../../read/outline/records.js';
import type { Found } from './found.js';
import type { RecordListing } from './listing.js';

/** A list of records, with the record that contains the list; the root has no such record. */
export interface OpenRecords {
  readonly list: RecordListing;
  readonly around: Found | undefined;
}

/**
 * Counts the elements of each repeated field in earlier records of a singular message. Readers merge the
 * records of a singular message, so the indexes in paths continue. Returns undefined without such elements or
 * without repeated fields.
 * @param open the enclosing messages, outermost first
 */
export function* mergedCounts(
  file: FileBytes,
  open: readonly OpenRecords[],
  { part, field }: Found,
  level: OpenMessage,
): Reading<readonly number[] | undefined> {
  if (field === undefined || field.repeated) return undefined;
  if (level.fields?.table.fields.some(({ repeated }) => repeated) !== true) return undefined;
  // Earlier records can only be inside of the nearest repeated field or the root, so the search begins at
  // this level.
  const steps: FieldTable[] = [field];
  let top = open.length - 1;
  let isFirst = yield* isFirstOf(open[top] as OpenRecords, field, part.offset);
  for (; top > 0; top--) {
    const around = (open[top] as OpenRecords).around as Found;
    if (around.field === undefined) return undefined;
    if (around.field.repeated) break;
    steps.unshift(around.field);
    isFirst &&= yield* isFirstOf(open[top - 1] as OpenRecords, around.field, around.part.offset);
  }
  if (isFirst) return undefined;
  const counts = [...fieldPlace(level, 0).counts];
  const walk = (open[top] as OpenRecords).list.walk();
  const levels = [...open.slice(top + 1).map(({ list }) => list), level];
  yield* countIn({ file, steps, before: part.offset, counts, levels }, walk, 0);
  return counts;
}

function* isFirstOf({ list }: OpenRecords, { number }: FieldTable, offset: number): Reading<boolean> {
  yield* list.reach(offset);
  const first = list.firstOf(number);
  return first === undefined || first >= offset;
}

interface Count {
  readonly file: FileBytes;
  /** Fields on the path from the root to the message. */
  readonly steps: readonly FieldTable[];
  /** Offset before which records are counted. */
  readonly before: number;
  readonly counts: number[];
  /** Levels on the path from the root to the message. */
  readonly levels: readonly OpenMessage[];
}

function* countIn(count: Count, walk: RecordWalk, at: number): Reading<void> {
  const { file, steps, before, counts, levels } = count;
  const step = steps[at];
  for (let records = 1; walk.at < before; records++) {
    if (!(walk.step() ?? (yield* walk.next()))) break;
    if (records % 1024 === 0) yield undefined;
    const { field } = walk;
    if (step === undefined || field === undefined) continue;
    // A later member of the same oneof discards the earlier member.
    if (field.number !== step.number) {
      if (step.oneof >= 0 && field.oneof === step.oneof) counts.fill(0);
      continue;
    }
    if (walk.kind !== MESSAGE_ENTRY || walk.offset >= before) continue;
    const { fields, depth } = levels[at] as OpenMessage;
    const level: OpenMessage = { end: Math.min(walk.valueEnd, before), fields, depth };
    const isLast = at === steps.length - 1;
    const first = fieldPlace(level, walk.valueOffset);
    const inner = new RecordWalk(file, level, isLast ? { ...first, counts } : first);
    yield* countIn(count, inner, at + 1);
    if (isLast)
      inner.counts.forEach((value, place) => {
        counts[place] = value;
      });
  }
}

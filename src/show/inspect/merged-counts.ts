import type { FieldTable } from '../../base/schema/table.js';
import type { FileBytes } from './file-bytes.js';
import type { Found } from './found.js';
import type { Reading } from './reading.js';
import { type Level, MESSAGE } from './record-head.js';
import type { RecordList } from './record-list.js';
import { shapeOf } from './record-shape.js';
import { OVER, RecordWalk, WANTS } from './record-walk.js';

/** A list of records, and the record around it; none of the root. */
export interface OpenRecords {
  readonly list: RecordList;
  readonly around: Found | undefined;
}

/**
 * How many elements of each repeated field a singular message had in earlier records: readers merge them, so paths
 * go on counting. Undefined where there are none, or nothing to be counted.
 * @param open the messages around it, outermost first
 */
export function* mergedCounts(
  file: FileBytes,
  open: readonly OpenRecords[],
  { part, field }: Found,
  level: Level,
): Reading<readonly number[] | undefined> {
  const size = shapeOf(level.table).repeated;
  if (size === 0 || field === undefined || field.repeated) return undefined;
  // Up to what is repeated, or the root: only there can earlier records be.
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
  const counts = new Array<number>(size).fill(0);
  const walk = (open[top] as OpenRecords).list.walk();
  yield* countIn({ file, steps, before: part.offset, counts, tables: tablesOf(open, top, level) }, walk, 0);
  return counts;
}

function* isFirstOf({ list }: OpenRecords, { number }: FieldTable, offset: number): Reading<boolean> {
  yield* list.reach(offset);
  const first = list.firstOf(number);
  return first === undefined || first >= offset;
}

interface Count {
  readonly file: FileBytes;
  /** Fields on the way to the message. */
  readonly steps: readonly FieldTable[];
  /** Only what is in front of this offset. */
  readonly before: number;
  readonly counts: number[];
  /** The levels on the way, for their tables. */
  readonly tables: readonly Level[];
}

function tablesOf(open: readonly OpenRecords[], top: number, level: Level): Level[] {
  return [...open.slice(top + 1).map(({ list }) => list), level];
}

function* countIn(count: Count, walk: RecordWalk, at: number): Reading<void> {
  const { file, steps, before, counts, tables } = count;
  const step = steps[at];
  for (let records = 1; walk.at < before; records++) {
    const stepped = walk.step();
    if (stepped === OVER) break;
    if (stepped === WANTS) {
      yield* walk.supply();
      continue;
    }
    if (records % 1024 === 0) yield undefined;
    const { head } = walk;
    const { field } = head;
    if (step === undefined || field === undefined) continue;
    // Another member of its oneof: what was before is gone.
    if (field.number !== step.number) {
      if (step.oneof >= 0 && field.oneof === step.oneof) counts.fill(0);
      continue;
    }
    if (head.kind !== MESSAGE || head.offset >= before) continue;
    const { table, depth } = tables[at] as Level;
    const level: Level = { end: Math.min(head.valueEnd, before), table, depth };
    const isLast = at === steps.length - 1;
    const zero = new Array<number>(shapeOf(table).repeated).fill(0);
    const from = { offset: head.valueOffset, ordinal: 0, counts: isLast ? counts : zero };
    const inner = new RecordWalk(file, level, from);
    yield* countIn(count, inner, at + 1);
    if (isLast)
      inner.counts.forEach((value, place) => {
        counts[place] = value;
      });
  }
}

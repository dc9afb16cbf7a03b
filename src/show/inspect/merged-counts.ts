import type { FieldTable } from '../../base/schema/table.js';
import type { FileBytes } from './file-bytes.js';
import type { Found } from './found.js';
import type { Reading } from './reading.js';
import { type Level, MESSAGE } from './record-head.js';
import type { RecordList } from './record-list.js';
import { shapeOf } from './record-shape.js';
import { OVER, RecordWalk, WANTS } from './record-walk.js';

/** A list of records with the enclosing record; the root has none. */
export interface OpenRecords {
  readonly list: RecordList;
  readonly around: Found | undefined;
}

/**
 * Counts the elements of each repeated field in earlier records of a singular message: readers merge the
 * records, so paths continue the numbering. Returns undefined if there are none, or the message has no
 * repeated fields.
 * @param open the enclosing messages, outermost first
 */
export function* mergedCounts(
  file: FileBytes,
  open: readonly OpenRecords[],
  { part, field }: Found,
  level: Level,
): Reading<readonly number[] | undefined> {
  const size = shapeOf(level.table).repeated;
  if (size === 0 || field === undefined || field.repeated) return undefined;
  // Only up to the nearest repeated field, or the root: earlier records can only be inside.
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
  /** Only records before this offset count. */
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
    // A different member of its oneof discards the earlier content.
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

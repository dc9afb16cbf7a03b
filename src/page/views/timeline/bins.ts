import type { StepList } from './step-list.js';
import type { StretchSeen } from './stretch-seen.js';

/** What lies in the columns of pixels of a drawing. */
export interface Bins {
  readonly columns: number;
  /** Steps by row and column: `counts[row * columns + column]`. */
  readonly counts: Uint32Array;
  /** Bytes of configuration that are written by column, hidden kinds included. */
  readonly written: Float64Array;
  /** The same summed from the context's beginning, at the end of each column. */
  readonly sum: Float64Array;
}

/**
 * Counts the steps of a stretch. A step counts where it begins, so that each is in exactly one column.
 * @param rowOf row of each lane, by its number; -1 for those that are hidden
 */
export function binsOf(
  list: StepList,
  { from, to }: StretchSeen,
  columns: number,
  rows: number,
  rowOf: Int16Array,
): Bins {
  const counts = new Uint32Array(rows * columns);
  const written = new Float64Array(columns);
  const sum = new Float64Array(columns);
  const { operations, actions, triggerKinds } = list.timeline;
  const perStep = columns / (to - from);
  // Rounding must not put a step into the column behind the last.
  const columnOf = (step: number): number => Math.min(columns - 1, Math.floor((step - from) * perStep));
  const first = Math.ceil(from);
  const last = Math.min(list.count, Math.ceil(to));
  if (first >= last) return { columns, counts, written, sum };

  let operation = list.operationOf(first);
  if (list.stepOfOperation(operation) < first) operation++;
  for (; operation < operations.kind.length; operation++) {
    const step = list.stepOfOperation(operation);
    if (step >= last) break;
    const row = rowOf[operations.kind[operation] as number] as number;
    if (row >= 0) counts[row * columns + columnOf(step)]!++;
  }
  const begin = list.actionFrom(first);
  let action = begin;
  for (; action < actions.kind.length; action++) {
    const step = list.stepOfAction(action);
    if (step >= last) break;
    const column = columnOf(step);
    const row = rowOf[triggerKinds.length + (actions.kind[action] as number)] as number;
    if (row >= 0) counts[row * columns + column]!++;
    written[column]! += actions.configuration[action] as number;
  }
  let before = list.written[begin] as number;
  for (let column = 0; column < columns; column++) {
    before += written[column] as number;
    sum[column] = before;
  }
  return { columns, counts, written, sum };
}

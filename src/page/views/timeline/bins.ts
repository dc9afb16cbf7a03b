import type { StepList } from './step-list.js';
import type { StretchSeen } from './stretch-seen.js';

/** Contents of a drawing's pixel columns. */
interface Bins {
  readonly columns: number;
  /** Steps by row and column: `counts[row * columns + column]`. */
  readonly counts: Uint32Array;
  /** Bytes of configuration that are written in each column, including those of hidden kinds. */
  readonly written: Float64Array;
  /** Running total of `written` from the context's beginning, at the end of each column. */
  readonly sum: Float64Array;
}

/**
 * Counts the steps of a range. A step counts in the column where it begins, so that each step is in exactly
 * one column.
 * @param rowOf row of each lane, by its number; -1 for hidden lanes
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
  const first = Math.ceil(from);
  const last = Math.min(list.count, Math.ceil(to));
  if (first >= last) return { columns, counts, written, sum };

  let operation = list.operationOf(first);
  if (list.stepOfOperation(operation) < first) operation++;
  for (; operation < operations.kind.length; operation++) {
    const step = list.stepOfOperation(operation);
    if (step >= last) break;
    const row = rowOf[operations.kind[operation] as number] as number;
    if (row >= 0) counts[row * columns + Math.min(columns - 1, ((step - from) * perStep) | 0)]!++;
  }
  const begin = list.actionFrom(first);
  // This loop runs millions of times for each movement: it uses only numbers in typed arrays.
  const { kind, operation: operationOf, configuration } = actions;
  const rowOfAction = rowOf.subarray(triggerKinds.length);
  for (let action = begin; action < kind.length; action++) {
    const step = action + (operationOf[action] as number) + 1;
    if (step >= last) break;
    let column = ((step - from) * perStep) | 0;
    // Rounding must not move a step past the last column.
    if (column === columns) column--;
    const row = rowOfAction[kind[action] as number] as number;
    if (row >= 0) counts[row * columns + column]!++;
    written[column]! += configuration[action] as number;
  }
  let before = list.written[begin] as number;
  for (let column = 0; column < columns; column++) {
    before += written[column] as number;
    sum[column] = before;
  }
  return { columns, counts, written, sum };
}

/** Round number of steps between marks, for at most `most` marks. */
export function tickOf(span: number, most: number): number {
  const least = Math.max(1, span / Math.max(1, most));
  const ten = 10 ** Math.floor(Math.log10(least));
  return ten * ([1, 2, 5, 10].find((times) => times * ten >= least) ?? 10);
}

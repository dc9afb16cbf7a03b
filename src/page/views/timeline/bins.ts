import type { StepList } from './step-list.js';
import type { StretchSeen } from './stretch-seen.js';

/** Contents of the pixel columns of a drawing. */
interface Bins {
  readonly columns: number;
  /** Number of steps in each row and column: `counts[row * columns + column]`. */
  readonly counts: Uint32Array;
  /** Bytes of configuration written in each column, including the bytes of hidden steps. */
  readonly written: Float64Array;
  /** Bytes of configuration written from the beginning of the context to the end of each column. */
  readonly sum: Float64Array;
}

/**
 * Counts the steps of a range. A step is counted only in the column in which it begins.
 * @param rowOf row of each lane, by the lane's id; -1 for hidden lanes
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
  // For speed, the loop uses only numbers in typed arrays: it runs millions of times for each movement.
  const { kind, operation: operationOf, configuration } = actions;
  const rowOfAction = rowOf.subarray(triggerKinds.length);
  for (let action = begin; action < kind.length; action++) {
    const step = action + (operationOf[action] as number) + 1;
    if (step >= last) break;
    let column = ((step - from) * perStep) | 0;
    // If rounding moves the last step outside of the drawing, the step gets the last column.
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

/** Returns a round number of steps between marks, so that a span has at most `most` marks. */
export function tickOf(span: number, most: number): number {
  const least = Math.max(1, span / Math.max(1, most));
  const ten = 10 ** Math.floor(Math.log10(least));
  return ten * ([1, 2, 5, 10].find((times) => times * ten >= least) ?? 10);
}

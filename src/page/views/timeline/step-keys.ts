import type { StepList } from './step-list.js';

/**
 * Returns the step to which a key leads, without hidden steps; undefined for a key without a target.
 * @param from index of the current step; -1 without a current step
 * @param shown indexes of the steps that are not hidden, ascending; undefined for all steps
 * @param page number of visible steps
 */
export function stepAfterKey(
  key: string,
  from: number,
  list: StepList,
  shown: Uint32Array | undefined,
  page: number,
): number | undefined {
  const count = shown?.length ?? list.count;
  if (count === 0) return undefined;
  const stepOf = (index: number): number => {
    const at = Math.max(0, Math.min(count - 1, index));
    return shown === undefined ? at : (shown[at] as number);
  };
  /** Returns the index in `shown` of the first step at or after a given step. */
  const indexFrom = (step: number): number => (shown === undefined ? step : lowerBound(shown, step));
  const operation = from < 0 ? -1 : list.operationOf(Math.min(from, list.count - 1));
  switch (key) {
    case 'ArrowRight':
      return stepOf(indexFrom(from + 1));
    case 'ArrowLeft':
      return stepOf(indexFrom(from) - 1);
    case 'ArrowDown': {
      const last = list.timeline.operations.kind.length - 1;
      return stepOf(indexFrom(list.stepOfOperation(Math.min(last, operation + 1))));
    }
    case 'ArrowUp':
      return stepOf(indexFrom(list.stepOfOperation(Math.max(0, operation - 1))));
    case 'PageDown':
      return stepOf(indexFrom(from + page));
    case 'PageUp':
      return stepOf(indexFrom(Math.max(0, from - page)));
    case 'Home':
      return stepOf(0);
    case 'End':
      return stepOf(count - 1);
    default:
      return undefined;
  }
}

/** Returns the index of the first element that is greater than or equal to a value. */
export function lowerBound(values: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

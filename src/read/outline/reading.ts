import { letOthersIn } from '../../base/source/yielder.js';

/**
 * A function that reads a file: it yields a promise to wait for the source, and `undefined` at points where
 * it can be interrupted. Synchronous sources are read without yielding.
 */
export type Reading<T> = Generator<Promise<void> | undefined, T, void>;

/** Returns a value that needs no reading. */
// biome-ignore lint/correctness/useYield: nothing has to be waited for
export function* ready<T>(value: T): Reading<T> {
  return value;
}

/** Limits for the time of uninterrupted work. */
export interface PaceOptions {
  /** Aborts the work with the signal's reason at the next interruption point. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum time between pauses for other work, in milliseconds. */
  readonly sliceMs?: number;
}

/** After this time without a pause, other users of the thread notice the delay. */
const SLICE_MS = 40;

/**
 * Runs a reading, and pauses for other work from time to time.
 * @throws any error of the reading, or the signal's reason
 */
export async function completed<T>(reading: Reading<T>, options: PaceOptions = {}): Promise<T> {
  const { signal, sliceMs = SLICE_MS } = options;
  let since = performance.now();
  for (;;) {
    signal?.throwIfAborted();
    const step = reading.next();
    if (step.done === true) return step.value;
    if (step.value !== undefined) await step.value;
    else if (performance.now() - since > sliceMs) {
      await letOthersIn();
      since = performance.now();
    }
  }
}

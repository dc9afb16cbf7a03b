import { letOthersIn } from '../../base/source/turns.js';

/**
 * Something that reads a file: it yields a promise where the source has to be waited for, and nothing at places
 * where it may be interrupted. Sources that answer at once are read without ever leaving it.
 */
export type Reading<T> = Generator<Promise<void> | undefined, T, void>;

/** What is known without reading. */
// biome-ignore lint/correctness/useYield: nothing has to be waited for
export function* ready<T>(value: T): Reading<T> {
  return value;
}

/** How long reading may go on at a time. */
export interface PaceOptions {
  /** Ends the work with the signal's reason at the next place where it may be interrupted. */
  readonly signal?: AbortSignal | undefined;
  /** Longest time at a stretch, in milliseconds, before others get a turn. */
  readonly sliceMs?: number;
}

/** Longer than this, and others that wait for the thread notice. */
const SLICE_MS = 40;

/**
 * Does what is to be read, and gives others a turn now and then.
 * @throws what the reading throws; the signal's reason
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

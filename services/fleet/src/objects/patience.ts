import { setTimeout as delay } from 'node:timers/promises';

/** Number of tries after temporary failures, and times to wait between them. */
export interface Patience {
  readonly tries: number;
  readonly firstMs: number;
  readonly mostMs: number;
}

/**
 * Waits 0.1, 0.2, 0.4 … up to 5 s, with half of each wait random. After ten seconds in total, the object is
 * left for later.
 */
export const PATIENCE: Patience = { tries: 8, firstMs: 100, mostMs: 5_000 };

/**
 * Returns the wait after a number of failures. Half of the wait is random, so that workers do not retry at
 * the same time.
 */
export function waitMs({ firstMs, mostMs }: Patience, failures: number, chance = Math.random): number {
  const full = Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return full / 2 + (full / 2) * chance();
}

/**
 * Runs `work` until it succeeds, fails permanently, or has used up the tries. Throws the last error.
 * @param failed called after each failure, before the wait
 */
export async function withPatience<T>(
  work: () => Promise<T>,
  isPassing: (error: unknown) => boolean,
  failed: (error: unknown) => void = () => {},
  patience: Patience = PATIENCE,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (error) {
      if (failures >= patience.tries || !isPassing(error)) throw error;
      failed(error);
      await delay(waitMs(patience, failures));
    }
  }
}

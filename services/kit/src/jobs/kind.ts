export interface JobContext {
  id: number;
  /** Number of the try, beginning with 1. */
  attempt: number;
  /** Aborted if the try takes too long, if the process stops, or if another process has taken over the job. */
  signal: AbortSignal;
}

export interface JobKind<P> {
  readonly kind: string;
  /** Maximum number of tries, including the first. */
  attempts: number;
  /**
   * Returns the milliseconds from the failure of the `attempt`-th try to the next try. A random part of up to a tenth
   * is added.
   */
  backoffMs(attempt: number): number;
  /** Maximum number of jobs that run at the same time in this process. */
  concurrency: number;
  timeoutMs: number;
  /**
   * Does the work of a job. The work is repeated after a crash, or after a pause longer than the lease, so it must
   * allow repetition.
   */
  work(payload: P, job: JobContext): Promise<void>;
  /** Called after the last try, before the job is marked as dead. */
  gaveUp?(payload: P, error: Error): Promise<void>;
}

/**
 * Returns the settings of a job kind that waits for `delaysMs` between its tries. `[1_000, 5_000]` means three tries.
 */
export function triesAfter(
  delaysMs: readonly [number, ...number[]],
): Pick<JobKind<unknown>, 'attempts' | 'backoffMs'> {
  return {
    attempts: delaysMs.length + 1,
    backoffMs: (attempt) => delaysMs[Math.min(attempt, delaysMs.length) - 1] ?? delaysMs[0],
  };
}

/** Thrown by `work` to delay the next try by `ms`, if tries are left. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly ms: number;

  constructor(ms: number, message = 'later', options?: ErrorOptions) {
    super(message, options);
    this.ms = ms;
  }
}

/** Thrown by `work` to give up the job without another try. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp';
}

export interface JobContext {
  id: number;
  /** 1 at the first try. */
  attempt: number;
  /** Aborted when the time is up, the process stops, or another process has taken the job over. */
  signal: AbortSignal;
}

/** A kind of job: its work, and its handling of failures. */
export interface JobKind<P> {
  readonly kind: string;
  /** Maximum number of tries, including the first. */
  attempts: number;
  /** Milliseconds until the next try, after the `attempt`-th has failed; a random part of up to a tenth is added. */
  backoffMs(attempt: number): number;
  /** Maximum number of jobs that run at the same time in this process. */
  concurrency: number;
  timeoutMs: number;
  /** Runs at least once: after a crash, or a pause longer than the lease, it runs again. */
  work(payload: P, job: JobContext): Promise<void>;
  /** Called after the last try, before the job is marked as dead. */
  gaveUp?(payload: P, error: Error): Promise<void>;
}

/** Settings of a job kind with these delays between its tries: `[1_000, 5_000]` means three tries. */
export function triesAfter(
  delaysMs: readonly [number, ...number[]],
): Pick<JobKind<unknown>, 'attempts' | 'backoffMs'> {
  return {
    attempts: delaysMs.length + 1,
    backoffMs: (attempt) => delaysMs[Math.min(attempt, delaysMs.length) - 1] ?? delaysMs[0],
  };
}

/** Thrown by `work`: the next try, if any is left, comes after this time. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly ms: number;

  constructor(ms: number, message = 'later', options?: ErrorOptions) {
    super(message, options);
    this.ms = ms;
  }
}

/** Thrown by `work`: there is no next try. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp';
}

import type { ExitCode } from './exit-code.js';
import type { Host } from './host.js';

/** Reason for ending work early: the time limit is reached, or a signal arrived. */
export type StopReason = 'budget' | ExitCode;

/**
 * Ends the wait for work that takes too long. The work is not interrupted, but the result of the work is
 * dropped.
 */
export class Stopper {
  reason: StopReason | undefined;
  #wake: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #deadline: number;

  /** @param budgetMs time limit in milliseconds, starting now; undefined for no limit */
  constructor(
    budgetMs: number | undefined,
    private readonly host: Host,
  ) {
    this.#deadline = budgetMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + budgetMs;
    // Timers are limited to 31 bits of milliseconds, so that more than 24 days is unlimited.
    if (budgetMs !== undefined && budgetMs < 2 ** 31) {
      this.#timer = setTimeout(() => this.#stop('budget'), budgetMs);
    }
    host.onSignal?.((code) => this.#stop(code));
  }

  /** Returns the result of the work; undefined if the work is stopped. */
  async orStopped<T>(work: Promise<T>): Promise<T | undefined> {
    // The clock is checked, because work on many small files would not let a timer run.
    if (performance.now() >= this.#deadline) this.reason ??= 'budget';
    if (this.reason !== undefined) return undefined;
    try {
      return await new Promise<T | undefined>((resolve, reject) => {
        // Only one caller waits at a time. A shared promise would keep all callers in memory.
        this.#wake = () => resolve(undefined);
        work.then(resolve, reject);
      });
    } finally {
      this.#wake = undefined;
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.host.onSignal?.(undefined);
  }

  #stop(reason: StopReason): void {
    this.reason ??= reason;
    this.#wake?.();
  }
}

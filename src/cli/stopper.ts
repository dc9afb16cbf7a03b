import type { ExitCode } from './exit-code.js';
import type { Host } from './host.js';

/** Reason for ending work early: its time is over, or a signal arrived. */
export type StopReason = 'budget' | ExitCode;

/** Ends waiting for work that takes too long. Running work is not interrupted; its result is dropped. */
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
    // Timers take 31 bits of milliseconds; more than 24 days is unlimited.
    if (budgetMs !== undefined && budgetMs < 2 ** 31) {
      this.#timer = setTimeout(() => this.#stop('budget'), budgetMs);
    }
    host.onSignal?.((code) => this.#stop(code));
  }

  /** Result of the work, or undefined if there is a reason to stop. */
  async orStopped<T>(work: Promise<T>): Promise<T | undefined> {
    // Many small files would not let a timer run.
    if (this.#deadline < Number.POSITIVE_INFINITY && performance.now() >= this.#deadline)
      this.reason ??= 'budget';
    if (this.reason !== undefined) return undefined;
    try {
      return await new Promise<T | undefined>((resolve, reject) => {
        // One slot for one waiter: a promise shared by all would keep every waiter in memory.
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

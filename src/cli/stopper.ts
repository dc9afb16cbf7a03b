import type { ExitCode } from './exit-code.js';
import type { Host } from './host.js';

/** Why work ends before it is done: its time is over, or a signal asks for it. */
export type StopReason = 'budget' | ExitCode;

/** Ends waiting for what takes too long. What is under way is left alone; its result is dropped. */
export class Stopper {
  reason: StopReason | undefined;
  #wake: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #deadline: number;

  /** @param budgetMs how long work may take from now on; undefined for as long as it likes */
  constructor(
    budgetMs: number | undefined,
    private readonly host: Host,
  ) {
    this.#deadline = budgetMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + budgetMs;
    // Timers take 31 bits of milliseconds; more than 24 days is no budget.
    if (budgetMs !== undefined && budgetMs < 2 ** 31) {
      this.#timer = setTimeout(() => this.#stop('budget'), budgetMs);
    }
    host.onSignal?.((code) => this.#stop(code));
  }

  /** What is waited for, or undefined when there is a reason to stop. */
  async orStopped<T>(work: Promise<T>): Promise<T | undefined> {
    // Many small files leave a timer no turn between them.
    if (this.#deadline < Number.POSITIVE_INFINITY && performance.now() >= this.#deadline)
      this.reason ??= 'budget';
    if (this.reason !== undefined) return undefined;
    try {
      return await new Promise<T | undefined>((resolve, reject) => {
        // One place for one waiter: a promise for all would remember everyone who ever waited.
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

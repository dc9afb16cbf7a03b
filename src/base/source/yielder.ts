import type { Source } from './source.js';

/**
 * Function that is called repeatedly during long reads, to yield to other tasks, or to throw an error that
 * stops the read. The error is passed to the caller.
 */
export type Turn = () => Promise<void> | void;

/**
 * Yields to all pending tasks of this thread. A resolved promise would not be sufficient, because messages
 * and signals would still have to wait.
 */
export const letOthersIn: Turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Milliseconds between two calls of the function: short enough for users not to notice, and long enough for
 * the calls to take no significant time.
 */
const TURN_MS = 30;

/** Decides when to call the function that yields to other tasks. */
export class Yielder {
  // performance.now() is not used, because its first use loads another module.
  #last = Date.now();

  /** @param everyMs milliseconds between two calls */
  constructor(
    private readonly turn: Turn | undefined,
    private readonly everyMs = TURN_MS,
  ) {}

  /**
   * True if enough time has passed since the last call. `Math.abs` ensures that calls continue after the
   * clock was set back.
   */
  get isDue(): boolean {
    return this.turn !== undefined && Math.abs(Date.now() - this.#last) >= this.everyMs;
  }

  async take(): Promise<void> {
    await this.turn?.();
    this.#last = Date.now();
  }

  /**
   * Returns a source that yields to other tasks between reads, for readers that do not yield. Reads of a file
   * are synchronous, so that a long validation would not notice Ctrl-C before its end.
   */
  through(source: Source): Source {
    if (this.turn === undefined) return source;
    return {
      get size() {
        return source.size;
      },
      randomAccess: source.randomAccess,
      read: (offset, target) =>
        this.isDue ? this.take().then(() => source.read(offset, target)) : source.read(offset, target),
      close: () => source.close(),
    };
  }
}

/** Milliseconds after which a read for a command yields to signals and progress output. */
const COMMAND_TURN_MS = 50;

/**
 * Returns a source for a command, which notices Ctrl-C even during a long read. A source in memory is
 * returned as it is.
 */
export function interruptible(source: Source): Source {
  if (source.bytes !== undefined) return source;
  return new Yielder(letOthersIn, COMMAND_TURN_MS).through(source);
}

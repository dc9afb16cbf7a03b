import type { Source } from './source.js';

/**
 * Called repeatedly during long reads: yields to other tasks, or throws to stop the reading. The error
 * reaches the caller.
 */
export type Turn = () => Promise<void> | void;

/** Lets all pending tasks of this thread run first: a promise alone would not let messages and signals in. */
export const letOthersIn: Turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Too short to be noticed, and long enough for turns to cost nothing. */
const TURN_MS = 30;

/** Decides when it is time for a turn. */
export class Turns {
  // Not performance.now(), which loads another module at the first use.
  #last = Date.now();

  /** @param everyMs milliseconds between two turns */
  constructor(
    private readonly turn: Turn | undefined,
    private readonly everyMs = TURN_MS,
  ) {}

  /** True if enough time has passed. If the clock is set back, one turn may be lost, never all. */
  get isDue(): boolean {
    return this.turn !== undefined && Math.abs(Date.now() - this.#last) >= this.everyMs;
  }

  async take(): Promise<void> {
    await this.turn?.();
    this.#last = Date.now();
  }

  /**
   * Returns a source that takes turns between reads, for readers that do not take turns themselves: a file
   * answers at once, so a long validation would not notice Ctrl-C before its end.
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

/** Milliseconds that reading for a command may go on before signals and progress get their turn. */
const COMMAND_TURN_MS = 50;

/**
 * Returns a source for a command: Ctrl-C is noticed while the source is read, even during a long read. A
 * source in memory is returned as it is.
 */
export function interruptible(source: Source): Source {
  if (source.bytes !== undefined) return source;
  return new Turns(letOthersIn, COMMAND_TURN_MS).through(source);
}

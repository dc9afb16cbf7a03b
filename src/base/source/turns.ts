import type { Source } from './source.js';

/**
 * What a long look at a file calls now and then: to let others run, or to throw, which ends it. The
 * error goes through to the caller.
 */
export type Turn = () => Promise<void> | void;

/** Whatever is due in this thread is done before it goes on: a promise alone would not let messages and signals in. */
export const letOthersIn: Turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Shorter than anyone notices, and long enough for turns to cost nothing. */
const TURN_MS = 30;

/** Says when it is time for a turn. */
export class Turns {
  // Not performance.now(), which loads a module of its own at the first use.
  #last = Date.now();

  /** @param everyMs milliseconds between two turns */
  constructor(
    private readonly turn: Turn | undefined,
    private readonly everyMs = TURN_MS,
  ) {}

  /** True if enough time has passed. A clock that is set back may cost a turn, but never all of them. */
  get isDue(): boolean {
    return this.turn !== undefined && Math.abs(Date.now() - this.#last) >= this.everyMs;
  }

  async take(): Promise<void> {
    await this.turn?.();
    this.#last = Date.now();
  }

  /**
   * A source that takes turns between reads, for readers that are not asked otherwise: a file answers at once, so a
   * long validation would not notice Ctrl-C before its end.
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

/** How long reading for a command may go on before signals and progress get their turn. */
const COMMAND_TURN_MS = 50;

/** A source for a command: Ctrl-C is noticed while it is read, however long that takes. What is in memory is not read. */
export function interruptible(source: Source): Source {
  if (source.bytes !== undefined) return source;
  return new Turns(letOthersIn, COMMAND_TURN_MS).through(source);
}

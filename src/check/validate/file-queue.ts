/**
 * Which of many files is next, in memory that threads share: each takes the next one for itself when it has
 * done with one. No work is sent and no answer is awaited, so a thread that is busy for long keeps
 * none of the others waiting.
 *
 * Files are taken in order. How far ahead of the first one that is still to come is bounded (`allow`): their
 * outcomes have to be kept.
 */
export class FileQueue {
  readonly #shared: Int32Array;

  /** @param shared as `FileQueue.shared` made it */
  constructor(shared: Int32Array) {
    this.#shared = shared;
  }

  /** The shared memory of a queue of `count` files for `threads` threads, numbered from 0. Nothing is allowed yet. */
  static shared(count: number, threads: number): Int32Array {
    const shared = new Int32Array(new SharedArrayBuffer((TAKEN + threads) * Int32Array.BYTES_PER_ELEMENT));
    shared[COUNT] = count;
    shared.fill(NOTHING, TAKEN);
    return shared;
  }

  /**
   * Takes the next file.
   * @returns its number; NOT_YET while there are more but none is allowed; NOTHING when all have been taken
   */
  take(thread: number): number {
    const shared = this.#shared;
    for (;;) {
      const next = Atomics.load(shared, NEXT);
      if (next >= (shared[COUNT] as number)) return NOTHING;
      if (next >= Atomics.load(shared, ALLOWED)) return NOT_YET;
      // Said before it is so: who dies later has said what it died of.
      Atomics.store(shared, TAKEN + thread, next);
      if (Atomics.compareExchange(shared, NEXT, next, next + 1) === next) return next;
      Atomics.store(shared, TAKEN + thread, NOTHING);
    }
  }

  /** Has done with the file it took. */
  putBack(thread: number): void {
    Atomics.store(this.#shared, TAKEN + thread, NOTHING);
  }

  /** The file that a thread has taken, or NOTHING. */
  taken(thread: number): number {
    return Atomics.load(this.#shared, TAKEN + thread);
  }

  /** Files below this number may be taken from now on. */
  allow(below: number): void {
    if (Atomics.exchange(this.#shared, ALLOWED, below) !== below) Atomics.notify(this.#shared, ALLOWED);
  }

  /** Blocks the thread until what is allowed changes. Not for threads that have an event loop to run. */
  wait(): void {
    const allowed = Atomics.load(this.#shared, ALLOWED);
    if (Atomics.load(this.#shared, NEXT) >= allowed) Atomics.wait(this.#shared, ALLOWED, allowed);
  }

  /** Whether all files have been taken. */
  get isEmpty(): boolean {
    return Atomics.load(this.#shared, NEXT) >= (this.#shared[COUNT] as number);
  }
}

export const NOTHING = -1;
export const NOT_YET = -2;

const COUNT = 0;
const NEXT = 1;
const ALLOWED = 2;
/** From here on: what each thread has taken. */
const TAKEN = 3;

/**
 * Queue of files in memory that threads share. A thread takes the next file when it has finished a file.
 * Threads need no messages to take files, so that a thread with a long task does not delay other threads.
 *
 * Files are taken in order. `allow` limits the distance from the first file without an outcome, because later
 * outcomes have to be stored.
 */
export class FileQueue {
  readonly #shared: Int32Array;

  /** @param shared memory from `FileQueue.shared` */
  constructor(shared: Int32Array) {
    this.#shared = shared;
  }

  /**
   * Returns the shared memory of a queue of `count` files for `threads` threads, numbered from 0. No file is
   * allowed to be taken yet.
   */
  static shared(count: number, threads: number): Int32Array {
    const shared = new Int32Array(new SharedArrayBuffer((TAKEN + threads) * Int32Array.BYTES_PER_ELEMENT));
    shared[COUNT] = count;
    shared.fill(NO_FILES, TAKEN);
    return shared;
  }

  /**
   * Takes the next file.
   * @returns the number of the file; NOT_YET if the next file is not allowed yet; NO_FILES if all files have
   * been taken
   */
  take(thread: number): number {
    const shared = this.#shared;
    for (;;) {
      const next = Atomics.load(shared, NEXT);
      if (next >= (shared[COUNT] as number)) return NO_FILES;
      if (next >= Atomics.load(shared, ALLOWED)) return NOT_YET;
      // The number is stored before the file is taken, so that the file is known if the thread dies.
      Atomics.store(shared, TAKEN + thread, next);
      if (Atomics.compareExchange(shared, NEXT, next, next + 1) === next) return next;
      Atomics.store(shared, TAKEN + thread, NO_FILES);
    }
  }

  /** Marks the thread's file as done. */
  putBack(thread: number): void {
    Atomics.store(this.#shared, TAKEN + thread, NO_FILES);
  }

  taken(thread: number): number {
    return Atomics.load(this.#shared, TAKEN + thread);
  }

  /** Allows threads to take all files with a number less than `below`. */
  allow(below: number): void {
    if (Atomics.exchange(this.#shared, ALLOWED, below) !== below) Atomics.notify(this.#shared, ALLOWED);
  }

  /** Blocks the thread until the allowed number changes. Do not call this in a thread with an event loop. */
  wait(): void {
    const allowed = Atomics.load(this.#shared, ALLOWED);
    if (Atomics.load(this.#shared, NEXT) >= allowed) Atomics.wait(this.#shared, ALLOWED, allowed);
  }

  get isEmpty(): boolean {
    return Atomics.load(this.#shared, NEXT) >= (this.#shared[COUNT] as number);
  }
}

export const NO_FILES = -1;
export const NOT_YET = -2;

const COUNT = 0;
const NEXT = 1;
const ALLOWED = 2;
/** Index of the first thread's entry: each thread has an entry with the file that it has taken. */
const TAKEN = 3;

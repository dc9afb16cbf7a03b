/**
 * Asks one question at a time, and of those that come up meanwhile only the newest: a reader who moves through a file
 * quickly wants to know where he is, not where he has been.
 */
export class Newest {
  #busy = false;
  #next: (() => Promise<void>) | undefined;

  /** @param work says by itself what to do with an answer, or an error: neither is passed on */
  ask(work: () => Promise<void>): void {
    this.#next = work;
    if (!this.#busy) void this.#run();
  }

  /** Whether something newer than what is being done is waiting: then its answer is no longer wanted. */
  get isStale(): boolean {
    return this.#next !== undefined;
  }

  async #run(): Promise<void> {
    this.#busy = true;
    try {
      while (this.#next !== undefined) {
        const work = this.#next;
        this.#next = undefined;
        await work();
      }
    } finally {
      this.#busy = false;
    }
  }
}

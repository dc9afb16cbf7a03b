/**
 * Runs one request at a time, and of the requests that arrive meanwhile only the newest: a reader who moves
 * through a file quickly needs the current place only.
 */
export class Newest {
  #busy = false;
  #next: (() => Promise<void>) | undefined;

  /** @param work handles its own results and errors: neither is passed on */
  ask(work: () => Promise<void>): void {
    this.#next = work;
    if (!this.#busy) void this.#run();
  }

  /** True if a newer request is waiting: then the running request's result is no longer wanted. */
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

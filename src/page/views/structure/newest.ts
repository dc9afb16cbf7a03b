/**
 * Runs one request at a time. If several requests arrive during a request, only the newest is run, because a
 * reader who moves through a file needs only the last place.
 */
export class Newest {
  #busy = false;
  #next: (() => Promise<void>) | undefined;

  /** @param work the request, which handles its results and errors itself */
  ask(work: () => Promise<void>): void {
    this.#next = work;
    if (!this.#busy) void this.#run();
  }

  /** True if a newer request is waiting, which makes the result of the running request obsolete. */
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

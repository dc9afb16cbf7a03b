/** A request, with the callbacks that receive its result or its error. */
export type Asked<T, R> = T & { done(answer: R): void; failed(error: unknown): void };

/**
 * Runs one statement for several requests, for statements whose cost does not grow with the number of requests.
 * Requests that arrive during a statement share the next statement.
 */
export class Groups<T extends object, R = void> {
  readonly #most: number;
  readonly #perform: (group: readonly Asked<T, R>[]) => Promise<void>;
  readonly #waiting: Asked<T, R>[] = [];
  #running: Promise<void> | undefined;

  /**
   * @param most maximum number of requests in one statement
   * @param perform calls `done` or `failed` of each request of a group; never rejects
   */
  constructor(most: number, perform: (group: readonly Asked<T, R>[]) => Promise<void>) {
    this.#most = most;
    this.#perform = perform;
  }

  ask(question: T): Promise<R> {
    return new Promise((done, failed) => {
      this.#waiting.push({ ...question, done, failed });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when no request is waiting or running. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    // Waits until the event loop's present iteration has added all its requests, so that the first group contains all
    // of them.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#perform(this.#waiting.splice(0, this.#most));
    // No request can be added between the last check of `#waiting` and the next line; a later request starts a new
    // run.
    this.#running = undefined;
  }
}

/** A result that is requested once and kept; after a failure, the next caller requests it again. */
export class Retried<T> {
  #answer: Promise<T> | undefined;

  constructor(private readonly ask: () => Promise<T>) {}

  async get(): Promise<T> {
    this.#answer ??= this.ask();
    try {
      return await this.#answer;
    } catch (error) {
      this.#answer = undefined;
      throw error;
    }
  }
}

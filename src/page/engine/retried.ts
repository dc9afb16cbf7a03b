/** An answer that is asked for once and kept; where it fails, the next caller asks again. */
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

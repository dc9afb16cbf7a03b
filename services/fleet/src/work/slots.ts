/** Lends each item to one caller at a time. While no item is free, callers wait in order. */
export class Slots<T> {
  readonly #free: T[];
  readonly #waiting: ((slot: T) => void)[] = [];

  constructor(readonly all: readonly T[]) {
    this.#free = [...all];
  }

  async use<R>(work: (slot: T) => Promise<R>): Promise<R> {
    const slot = this.#free.pop() ?? (await new Promise<T>((resolve) => this.#waiting.push(resolve)));
    try {
      return await work(slot);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free.push(slot);
      else next(slot);
    }
  }
}

/** The most recently used pages, up to a limit. */
export class KeptPages<T> {
  readonly #pages = new Map<string, T>();

  constructor(private readonly limit: number) {}

  get size(): number {
    return this.#pages.size;
  }

  get(key: string): T | undefined {
    const page = this.#pages.get(key);
    if (page === undefined) return undefined;
    this.#pages.delete(key);
    this.#pages.set(key, page);
    return page;
  }

  set(key: string, page: T): void {
    this.#pages.delete(key);
    this.#pages.set(key, page);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= this.limit) break;
      this.#pages.delete(oldest);
    }
  }
}

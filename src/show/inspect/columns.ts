/** A growing list of numbers in a typed array, which a worker can send without conversion. */
export class Column<T extends Uint8Array | Uint32Array | Float64Array> {
  length = 0;
  #values: T;

  constructor(private readonly make: (size: number) => T) {
    this.#values = make(256);
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const grown = this.make(this.length * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.length++] = value;
  }

  get values(): T {
    return this.#values.slice(0, this.length) as T;
  }
}

export const bytesColumn = (): Column<Uint8Array> => new Column((size) => new Uint8Array(size));
/** Makes a column for numbers below 2^32: lengths of records, and indexes. */
export const numbersColumn = (): Column<Uint32Array> => new Column((size) => new Uint32Array(size));
export const offsetsColumn = (): Column<Float64Array> => new Column((size) => new Float64Array(size));

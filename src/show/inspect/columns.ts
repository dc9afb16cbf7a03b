/** Numbers that come one after the other, without being objects: they cross from a worker as they are. */
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

  /** All of them, in memory of their own. */
  get values(): T {
    return this.#values.slice(0, this.length) as T;
  }
}

export const bytesColumn = (): Column<Uint8Array> => new Column((size) => new Uint8Array(size));
/** Of numbers below 2^32: lengths of records and indices are. */
export const numbersColumn = (): Column<Uint32Array> => new Column((size) => new Uint32Array(size));
/** Of offsets in the file. */
export const offsetsColumn = (): Column<Float64Array> => new Column((size) => new Float64Array(size));

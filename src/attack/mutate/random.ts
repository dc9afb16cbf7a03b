/**
 * Generates repeatable choices: xoshiro128** (Blackman and Vigna, 2018), seeded through splitmix32. All
 * arithmetic is on 32-bit integers, so that a seed gives the same choices on every machine.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  /** @param seed a nonnegative safe integer, with all of its 53 bits used */
  constructor(seed: number) {
    let state = (seed | 0) ^ Math.imul(Math.floor(seed / 0x1_0000_0000), 0x9e3779b1);
    const next = (): number => {
      state = (state + 0x9e3779b9) | 0;
      let z = state ^ (state >>> 16);
      z = Math.imul(z, 0x21f0aaad);
      z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
      return z ^ (z >>> 15);
    };
    this.#a = next();
    this.#b = next();
    this.#c = next();
    // A state of four zeros would never change.
    this.#d = next() | 1;
  }

  /** Returns 32 bits, unsigned. */
  word(): number {
    const b = this.#b;
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    this.#c ^= this.#a;
    this.#d ^= b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= b << 9;
    this.#d = (this.#d << 11) | (this.#d >>> 21);
    return result >>> 0;
  }

  /** Returns a whole number from 0 to `below` - 1; `below` is 1 to 2^32. */
  next(below: number): number {
    return Math.floor((this.word() / 0x1_0000_0000) * below);
  }

  /** Returns a whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + this.next(most - least + 1);
  }

  /** Returns true with a probability of one in `times`. */
  oneIn(times: number): boolean {
    return this.next(times) === 0;
  }

  /** Returns an element of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.next(list.length)] as T;
  }

  /** Returns an index chosen by weights: whole numbers whose sum is `total`, more than 0 and below 2^32. */
  weighted(weights: readonly number[], total: number): number {
    let left = this.next(total);
    for (let i = 0; i < weights.length; i++) {
      left -= weights[i] as number;
      if (left < 0) return i;
    }
    throw new Error('weights whose sum is less than their total');
  }

  /** Returns 64 bits, unsigned. */
  bits64(): bigint {
    return (BigInt(this.word()) << 32n) | BigInt(this.word());
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let i = 0; i < length; i++) bytes[i] = this.word() & 0xff;
    return bytes;
  }
}

/**
 * Generator of pseudo-random 32-bit integers whose sequence is the same on every machine and in every
 * version. (Small Fast Chaotic, 32 bits, by Chris Doty-Humphrey: passes the usual test suites, with only a
 * few additions and shifts.)
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  private constructor(a: number, b: number, c: number) {
    this.#a = a;
    this.#b = b;
    this.#c = c;
    // The first numbers are dropped, because only after a dozen numbers, the sequences of similar seeds are
    // unrelated.
    for (let i = 0; i < 12; i++) this.bits();
  }

  /**
   * Returns the generator of a seed and a list of labels. Each part of a file has its own labels, so that
   * random numbers for one part do not change the other parts.
   * @param seed 0 to 2^53 - 1
   */
  static of(seed: number, ...labels: readonly number[]): Random {
    let hash = 0x9e37_79b9;
    for (const label of labels) hash = scrambled(hash ^ label);
    return new Random(seed >>> 0, Math.floor(seed / 0x1_0000_0000) >>> 0, hash);
  }

  /** Returns 32 random bits, as an unsigned number. */
  bits(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** Returns a whole number from 0 to `limit - 1`; `limit` is 1 to 2^32. */
  below(limit: number): number {
    return Math.floor((this.bits() * limit) / 0x1_0000_0000);
  }

  /** Returns a whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  /** Returns a random index by weight; the weights are whole numbers with the sum `total`, 1 to 2^32 - 1. */
  weighted(weights: readonly number[], total: number): number {
    let left = this.below(total);
    for (let i = 0; i < weights.length; i++) {
      left -= weights[i] as number;
      if (left < 0) return i;
    }
    throw new Error('weights whose sum is less than their total');
  }

  bits64(): bigint {
    return (BigInt(this.bits()) << 32n) | BigInt(this.bits());
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let i = 0; i < length; i++) bytes[i] = this.bits() & 0xff;
    return bytes;
  }

  /**
   * Returns a number of up to `bits` bits. Every width has the same probability, so that varints of all
   * lengths occur.
   */
  ofAnyWidth(bits: number): number {
    return this.bits() >>> (31 - this.below(bits));
  }

  shuffled<T>(list: readonly T[]): T[] {
    const mixed = [...list];
    for (let i = mixed.length - 1; i > 0; i--) {
      const other = this.below(i + 1);
      [mixed[i], mixed[other]] = [mixed[other] as T, mixed[i] as T];
    }
    return mixed;
  }
}

/**
 * Mixes a value so that every bit of the result depends on every bit of the value (the finalizer of
 * MurmurHash3).
 */
export function scrambled(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Pseudo-random numbers that depend only on the seed: files made with the same seed are always equal byte for
 * byte. (Marsaglia's xorshift, which is random enough to shape files.)
 */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed, 0x9e3779b1) | 1;
  }

  /** Returns 32 random bits, as an unsigned number. */
  bits(): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state;
    return state >>> 0;
  }

  /** Returns an integer from 0 to `limit - 1`. */
  below(limit: number): number {
    return Math.floor((this.bits() / 0x1_0000_0000) * limit);
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.bits() < probability * 0x1_0000_0000;
  }

  /** Returns a number of up to `bits` bits, with all widths equally likely, for varints of all lengths. */
  ofAnyWidth(bits: number): number {
    const width = 1 + this.below(bits);
    return this.bits() >>> (32 - width);
  }

  /** Returns an index into `weights`, with probability in proportion to the weights. */
  pick(weights: readonly number[]): number {
    let left = this.below(weights.reduce((sum, weight) => sum + weight, 0));
    for (let i = 0; i < weights.length; i++) {
      left -= weights[i]!;
      if (left < 0) return i;
    }
    return weights.length - 1;
  }
}

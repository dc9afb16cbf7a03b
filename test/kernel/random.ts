/** A small random generator with a seed: one seed determines a schema, a subscription and messages. */
export class Random {
  #state: number;

  constructor(seed: number) {
    // The seed is mixed as in MurmurHash3's finalizer, because otherwise the first numbers after a small seed
    // would be small.
    let x = seed >>> 0;
    x = Math.imul(x ^ (x >>> 16), 0x85eb_ca6b);
    x = Math.imul(x ^ (x >>> 13), 0xc2b2_ae35);
    this.#state = (x ^ (x >>> 16)) >>> 0 || 1;
  }

  next(below: number): number {
    // Marsaglia's xorshift32.
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x >>> 0;
    return Math.floor((this.#state / 0x1_0000_0000) * below);
  }

  chance(percent: number): boolean {
    return this.next(100) < percent;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.next(items.length)] as T;
  }

  some<T>(items: readonly T[], percent: number): T[] {
    return items.filter(() => this.chance(percent));
  }
}

import { LAST_KEY, SECRET, STRIPE, type StripeLoop, stripeLoop } from './stripes.js';
import { avalanche, foldedProduct, PRIME64_1, PRIME64_2, PRIME64_3, shortHash, word } from './xxh3-short.js';

/**
 * Length in bytes of the longest input that is hashed without stripes. For a longer input, `KEPT` bytes are
 * collected first.
 */
const SHORT = 240;
const KEPT = 256;
const KEPT_STRIPES = KEPT / STRIPE;
const MERGE_KEY = 11;

const START = [
  0xc2b2ae3dn,
  PRIME64_1,
  PRIME64_2,
  PRIME64_3,
  0x85ebca77c2b2ae63n,
  0x85ebca77n,
  0x27d4eb2f165667c5n,
  0x9e3779b1n,
];

/** Computes XXH3-64 with seed 0 and the default secret for bytes that come in pieces. */
export class Xxh3 {
  #acc = BigUint64Array.from(START);
  #accBytes = new Uint8Array(this.#acc.buffer);
  /**
   * Bytes that were not added to the accumulators yet. The last stripe that was added is at the end of this
   * memory.
   */
  readonly #kept = new Uint8Array(KEPT);
  #filled = 0;
  #done = 0;
  #length = 0;

  /** @param loop loop to use instead of the shared loop of this thread, for tests */
  constructor(private readonly loop: StripeLoop = stripeLoop()) {}

  /** Restarts the computation. */
  init(): this {
    this.#acc.set(START);
    this.#filled = 0;
    this.#done = 0;
    this.#length = 0;
    return this;
  }

  /** Adds the next bytes, which may change after this call. */
  update(bytes: Uint8Array): this {
    this.#length += bytes.length;
    if (this.#filled + bytes.length <= KEPT) {
      this.#kept.set(bytes, this.#filled);
      this.#filled += bytes.length;
      return this;
    }
    let from = 0;
    if (this.#filled > 0) {
      from = KEPT - this.#filled;
      this.#kept.set(bytes.subarray(0, from), this.#filled);
      this.#add(this.#kept, 0, KEPT_STRIPES);
    }
    if (bytes.length - from > KEPT) {
      // At least one byte is kept, because the last stripe of the input is added in another way.
      const stripes = Math.floor((bytes.length - 1 - from) / STRIPE);
      this.#add(bytes, from, stripes);
      from += stripes * STRIPE;
      this.#kept.set(bytes.subarray(from - STRIPE, from), KEPT - STRIPE);
    }
    this.#kept.set(bytes.subarray(from), 0);
    this.#filled = bytes.length - from;
    return this;
  }

  /** Returns the hash of the bytes until now, as 16 digits. Further bytes may follow. */
  digest(): string {
    const hash = this.#length <= SHORT ? shortHash(this.#kept.subarray(0, this.#length)) : this.#long();
    return hash.toString(16).padStart(16, '0');
  }

  /** Returns the same as `digest`, which does not end the computation. */
  peek(): string {
    return this.digest();
  }

  /**
   * Returns memory for the next bytes: `update` does not copy bytes that are in this memory (see
   * `StripeLoop`).
   */
  lend(): Uint8Array | undefined {
    return this.loop.lend();
  }

  giveBack(): void {
    this.loop.giveBack();
  }

  #add(bytes: Uint8Array, from: number, stripes: number): void {
    this.#done = this.loop.add(this.#accBytes, bytes, from, stripes, this.#done);
  }

  #long(): bigint {
    const acc = this.#acc.slice();
    const accBytes = new Uint8Array(acc.buffer);
    const last = new Uint8Array(STRIPE);
    const kept = this.#kept;
    const filled = this.#filled;
    if (filled >= STRIPE) {
      this.loop.add(accBytes, kept, 0, Math.floor((filled - 1) / STRIPE), this.#done);
      last.set(kept.subarray(filled - STRIPE, filled));
    } else {
      last.set(kept.subarray(KEPT - STRIPE + filled), 0);
      last.set(kept.subarray(0, filled), STRIPE - filled);
    }
    this.loop.add(accBytes, last, 0, 1, 0, LAST_KEY);
    let hash = BigInt(this.#length) * PRIME64_1;
    for (let i = 0; i < 4; i++) {
      const key = MERGE_KEY + 16 * i;
      hash += foldedProduct(
        (acc[2 * i] as bigint) ^ word(SECRET, key),
        (acc[2 * i + 1] as bigint) ^ word(SECRET, key + 8),
      );
    }
    return avalanche(BigInt.asUintN(64, hash));
  }
}

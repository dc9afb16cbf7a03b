/**
 * An exact sum of products of non-negative integers. The sum is a number up to 2^53, and a bigint, which is
 * slower, for greater values.
 */
export class ExactSum {
  #small = 0;
  #large = 0n;

  add(a: number, b: number, c = 1, d = 1): void {
    // If a partial product is rounded, the partial product exceeds 2^53, and the whole product also exceeds
    // 2^53 unless a factor is 0.
    const product = a * b * c * d;
    if (product <= Number.MAX_SAFE_INTEGER - this.#small) this.#small += product;
    else this.#large += BigInt(a) * BigInt(b) * BigInt(c) * BigInt(d);
  }

  get value(): number | bigint {
    return this.#large === 0n ? this.#small : this.#large + BigInt(this.#small);
  }
}

/** Returns a product of non-negative integers. */
export function exactProduct(a: number, b: number, c = 1, d = 1): number | bigint {
  const sum = new ExactSum();
  sum.add(a, b, c, d);
  return sum.value;
}

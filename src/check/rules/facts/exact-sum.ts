/**
 * A sum of products of whole numbers that are not negative, exact however large: as a number while that is
 * exact, past it as a bigint, which is slower.
 */
export class ExactSum {
  #small = 0;
  #large = 0n;

  add(a: number, b: number, c = 1, d = 1): void {
    // A rounded product is past 2^53, and so is every product with it but the one with 0.
    const product = a * b * c * d;
    if (product <= Number.MAX_SAFE_INTEGER - this.#small) this.#small += product;
    else this.#large += BigInt(a) * BigInt(b) * BigInt(c) * BigInt(d);
  }

  get value(): number | bigint {
    return this.#large === 0n ? this.#small : this.#large + BigInt(this.#small);
  }
}

/** A product of whole numbers that are not negative. */
export function exactProduct(a: number, b: number, c = 1, d = 1): number | bigint {
  const sum = new ExactSum();
  sum.add(a, b, c, d);
  return sum.value;
}

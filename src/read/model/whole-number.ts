/** A whole number of 64 bits: a number where it fits, decimal digits from 2^53 on. */
export type WholeNumber = number | string;

/** Returns a number where it is exact. */
export function wholeNumber(value: bigint): WholeNumber {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

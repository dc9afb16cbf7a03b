/** A whole number of 64 bits: a number below 2^53, otherwise decimal digits. */
export type WholeNumber = number | string;

/** Returns a number if the number is exact, otherwise decimal digits. */
export function wholeNumber(value: bigint): WholeNumber {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

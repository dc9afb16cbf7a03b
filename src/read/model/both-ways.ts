/** Maps each name of an enumeration to its number, and each number to its first name. */
export type BothWays<Numbers extends Readonly<Record<string, number>>> = Numbers & {
  readonly [number: number]: keyof Numbers | undefined;
};

/** Adds the names by number as non-enumerable properties, so that `Object.keys` returns only names. */
export function bothWays<const Numbers extends Readonly<Record<string, number>>>(
  numbers: Numbers,
): BothWays<Numbers> {
  for (const [name, number] of Object.entries(numbers).reverse()) {
    Object.defineProperty(numbers, number, { value: name, configurable: true });
  }
  return numbers as BothWays<Numbers>;
}

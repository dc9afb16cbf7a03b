/** An enumeration by name, and by number: the first name with that number, `undefined` if there is none. */
export type BothWays<Numbers extends Readonly<Record<string, number>>> = Numbers & {
  readonly [number: number]: keyof Numbers | undefined;
};

/** Adds the names by number, which are not enumerated: `Object.keys` gives names alone. */
export function bothWays<const Numbers extends Readonly<Record<string, number>>>(
  numbers: Numbers,
): BothWays<Numbers> {
  for (const [name, number] of Object.entries(numbers).reverse()) {
    Object.defineProperty(numbers, number, { value: name, configurable: true });
  }
  return numbers as BothWays<Numbers>;
}

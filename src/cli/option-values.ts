import { InvalidArgumentError } from 'commander';

/**
 * A parser for an option that takes a whole number.
 * @throws InvalidArgumentError, which becomes a usage error that names the option
 */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`);
  };
}

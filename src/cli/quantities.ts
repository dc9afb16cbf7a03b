import { InvalidArgumentError } from 'commander';

const THOUSANDS = { '': 1, k: 1e3, K: 1e3, M: 1e6, G: 1e9 } as const;
const UNITS = { '': 1, k: 2 ** 10, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 } as const;

/** Returns a parser for an amount: `200`, `1e6`, `20k`. */
export function quantity(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = parsed(text, THOUSANDS);
    if (value !== undefined && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It takes a number from ${least} to ${most}, such as 200, 20k or 1e6.`);
  };
}

/** Returns a parser for a size in bytes, with units of powers of 1024: `13k`, `13K`, `13KiB`, `256M`. */
export function byteSize(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = parsed(text.replace(/i?B$/, ''), UNITS);
    if (value !== undefined && value >= least && value <= most) return value;
    throw new InvalidArgumentError(
      `It takes a size from ${least} to ${most} bytes, such as 4096, 13k or 256M.`,
    );
  };
}

/** Parses a whole number with an optional unit; undefined for invalid text. */
function parsed(text: string, units: Readonly<Record<string, number>>): number | undefined {
  const [, number, unit = ''] = /^(\d{1,16}(?:\.\d{1,6})?(?:e\d{1,2})?)([kKMG]?)$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  const value = Number(number) * (units[unit] as number);
  return Number.isSafeInteger(value) ? value : undefined;
}

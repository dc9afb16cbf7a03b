/** Amounts are stored as whole cents. The largest amount, 1e12 units, is 1e14 cents, well below 2^53. */
export const CENTS = 100;
export const MAX_UNITS = 1e12;

/**
 * Returns the reason why a number is not a valid amount; undefined if it is valid: finite, above zero, at most 1e12,
 * with at most two decimals.
 */
export function amountProblem(units: number): string | undefined {
  if (!Number.isFinite(units)) return 'must be a finite number';
  if (units <= 0) return 'must be above 0';
  if (units > MAX_UNITS) return `must be at most ${MAX_UNITS}`;
  if (decimals(units) > 2) return 'must have at most 2 decimals';
  return undefined;
}

/** Converts units to cents; exact for every number that `amountProblem` accepts. */
export function toCents(units: number): number {
  const [whole = '0', fraction = ''] = shortest(units).split('.');
  return Number(whole) * CENTS + Number(fraction.padEnd(2, '0'));
}

/** Returns the amount in currency units. */
export function toUnits(cents: number): number {
  return cents / CENTS;
}

/**
 * Returns the shortest text that parses to the same number. The text equals the client's, except for trailing zeros.
 */
function shortest(units: number): string {
  return String(units);
}

function decimals(units: number): number {
  const text = shortest(units);
  // Below 1e-6 the text has an exponent, and so at least seven decimals.
  if (text.includes('e')) return 7;
  return text.split('.')[1]?.length ?? 0;
}

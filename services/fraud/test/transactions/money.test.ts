import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountProblem, toCents, toUnits } from '../../src/transactions/money.js';

/** Returns an amount with both of its decimals, as a client may write it. */
const written = (cents: number) => (cents / 100).toFixed(2);

describe('money', () => {
  it('is not changed by JSON, for every number of cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e14 }), (cents) => {
        const text = written(cents);
        const units = JSON.parse(text) as number;
        expect(amountProblem(units)).toBeUndefined();
        expect(toCents(units)).toBe(cents);
        expect(JSON.stringify(toUnits(cents))).toBe(JSON.stringify(units));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is refused with a third decimal, however small', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 9 }), (cents, third) => {
        expect(amountProblem(Number(`${written(cents)}${third}`))).toBe('must have at most 2 decimals');
      }),
    );
    expect(amountProblem(1e-7)).toBe('must have at most 2 decimals');
    expect(amountProblem(0.1 + 0.2)).toBe('must have at most 2 decimals');
  });
});

import { type Figures, figuresOf, type Movement } from '../../src/advice/figures.js';

const DAY = 86_400_000;
export const NOW = Date.UTC(2026, 4, 20, 12);

/** Figures of a person over three months: a salary, rent, groceries and a subscription; amounts in cents. */
export const MOVEMENTS: Movement[] = [0, 1, 2].flatMap((month) => {
  const at = (day: number) => NOW - (month * 30 + day) * DAY;
  return [
    { at: at(1), amount: 200_000, counterparty: 'employer-77', description: 'Salary' },
    { at: at(2), amount: -80_000, counterparty: 'landlord-12', description: 'Rent flat MARK-SECRET' },
    { at: at(5), amount: -4_000, counterparty: 'shop-1', description: 'ALDI supermarket' },
    { at: at(19), amount: -2_000, counterparty: 'shop-2', description: 'groceries' },
    { at: at(7), amount: -1_299, counterparty: 'stream-9', description: 'Netflix' },
    { at: at(9), amount: -20_000, counterparty: 'bank-3', description: 'Standing order to savings' },
  ];
});

export const SAMPLE: Figures = figuresOf(MOVEMENTS, 432_109, NOW);

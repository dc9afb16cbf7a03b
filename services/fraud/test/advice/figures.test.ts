import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { categoriesNamed, categoryOf } from '../../src/advice/categories.js';
import { figureList, money } from '../../src/advice/figure-sentences.js';
import { figuresOf, type Movement } from '../../src/advice/figures.js';
import { recurringPayments } from '../../src/advice/recurring.js';
import { testFacts } from '../text/facts.js';
import { MOVEMENTS, NOW, SAMPLE } from './sample-figures.js';

const DAY = 86_400_000;
const paid = (day: number, amount: number, counterparty = 'shop', description = ''): Movement => ({
  at: NOW - day * DAY,
  amount: -amount,
  counterparty,
  description,
});

describe("figures of the caller's accounts", () => {
  test('equal the figures that were added up by hand', () => {
    expect(SAMPLE).toMatchObject({
      balance: 432_109,
      income30: 200_000,
      income90: 600_000,
      spending30: 87_299,
      spending90: 3 * 87_299,
    });
    // Added up by hand: 2,000 received; 800 + 60 + 12.99 spent; 200 put aside.
    expect(SAMPLE.savingsRate).toBeCloseTo(1 - 872.99 / 2_000, 10);
    expect(SAMPLE.categories.map(({ category }) => category).join(', ')).toBe(
      'housing, savings and investments, groceries, subscriptions and media',
    );
  });

  test('are averages over whole months: two pay days in 31 days are not twice the income', () => {
    const salary = (day: number) => paid(day, -3_200_00, 'employer');
    const month = figuresOf([salary(1), salary(31), paid(5, 1_600_00)], 0, NOW);
    expect(month.span).toEqual({ days: 30, income: 3_200_00, spending: 1_600_00 });
    expect(month.savingsRate).toBeCloseTo(0.5, 10);
    const quarter = figuresOf([salary(1), salary(31), salary(61), salary(89.5), paid(5, 1_600_00)], 0, NOW);
    expect(quarter.span).toEqual({ days: 90, income: 12_800_00, spending: 1_600_00 });
  });

  test('exclude payments that are older than 90 days or in the future', () => {
    const figures = figuresOf([paid(91, 500), paid(-1, 700), paid(89, 300), paid(31, 50)], 0, NOW);
    expect([figures.spending30, figures.spending90]).toEqual([0, 350]);
  });

  test('equal naive sums, for any movements', () => {
    const movement = fc.record({
      at: fc.integer({ min: NOW - 120 * DAY, max: NOW }),
      amount: fc.integer({ min: -1e12, max: 1e12 }).filter((cents) => cents !== 0),
      counterparty: fc.constantFrom('a', 'b', 'c'),
      description: fc.constantFrom('rent', 'lunch', 'ATM', '', 'standing order to savings'),
    });
    fc.assert(
      fc.property(fc.array(movement), (movements) => {
        const figures = figuresOf(movements, 0, NOW);
        let spent = 0;
        for (const { at, amount, description } of movements) {
          const counted = at > NOW - 90 * DAY && amount < 0 && !description.includes('savings');
          if (counted) spent += -amount;
        }
        expect(figures.spending90).toBe(spent);
        const byKind = figures.categories.reduce((sum, kind) => sum + kind.last90, 0);
        const put = figures.categories.find(({ category }) => category === 'savings and investments');
        expect(byKind - (put?.last90 ?? 0)).toBe(spent);
      }),
    );
  });

  test('are sent to a model without counterparties and descriptions', () => {
    const text = figureList(SAMPLE).join(' ');
    for (const { counterparty, description } of MOVEMENTS) {
      expect(text).not.toContain(counterparty);
      // "groceries" is excluded, because it is also the name of a kind of spending.
      if (description !== 'groceries') expect(text).not.toContain(description);
    }
    expect(figureList(figuresOf([], undefined, NOW)).join(' ')).toMatch(/no balance.*no approved payments/);
  });

  test('are printed with two decimals and grouped thousands', () => {
    expect(money(123_456_789)).toBe('1,234,567.89');
    expect(money(-5)).toBe('-0.05');
  });
});

describe('recurring payments', () => {
  test.each([
    ['monthly', [paid(1, 1_000), paid(31, 1_000), paid(62, 1_050)], 1],
    ['weekly', [paid(1, 500), paid(8, 500), paid(15, 500), paid(22, 500)], 1],
    ['three weeks of a weekly payment are too few', [paid(1, 500), paid(8, 500), paid(15, 500)], 0],
    ['uneven gaps', [paid(1, 500), paid(4, 500), paid(31, 500), paid(39, 500)], 0],
    ['other amounts', [paid(1, 500), paid(31, 5_000)], 0],
    ['other receivers', [paid(1, 500, 'a'), paid(31, 500, 'b')], 0],
    ['two series of one receiver', [paid(1, 500), paid(31, 500), paid(2, 9_000), paid(32, 9_000)], 2],
  ])('%s', (_name, payments, count) => {
    expect(recurringPayments(payments).count).toBe(count);
  });

  test('have a cost per month', () => {
    expect(recurringPayments([paid(1, 700), paid(8, 700), paid(15, 700), paid(22, 700)]).monthly).toBe(3_040);
  });
});

testFacts(
  (_name, description) => categoryOf(description),
  `
  kind | housing | Rent May
  kind | insurance | car insurance
  kind | groceries | Tesco superstore
  kind | eating out | Dinner at La Pizza restaurant
  kind | debt payments | student loan
  kind | cash withdrawals | ATM withdrawal
  kind | subscriptions and media | netflix.com
  kind | other | parental leave
`,
);

testFacts(
  (language, question) => categoriesNamed(question, language as 'en'),
  `
  en | – | What do I spend on courses?
  fr | groceries | Combien pour les courses ?
  fr | housing | Combien ai-je dépensé, car je paie mon loyer ?
  en | transport | What does my car cost?
  en | insurance | What do I pay for auto insurance?
  de | transport | Was kostet mein Auto?
  de | insurance | Was kostet meine Autoversicherung?
  es | utilities and communication | ¿Cuánto gasto en luz?
`,
);

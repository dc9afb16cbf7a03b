import type { TransactionRule } from '../facts.js';

/** Payments that are split to stay under a limit cluster in the tenth below it. */
const NEAR = 0.9;
const TIMES = 3;

export const structuring: TransactionRule = {
  code: 'amount.structuring',
  title: 'Repeated payments just below a reporting limit',
  weight: 0.6,
  fires({ amount, amountsInWeek }, { reportingLimits }) {
    return reportingLimits.some((limit) => {
      const near = (cents: number) => cents < limit && cents >= limit * NEAR;
      return near(amount) && amountsInWeek.filter(near).length + 1 >= TIMES;
    });
  },
};

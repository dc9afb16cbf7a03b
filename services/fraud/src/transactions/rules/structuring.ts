import type { TransactionRule } from '../facts.js';

/** The tenth below a limit is where payments gather that are cut to stay under it. */
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

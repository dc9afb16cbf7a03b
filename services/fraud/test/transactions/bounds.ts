import type { RuleBounds } from '../../src/transactions/facts.js';

/** Bounds of the rules, in cents, for tests of single rules. */
export const bounds: RuleBounds = {
  velocity: {
    in10Minutes: { count: 8, sum: 500_000 },
    inHour: { count: 20, sum: 1_000_000 },
    inDay: { count: 60, sum: 2_000_000 },
  },
  reportingLimits: [1_000_000],
  dormantDays: 90,
  largeAmount: 100_000,
  firstPaymentShare: 0.5,
  firstPaymentAmount: 300_000,
  roundTripMinimum: 10_000,
  receiversInHour: 6,
  sendersInDay: 7,
  establishedDays: 30,
};

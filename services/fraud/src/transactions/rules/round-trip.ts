import type { TransactionRule } from '../facts.js';

/** Fees are deducted on the way, so the returned amount may differ by a tenth. */
const SIMILAR = 0.1;

export const roundTrip: TransactionRule = {
  code: 'flow.round_trip',
  title: 'About the same amount came from this receiver within a day',
  weight: 0.5,
  fires: ({ amount, returnedInDay }, bounds) =>
    amount >= bounds.roundTripMinimum &&
    returnedInDay.some((returned) => Math.abs(returned - amount) <= SIMILAR * Math.max(returned, amount)),
};

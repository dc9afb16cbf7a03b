import type { TransactionRule } from '../facts.js';
import { robustZ } from '../statistics.js';

/** Minimum number of payments for a meaningful median. */
const LEAST_HISTORY = 5;
/** Iglewicz and Hoaglin (1993) use 3.5 for outliers; payments are skewed to the right, so this limit is higher. */
const UNUSUAL = 6;

export const amountUnusual: TransactionRule = {
  code: 'amount.unusual',
  title: 'The amount is far above what this sender usually pays',
  weight: 0.55,
  fires: ({ amount, history }) => history.length >= LEAST_HISTORY && robustZ(amount, history) >= UNUSUAL,
};

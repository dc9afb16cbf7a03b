import type { TransactionRule } from '../facts.js';

export const doubleSubmit: TransactionRule = {
  code: 'flow.double_submit',
  title: 'The same amount went to the same receiver within a minute',
  weight: 0.5,
  fires: ({ sameInMinute }) => sameInMinute > 0,
};

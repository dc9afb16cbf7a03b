import type { TransactionRule } from '../facts.js';

export const overdraft: TransactionRule = {
  code: 'balance.overdraft',
  title: 'The balance would fall below zero',
  weight: 1,
  fires: ({ amount, balance }) => amount > balance,
};

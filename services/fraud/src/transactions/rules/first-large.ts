import type { TransactionRule } from '../facts.js';

const LEAST_HISTORY = 5;

export const firstLarge: TransactionRule = {
  code: 'sender.first_large',
  title: 'A large first payment of a sender without a history, alone or with others of the day',
  weight: 0.5,
  fires({ amount, balance, history, receiverKnown, sent }, { firstPaymentShare, firstPaymentAmount }) {
    if (receiverKnown || history.length >= LEAST_HISTORY) return false;
    const day = sent.inDay.sum + amount;
    return day >= firstPaymentAmount || day > firstPaymentShare * (balance + sent.inDay.sum);
  },
};

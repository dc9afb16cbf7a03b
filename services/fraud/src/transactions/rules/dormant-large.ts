import { DAY_MS, type TransactionRule } from '../facts.js';
import { percentile } from '../statistics.js';

const LEAST_HISTORY = 5;

export const dormantLarge: TransactionRule = {
  code: 'account.dormant_large',
  title: 'A large payment after a long time without any',
  weight: 0.6,
  fires({ now, amount, lastSentAt, history }, { dormantDays, largeAmount }) {
    if (lastSentAt === null || now - lastSentAt < dormantDays * DAY_MS) return false;
    return history.length >= LEAST_HISTORY ? amount > percentile(history, 0.95) : amount >= largeAmount;
  },
};

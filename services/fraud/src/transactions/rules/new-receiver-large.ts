import type { TransactionRule } from '../facts.js';
import { percentile } from '../statistics.js';

const LEAST_HISTORY = 5;
/** For senders who always pay about the same, the 95th percentile is only a few cents above the usual amount. */
const MARGIN = 1.1;

export const newReceiverLarge: TransactionRule = {
  code: 'receiver.new_large',
  title: 'First payment to this receiver, above almost all earlier amounts',
  weight: 0.5,
  fires: ({ amount, history, receiverKnown }) =>
    !receiverKnown && history.length >= LEAST_HISTORY && amount > MARGIN * percentile(history, 0.95),
};

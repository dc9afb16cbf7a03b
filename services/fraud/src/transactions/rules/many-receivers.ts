import type { TransactionRule } from '../facts.js';

export const manyReceivers: TransactionRule = {
  code: 'receiver.many',
  title: 'Payments to many different receivers within an hour',
  weight: 0.5,
  fires: ({ receiversInHour }, bounds) => receiversInHour > bounds.receiversInHour,
};

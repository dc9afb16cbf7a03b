import { DAY_MS, type TransactionRule } from '../facts.js';

/** Stolen money is collected by a mule: a young account that suddenly receives payments from many senders. */
export const manySenders: TransactionRule = {
  code: 'receiver.mule',
  title: 'Many different senders pay this young account within a day',
  weight: 0.5,
  fires: ({ now, sendersToReceiverInDay, receiverSince }, bounds) =>
    sendersToReceiverInDay > bounds.sendersInDay && now - receiverSince < bounds.establishedDays * DAY_MS,
};

import { DAY_MS, type Flow, type TransactionRule } from './facts.js';
import { percentile, robustZ } from './statistics.js';

/** Minimum number of payments for a meaningful median or percentile. */
const LEAST_HISTORY = 5;
/** Iglewicz and Hoaglin (1993) use 3.5 for outliers; payments are skewed to the right, so this limit is higher. */
const UNUSUAL = 6;
/** For senders who always pay about the same, the 95th percentile is only a few cents above the usual amount. */
const MARGIN = 1.1;
/** Payments that are split to stay under a limit cluster in the tenth below it. */
const NEAR = 0.9;
const NEAR_TIMES = 3;
/** Fees are deducted on the way, so the returned amount may differ by a tenth. */
const SIMILAR = 0.1;
const SUSPICIOUS_DESCRIPTION = 0.5;

const isAbove = (flow: Flow, amount: number, bound: Flow) =>
  flow.count + 1 > bound.count || (flow.count > 0 && flow.sum + amount > bound.sum);

export const TRANSACTION_RULES: readonly TransactionRule[] = [
  {
    code: 'balance.overdraft',
    title: 'The balance would fall below zero',
    weight: 1,
    fires: ({ amount, balance }) => amount > balance,
  },
  {
    code: 'amount.unusual',
    title: 'The amount is far above what this sender usually pays',
    weight: 0.55,
    fires: ({ amount, history }) => history.length >= LEAST_HISTORY && robustZ(amount, history) >= UNUSUAL,
  },
  {
    code: 'velocity.high',
    title: 'Many payments, or a large sum, in a short time',
    weight: 0.5,
    fires: ({ sent, amount }, { velocity }) =>
      isAbove(sent.in10Minutes, amount, velocity.in10Minutes) ||
      isAbove(sent.inHour, amount, velocity.inHour) ||
      isAbove(sent.inDay, amount, velocity.inDay),
  },
  {
    code: 'receiver.new_large',
    title: 'First payment to this receiver, above almost all earlier amounts',
    weight: 0.5,
    fires: ({ amount, history, receiverKnown }) =>
      !receiverKnown && history.length >= LEAST_HISTORY && amount > MARGIN * percentile(history, 0.95),
  },
  {
    code: 'sender.first_large',
    title: 'A large first payment of a sender without a history, alone or with others of the day',
    weight: 0.5,
    fires({ amount, balance, history, receiverKnown, sent }, { firstPaymentShare, firstPaymentAmount }) {
      if (receiverKnown || history.length >= LEAST_HISTORY) return false;
      const day = sent.inDay.sum + amount;
      return day >= firstPaymentAmount || day > firstPaymentShare * (balance + sent.inDay.sum);
    },
  },
  {
    code: 'receiver.flagged',
    title: 'A person declined payments to this receiver before',
    weight: 0.6,
    fires: ({ receiverFlagged }) => receiverFlagged,
  },
  {
    code: 'receiver.many',
    title: 'Payments to many different receivers within an hour',
    weight: 0.5,
    fires: ({ receiversInHour }, bounds) => receiversInHour > bounds.receiversInHour,
  },
  // Stolen money is collected by a mule: a young account that suddenly receives payments from many senders.
  {
    code: 'receiver.mule',
    title: 'Many different senders pay this young account within a day',
    weight: 0.5,
    fires: ({ now, sendersToReceiverInDay, receiverSince }, { sendersInDay, establishedDays }) =>
      sendersToReceiverInDay > sendersInDay && now - receiverSince < establishedDays * DAY_MS,
  },
  {
    code: 'amount.structuring',
    title: 'Repeated payments just below a reporting limit',
    weight: 0.6,
    fires: ({ amount, amountsInWeek }, { reportingLimits }) =>
      reportingLimits.some((limit) => {
        const near = (cents: number) => cents < limit && cents >= limit * NEAR;
        return near(amount) && amountsInWeek.filter(near).length + 1 >= NEAR_TIMES;
      }),
  },
  {
    code: 'flow.round_trip',
    title: 'About the same amount came from this receiver within a day',
    weight: 0.5,
    fires: ({ amount, returnedInDay }, { roundTripMinimum }) =>
      amount >= roundTripMinimum &&
      returnedInDay.some((returned) => Math.abs(returned - amount) <= SIMILAR * Math.max(returned, amount)),
  },
  {
    code: 'account.dormant_large',
    title: 'A large payment after a long time without any',
    weight: 0.6,
    fires({ now, amount, lastSentAt, history }, { dormantDays, largeAmount }) {
      if (lastSentAt === null || now - lastSentAt < dormantDays * DAY_MS) return false;
      return history.length >= LEAST_HISTORY ? amount > percentile(history, 0.95) : amount >= largeAmount;
    },
  },
  {
    code: 'flow.double_submit',
    title: 'The same amount went to the same receiver within a minute',
    weight: 0.5,
    fires: ({ sameInMinute }) => sameInMinute > 0,
  },
  {
    code: 'description.suspicious',
    title: 'The description reads like a fraudulent message',
    weight: 0.55,
    fires: ({ descriptionScore }) => descriptionScore >= SUSPICIOUS_DESCRIPTION,
  },
];

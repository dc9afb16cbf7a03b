import type { Movement } from './figures.js';

const DAY_MS = 86_400_000;

/**
 * Intervals in days between recurring payments, each with the largest deviation in days and the minimum number of
 * payments: a few payments at a short interval are often chance.
 */
const RHYTHMS = [
  { days: 7, slack: 1.5, least: 4 },
  { days: 14, slack: 2.5, least: 3 },
  { days: 30.4, slack: 4.5, least: 2 },
] as const;

/** The amounts of a series may differ from their median by this share, as energy bills do. */
const AMOUNT_SLACK = 0.2;

/** Finds recurring payments: same receiver, about the same amount, regular interval. */
export function recurringPayments(payments: Movement[]): { count: number; monthly: number } {
  let count = 0;
  let monthly = 0;
  for (const series of byReceiver(payments).values()) {
    for (const alike of similarAmounts(series)) {
      const rhythm = rhythmOf(alike);
      if (rhythm === undefined) continue;
      count += 1;
      const middle = median(alike.map(({ amount }) => -amount));
      monthly += Math.round((middle * 30.4) / rhythm);
    }
  }
  return { count, monthly };
}

/** Groups payments by receiver. (`Map.groupBy` needs Node 21.) */
function byReceiver(payments: Movement[]): Map<string, Movement[]> {
  const groups = new Map<string, Movement[]>();
  for (const payment of payments) {
    const group = groups.get(payment.counterparty);
    if (group) group.push(payment);
    else groups.set(payment.counterparty, [payment]);
  }
  return groups;
}

function similarAmounts(payments: Movement[]): Movement[][] {
  const sorted = [...payments].sort((a, b) => b.amount - a.amount);
  const groups: Movement[][] = [];
  for (const payment of sorted) {
    const group = groups.at(-1);
    if (group && payment.amount >= group[0]!.amount * (1 + AMOUNT_SLACK)) group.push(payment);
    else groups.push([payment]);
  }
  return groups;
}

function rhythmOf(payments: Movement[]): number | undefined {
  const times = payments.map(({ at }) => at).sort((a, b) => a - b);
  const gaps = times.slice(1).map((at, index) => (at - times[index]!) / DAY_MS);
  return RHYTHMS.find(
    ({ days, slack, least }) =>
      payments.length >= least && gaps.every((gap) => Math.abs(gap - days) <= slack),
  )?.days;
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

import { type Category, categoryOf } from './categories.js';
import { recurringPayments } from './recurring.js';

/** An approved payment from or to the caller's own accounts. */
export interface Movement {
  /** Time in milliseconds since 1970. */
  at: number;
  /** Cents; positive for money received. */
  amount: number;
  /** The other account of the payment, by which recurring payments are recognised. It is not part of any result. */
  counterparty: string;
  description: string;
}

/** Figures of the caller's own money in cents, without descriptions or counterparties of payments. */
export interface Figures {
  /** Undefined if no account was ever used. */
  balance: number | undefined;
  /** Days from the first known payment to now, at most 90; 0 without payments. */
  days: number;
  income30: number;
  income90: number;
  spending30: number;
  spending90: number;
  /** Spending of 90 days by kind, largest first. */
  categories: { category: Category; last30: number; last90: number }[];
  /** Number of recurring payments, and their cost a month. */
  recurring: { count: number; monthly: number };
  /**
   * Sums over 30, 60 or 90 days, from which monthly averages are computed. Other lengths would distort the averages:
   * 31 days may contain two pay days, and so twice the income.
   */
  span: { days: 30 | 60 | 90; income: number; spending: number };
  /** Share of the income in `span` that was not spent; undefined without income. */
  savingsRate: number | undefined;
  /** Calendar months (UTC) whose payments are all known, newest first. */
  months: MonthFigures[];
}

export interface MonthFigures {
  /** Month in the form `2026-05`. */
  month: string;
  income: number;
  spending: number;
  categories: { category: Category; sum: number }[];
}

const DAY_MS = 86_400_000;
export const FIGURE_DAYS = 90;
/** Number of days for which months are computed. */
export const MONTH_DAYS = 400;

/** Payments of this category do not count as spent. */
const NOT_SPENT: Category = 'savings and investments';

/** @param since time from which `movements` is complete */
export function figuresOf(
  movements: Movement[],
  balance: number | undefined,
  now: number,
  since = now - FIGURE_DAYS * DAY_MS,
): Figures {
  const recent = movements.filter(({ at }) => at > now - FIGURE_DAYS * DAY_MS && at <= now);
  const first = Math.min(now, ...recent.map(({ at }) => at));
  const days = recent.length === 0 ? 0 : Math.max(1, Math.ceil((now - first) / DAY_MS));
  const spanDays = days >= 90 ? 90 : days >= 60 ? 60 : 30;
  const within = (length: number) => recent.filter(({ at }) => at > now - length * DAY_MS);
  const [month, span] = [sumsOf(within(30)), sumsOf(within(spanDays))];
  const quarter = sumsOf(recent);
  return {
    balance,
    days,
    income30: month.income,
    income90: quarter.income,
    spending30: month.spending,
    spending90: quarter.spending,
    categories: [...quarter.kinds]
      .map(([category, last90]) => ({ category, last30: month.kinds.get(category) ?? 0, last90 }))
      .sort((a, b) => b.last90 - a.last90 || (a.category < b.category ? -1 : 1)),
    recurring: recurringPayments(recent.filter(({ amount }) => amount < 0)),
    span: { days: spanDays, income: span.income, spending: span.spending },
    savingsRate: span.income > 0 ? (span.income - span.spending) / span.income : undefined,
    months: monthsOf(movements, now, since),
  };
}

/** Returns income, spending, and payments by kind, which include savings. */
function sumsOf(movements: readonly Movement[]) {
  const sums = { income: 0, spending: 0, kinds: new Map<Category, number>() };
  for (const { amount, description } of movements) {
    if (amount > 0) {
      sums.income += amount;
      continue;
    }
    const category = categoryOf(description);
    sums.kinds.set(category, (sums.kinds.get(category) ?? 0) - amount);
    if (category !== NOT_SPENT) sums.spending -= amount;
  }
  return sums;
}

/** Returns the months that are known, newest first; months without a payment are known, too. */
function monthsOf(movements: readonly Movement[], now: number, since: number): MonthFigures[] {
  const months: MonthFigures[] = [];
  const first = movements.reduce((earliest, { at }) => Math.min(earliest, at), now);
  const from = Math.max(since, monthStart(first));
  let end = now + 1;
  for (let start = monthStart(now); start >= from; start = monthStart(start - 1)) {
    const { kinds, ...sums } = sumsOf(movements.filter(({ at }) => at >= start && at < end));
    const categories = [...kinds].map(([category, sum]) => ({ category, sum }));
    categories.sort((a, b) => b.sum - a.sum);
    months.push({ month: new Date(start).toISOString().slice(0, 7), ...sums, categories });
    end = start;
  }
  return months;
}

function monthStart(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

/** Returns the average cents per month over the span. */
export function monthly(cents: number, { span }: Figures): number {
  return Math.round((cents * 30) / span.days);
}

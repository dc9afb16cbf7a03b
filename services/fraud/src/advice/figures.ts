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
  const figures: Figures = {
    balance,
    days: recent.length === 0 ? 0 : Math.max(1, Math.ceil((now - first) / DAY_MS)),
    income30: 0,
    income90: 0,
    spending30: 0,
    spending90: 0,
    categories: [],
    recurring: { count: 0, monthly: 0 },
    span: { days: 30, income: 0, spending: 0 },
    savingsRate: undefined,
    months: monthsOf(movements, now, since),
  };
  const { span } = figures;
  span.days = figures.days >= 90 ? 90 : figures.days >= 60 ? 60 : 30;
  const kinds = new Map<Category, { last30: number; last90: number }>();
  for (const { at, amount, description } of recent) {
    const inMonth = at > now - 30 * DAY_MS;
    const inSpan = at > now - span.days * DAY_MS;
    if (amount > 0) {
      figures.income90 += amount;
      if (inMonth) figures.income30 += amount;
      if (inSpan) span.income += amount;
      continue;
    }
    const category = categoryOf(description);
    const kind = kinds.get(category) ?? { last30: 0, last90: 0 };
    kind.last90 -= amount;
    if (inMonth) kind.last30 -= amount;
    kinds.set(category, kind);
    if (category === NOT_SPENT) continue;
    figures.spending90 -= amount;
    if (inMonth) figures.spending30 -= amount;
    if (inSpan) span.spending -= amount;
  }
  figures.categories = [...kinds]
    .map(([category, sums]) => ({ category, ...sums }))
    .sort((a, b) => b.last90 - a.last90 || (a.category < b.category ? -1 : 1));
  figures.recurring = recurringPayments(recent.filter(({ amount }) => amount < 0));
  if (span.income > 0) figures.savingsRate = (span.income - span.spending) / span.income;
  return figures;
}

function monthsOf(movements: readonly Movement[], now: number, since: number): MonthFigures[] {
  const months = new Map<string, MonthFigures & { kinds: Map<Category, number> }>();
  const first = movements.reduce((earliest, { at }) => Math.min(earliest, at), now);
  // Months without a payment are known, too.
  for (
    let start = monthStart(now);
    start >= since && start >= monthStart(first);
    start = monthStart(start - 1)
  ) {
    const month = new Date(start).toISOString().slice(0, 7);
    months.set(month, { month, income: 0, spending: 0, categories: [], kinds: new Map() });
  }
  for (const { at, amount, description } of movements) {
    const sums = months.get(new Date(at).toISOString().slice(0, 7));
    if (at > now || !sums) continue;
    if (amount > 0) {
      sums.income += amount;
      continue;
    }
    const category = categoryOf(description);
    sums.kinds.set(category, (sums.kinds.get(category) ?? 0) - amount);
    if (category !== NOT_SPENT) sums.spending -= amount;
  }
  return [...months.values()]
    .sort((a, b) => (a.month < b.month ? 1 : -1))
    .map(({ kinds, ...sums }) => ({
      ...sums,
      categories: [...kinds].map(([category, sum]) => ({ category, sum })).sort((a, b) => b.sum - a.sum),
    }));
}

function monthStart(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

/** Returns the average cents per month over the span. */
export function monthly(cents: number, { span }: Figures): number {
  return Math.round((cents * 30) / span.days);
}

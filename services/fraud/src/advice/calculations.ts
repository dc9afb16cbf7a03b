/** Calculations of everyday money. Amounts are in the currency of the question, rates in percent a year. */

export interface Debt {
  /** Undefined if the question does not name a balance. */
  balance: number | undefined;
  rate: number;
}

/** Sorts debts in the order of paying them off: the highest rate first; for equal rates, the smaller balance first. */
export function payoffOrder<D extends Debt>(debts: readonly D[]): D[] {
  return [...debts].sort((a, b) => b.rate - a.rate || (a.balance ?? 0) - (b.balance ?? 0));
}

const LONGEST_MONTHS = 1_200;

/**
 * Returns the months until equal payments have paid off a debt, with the interest paid; undefined if the payments
 * never pay it off.
 */
export function payoff(
  balance: number,
  rate: number,
  payment: number,
): { months: number; interest: number } | undefined {
  let left = balance;
  let interest = 0;
  for (let months = 1; months <= LONGEST_MONTHS; months++) {
    const due = (left * rate) / 1_200;
    interest += due;
    if (due >= payment) return undefined;
    left += due - payment;
    if (left <= 0) return { months, interest };
  }
  return undefined;
}

/** Returns the equal monthly payment that pays off a loan in a number of months. */
export function instalment(loan: number, rate: number, months: number): number {
  const monthly = rate / 1_200;
  return monthly === 0 ? loan / months : (loan * monthly) / (1 - (1 + monthly) ** -months);
}

/** Returns the loan that a monthly payment pays off in a number of months. */
export function loanFor(payment: number, rate: number, months: number): number {
  const monthly = rate / 1_200;
  return monthly === 0 ? payment * months : (payment * (1 - (1 + monthly) ** -months)) / monthly;
}

/** Returns the months until savings with monthly interest reach a goal; undefined if they never reach it. */
export function monthsToGoal(goal: number, saved: number, monthly: number, rate = 0): number | undefined {
  let sum = saved;
  for (let months = 0; months <= LONGEST_MONTHS; months++) {
    if (sum >= goal - 1e-6) return months;
    sum += (sum * rate) / 1_200 + monthly;
  }
  return undefined;
}

/** Returns the amount to save each month so that savings reach a goal in a number of months. */
export function monthlyForGoal(goal: number, saved: number, months: number, rate = 0): number {
  const monthly = rate / 1_200;
  if (monthly === 0) return Math.max(0, goal - saved) / months;
  const growth = (1 + monthly) ** months;
  return Math.max(0, ((goal - saved * growth) * monthly) / (growth - 1));
}

/** Savings after a number of months, with interest each month. */
export function sumSaved(saved: number, monthly: number, rate: number, months: number): number {
  const growth = (1 + rate / 1_200) ** months;
  return saved * growth + (rate === 0 ? monthly * months : (monthly * (growth - 1) * 1_200) / rate);
}

/** Rules of thumb: rent, and the payment of a mortgage, should not exceed these shares of the income before tax. */
export const RENT_SHARE = 0.3;
export const MORTGAGE_SHARE = 0.28;
/** Rule of thumb: an emergency fund should cover the spending of this number of months. */
export const CUSHION_MONTHS: readonly [least: number, most: number] = [3, 6];

import type { PaymentFacts, RuleBounds, TransactionRule } from './facts.js';
import { TRANSACTION_RULES } from './rules.js';

export type TransactionStatus = 'approved' | 'review' | 'declined';

export interface Decision {
  status: TransactionStatus;
  /** Score in ten-thousandths. */
  score: number;
  /** Rules that fired, the heaviest first. */
  fired: TransactionRule[];
}

/** Scores from 0 to 1: from the first on, a payment waits for a review; from the second on, it is refused. */
export interface Thresholds {
  review: number;
  decline: number;
}

/**
 * The score is 1 − ∏(1 − weight) of the rules that fired. It is rounded before the comparison, so that status and
 * score agree.
 */
export function decide(facts: PaymentFacts, bounds: RuleBounds, thresholds: Thresholds): Decision {
  const fired = TRANSACTION_RULES.filter((rule) => rule.fires(facts, bounds)).sort(
    (a, b) => b.weight - a.weight,
  );
  const score = Math.round((1 - fired.reduce((left, rule) => left * (1 - rule.weight), 1)) * 10_000);
  return { status: statusOf(score, thresholds), score, fired };
}

export function statusOf(score: number, thresholds: Thresholds): TransactionStatus {
  if (score < Math.round(thresholds.review * 10_000)) return 'approved';
  return score < Math.round(thresholds.decline * 10_000) ? 'review' : 'declined';
}

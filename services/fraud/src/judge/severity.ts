import type { IndicatorClass } from '../detectors/detector.js';
import type { Severity } from './verdict.js';

/**
 * Two indicators that are critical together: an imitated name and a request for a secret; a promised fortune and a
 * request for an account.
 */
const CRITICAL_PAIRS: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    ['email.lookalike_domain', 'text.url_lookalike'],
    ['email.credential_form', 'text.credential_request'],
  ],
  [['text.advance_fee'], ['pii.card_number', 'pii.iban']],
];

/** True if one of the codes is an indicator of the class `critical`, or if two of them are a critical pair. */
export function isCritical(indicators: readonly { code: string; class: IndicatorClass }[]): boolean {
  if (indicators.some((indicator) => indicator.class === 'critical')) return true;
  const has = (codes: readonly string[]) => indicators.some(({ code }) => codes.includes(code));
  return CRITICAL_PAIRS.some(([one, other]) => has(one) && has(other));
}

/** Severity by score: `low` and `medium` below the threshold, `high` and `critical` from the threshold on. */
export function severityOf(score: number, threshold: number, critical: boolean): Severity {
  if (score < threshold) return score < threshold / 2 ? 'low' : 'medium';
  return critical || score >= (1 + threshold) / 2 ? 'critical' : 'high';
}

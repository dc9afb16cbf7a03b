import type { Finding, Message } from '../detectors/detector.js';
import { linksOf } from '../detectors/detector.js';
import type { Decision, Reason } from './verdict.js';

/** Returns `block` from the threshold on; `review` from half of the threshold on, and for a grave e-mail; */
export function decisionOf(score: number, threshold: number, grave: boolean): Decision {
  if (score >= threshold) return 'block';
  return grave || score >= threshold / 2 ? 'review' : 'allow';
}

const STRONG = 0.7;

/**
 * True for an e-mail with a strong finding of the class `high`, if it also has a foreign link or names a changed
 * account.
 */
export function isGraveMail(message: Message, findings: readonly Finding[]): boolean {
  const { mail, reading } = message;
  if (!mail || !findings.some(({ detector, strength }) => detector.class === 'high' && strength >= STRONG))
    return false;
  return (
    reading.concepts.has('newaccount') ||
    linksOf(message).some(({ owner, domain }) => !owner && domain !== mail.fromDomain)
  );
}

const LEAST_ODDS = 1e-5;

/** Returns the log odds of a score that is rounded to four decimals, so that 0 and 1 have finite odds. */
export function logOdds(score: number): number {
  const p = Math.min(1 - LEAST_ODDS, Math.max(LEAST_ODDS, score));
  return Math.log(p / (1 - p));
}

const MODEL_SAYS = {
  'model.words': 'its wording, compared with known messages',
  'model.features': 'traits of the message that no indicator names',
  'model.base': 'the share of fraud that is expected, and the calibration of the score',
} as const;

/**
 * Returns a reason for each indicator with a weight, and three reasons for the rest of the evidence. The contribution
 * of `model.base` is the difference between the log odds of the score and the sum of all other contributions.
 * @param says phrase that describes an indicator, by its code
 */
export function reasonsOf(
  score: number,
  contributions: ReadonlyMap<string, number>,
  words: number,
  says: ReadonlyMap<string, string>,
): Reason[] {
  const reasons: Reason[] = [];
  let features = 0;
  for (const [code, contribution] of contributions) {
    const evidence = says.get(code);
    if (evidence !== undefined) reasons.push({ code, contribution: round(contribution), evidence });
    else features += contribution;
  }
  const ofModel = (code: keyof typeof MODEL_SAYS, contribution: number): Reason => ({
    code,
    contribution: round(contribution),
    evidence: MODEL_SAYS[code],
  });
  const found = [...reasons, ofModel('model.words', words), ofModel('model.features', features)]
    .filter(({ contribution }) => contribution !== 0)
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
  const sum = found.reduce((total, { contribution }) => total + contribution, 0);
  return [...found, ofModel('model.base', logOdds(score) - sum)];
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

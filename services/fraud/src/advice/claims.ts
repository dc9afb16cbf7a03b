import { namesSecurity } from './securities.js';

/** A kind of sentence that answers must not contain. */
export type Claim = 'promise' | 'security' | 'judgement';

const NEGATED =
  /\b(?:no|not|never|none|cannot|can't|nobody|without|isn't|aren't|doesn't|don't|beware|avoid|distrust|fraud|scam|too good|promise[sd]? (?:is|are))\b/i;
const PROMISE =
  /\bguarantee[ds]?\b|\brisk[- ]?free\b|\b(?:can't|cannot|can not) (?:lose|fail|go wrong)\b|\bdouble your (?:money|savings|capital)\b|\b(?:sure|certain|assured) (?:profit|gain|return|win)s?\b|\byou will (?:surely |certainly |definitely )?(?:earn|make|gain|get|receive|profit|double|become rich)\b|\bget rich\b|\balways (?:goes up|rises|recovers|wins)\b/i;
/** Promises that count as such even if they contain a negation. */
const NEGATION_PROMISES =
  /\b(?:no|zero|without(?: any)?) risk\b[^.?!]{0,40}\b(?:return|profit|gain|interest)|\byou (?:can't|cannot) (?:lose|fail|go wrong)\b/i;
const RECOMMENDS =
  /\b(?:buy|buying|sell|selling|short|purchase|invest(?:ing)? in|put (?:your|all|some) [^.?!]{0,30}in(?:to)?|go (?:all[- ]in|long)|recommend|suggest|consider|choose|pick|hold|load up)\b/i;
const JUDGEMENT =
  /\byou (?:can|should|may|must|need to|do not have to|don't have to) (?:deduct|declare|write off|claim [^.?!]{0,30}(?:deduction|tax)|sue|plead|file (?:your )?(?:tax|for bankruptcy))\b|\byou (?:owe|will owe|do not owe|don't owe) [^.?!]{0,30}tax\b|\b(?:is|are) (?:fully )?tax[- ](?:free|deductible)\b|\byou (?:are|are not|aren't) (?:legally )?(?:liable|entitled to sue)\b|\bit is (?:perfectly |completely )?legal (?:for you )?to\b/i;

/** Returns the claims that a text makes; a sentence that warns against a promise does not make it. */
export function claimsOf(text: string): Claim[] {
  const found = new Set<Claim>();
  for (const sentence of text.split(/(?<=[.?!])\s+|\n+/)) {
    const negated = NEGATED.test(sentence);
    if (NEGATION_PROMISES.test(sentence) && !/\b(?:never|fraud|scam|do not exist|beware)\b/i.test(sentence)) {
      found.add('promise');
    }
    if (PROMISE.test(sentence) && !negated) found.add('promise');
    if (RECOMMENDS.test(sentence) && !negated && namesSecurity(sentence)) found.add('security');
    if (JUDGEMENT.test(sentence)) found.add('judgement');
  }
  return [...found];
}

/** Patterns of fraudulent calls, in transcripts and in reports of calls. */
import { CALL_WORDS, CALL_WORDS_ELSEWHERE, WARNS, WARNS_ELSEWHERE } from './call-words.js';
import type { Concept } from './lexicon/index.js';
import { movesToSafety } from './payees.js';
import type { Reading } from './reading.js';
import { toldInEnglish } from './retold.js';

const HAPPENED: readonly Concept[] = [
  'authority',
  'threat',
  'fine',
  'suspended',
  'unusual',
  'refund',
  'mistake',
  'prize',
  'family',
  'newaccount',
  'newnumber',
  'parcel',
  'fee',
  'fund',
  'invest',
  'job',
  'loan',
  'romance',
];
const WANTED: readonly Concept[] = [
  'giftcard',
  'crypto',
  'credential',
  'otp',
  'download',
  'secrecy',
  'wallet',
  'login',
];
/** Gains that only a stranger offers, and other stories that end with a fee. */
const GAINS: readonly Concept[] = ['prize', 'invest', 'mistake', 'fund', 'newnumber'];
const FEES: readonly Concept[] = ['prize', 'loan', 'job', 'refund', 'fund'];

/** Returns the number of different words of a table that a text contains. */
function different(words: RegExp, text: string): number {
  return new Set(Array.from(text.matchAll(words), ([found]) => found.slice(0, 6))).size;
}

const LONGEST = 12_000;
/** Longest note about a call, in tokens: a transcript of an everyday call has words of most topics. */
const LONGEST_NOTE = 80;
const ELSEWHERE =
  /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Cyrillic}]/u;

/** The text in normal form, and in its own letters if they are not Latin: normalising strips the marks of some scripts. */
function spellings({ normal, original }: Reading): { latin: string; other: string } {
  const start = original.slice(0, LONGEST);
  return {
    latin: normal.text.slice(0, LONGEST),
    other: ELSEWHERE.test(start) ? start.normalize('NFC').toLowerCase() : '',
  };
}

export function warnsOfCalls(reading: Reading): boolean {
  const { latin, other } = spellings(reading);
  return different(WARNS, latin) > 0 || different(WARNS_ELSEWHERE, other) > 0;
}

/**
 * Returns the strength of the evidence that a text is of a fraudulent call, 0 to 1: a caller, an event and a demand
 * are usually necessary.
 */
export function scamCall(reading: Reading): number {
  let most = movesToSafety(reading) ? 0.85 : 0;
  for (const { who, what, wish } of counts(reading)) {
    if (who > 0 && what > 0 && wish > 0) most = Math.max(most, who + what + wish >= 4 ? 1 : 0.8);
    else if (who > 0 && what > 1) most = Math.max(most, 0.7);
    else if (what > 3 || (what > 1 && wish > 1)) most = Math.max(most, 0.4);
  }
  return most;
}

/**
 * Returns the score of a text that is known to be about a call, 0 to 1. English reports have weights; in other
 * languages, a demand with a caller or an event is enough.
 */
export function retoldCall(reading: Reading): number {
  const { normal, concepts, brands, tokens } = reading;
  if (!tokens.some(({ kind }) => kind === 'word')) return 0;
  // A report names the firm that the caller claimed to be; so does a notice of that firm.
  const ofFirm = !concepts.has('notice') && brands.some(({ brand }) => !brand.word);
  // Banks have no "safe account": when a call is retold, the words are enough.
  const safe = movesToSafety(reading, false) ? 0.6 : 0;
  let most = Math.max(safe, toldInEnglish(normal.text.slice(0, LONGEST), ofFirm));
  if (different(ENGLISH, normal.text.slice(0, LONGEST)) > 1) return most;
  for (const { who, what, wish } of counts(reading, ofFirm ? 1 : 0).slice(1)) {
    if (who > 0 && what > 0 && wish > 0) most = Math.max(most, who + what + wish >= 4 ? 0.7 : 0.56);
    else if (wish > 0 && who + what > 0) most = Math.max(most, 0.6);
    else if (wish > 1) most = Math.max(most, 0.53);
    else if (who > 0 && what > 1) most = Math.max(most, 0.56);
    else if (what > 2 || (what > 1 && wish > 1)) most = Math.max(most, 0.49);
  }
  if (most < 0.5 && tokens.length <= LONGEST_NOTE) {
    if (concepts.has('newnumber') && mentionsMoney(reading)) return 0.56;
    const has = (names: readonly Concept[]) => names.some((name) => concepts.has(name));
    if (has(WANTED) && has(HAPPENED)) return 0.56;
    if ((concepts.has('pay') && has(GAINS)) || (concepts.has('fee') && has(FEES))) return 0.53;
  }
  return most;
}

const ENGLISH = /\b(?:the|and|she|they|my|said|that|with|from|you|your|told|would|it|wants|wanted)\b/gu;

function counts(reading: Reading, firms = 0) {
  const { latin, other } = spellings(reading);
  const rows = other === '' ? CALL_WORDS : [...CALL_WORDS, ...CALL_WORDS_ELSEWHERE];
  return rows.map(({ callers, events, wants }, at) => {
    const text = at < CALL_WORDS.length ? latin : other;
    return {
      who: Math.max(different(callers, text), firms),
      what: different(events, text),
      wish: different(wants, text),
    };
  });
}

function mentionsMoney({ tokens, normal: { text }, concepts }: Reading): boolean {
  return (
    tokens.some(({ kind }) => kind === 'money') ||
    concepts.has('pay') ||
    /\b(?:money|cash|geld|argent|dinero|dinheiro)\b/.test(text)
  );
}

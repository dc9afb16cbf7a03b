/** Patterns of fraudulent calls, in transcripts and in reports of calls. */
import { CALL_WORDS, CALL_WORDS_ELSEWHERE, PAYS_ME, RETOLD, WARNS, WARNS_ELSEWHERE } from './call-words.js';
import type { Concept } from './lexicon/index.js';
import { movesToSafety } from './payees.js';
import type { Reading } from './reading.js';

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
 * Returns the strength of the evidence that a text describes a fraudulent call, 0 to 1. Usually, a caller, an event
 * and a demand are necessary. With `retold`, the text is known to be about a call, and a demand with a caller or an
 * event is enough.
 */
export function scamCall(reading: Reading, retold: boolean): number {
  const { latin, other } = spellings(reading);
  // Banks have no "safe account": when a call is retold, the words are enough.
  let most = movesToSafety(reading, !retold) ? 0.85 : 0;
  const told = retold ? latin.replace(PAYS_ME, ' ') : latin;
  // A report names the firm that the caller claimed to be; so does a notice of that firm.
  const ofFirm = retold && !reading.concepts.has('notice') && reading.brands.some(({ brand }) => !brand.word);
  const named = ofFirm ? 1 : 0;
  const rows = other === '' ? CALL_WORDS : [...CALL_WORDS, ...CALL_WORDS_ELSEWHERE];
  for (const [at, { callers, events, wants }] of rows.entries()) {
    const text = at < CALL_WORDS.length ? told : other;
    const more = (of: 'callers' | 'events' | 'wants') =>
      retold && at === 0 ? different(RETOLD[of], text) : 0;
    const who = Math.max(different(callers, text) + more('callers'), named);
    const what = different(events, text) + more('events');
    const wish = different(wants, text) + more('wants');
    if (who > 0 && what > 0 && wish > 0) most = Math.max(most, who + what + wish >= 4 ? 1 : 0.8);
    else if (retold && wish > 0 && who + what > 0) most = Math.max(most, 0.85);
    else if (retold && wish > 1) most = Math.max(most, 0.75);
    else if (who > 0 && what > 1) most = Math.max(most, retold ? 0.8 : 0.7);
    else if (what > (retold ? 2 : 3) || (what > 1 && wish > 1)) most = Math.max(most, retold ? 0.7 : 0.4);
  }
  if (most < 0.7 && retold && reading.tokens.length <= LONGEST_NOTE) {
    const { concepts } = reading;
    if (concepts.has('newnumber') && mentionsMoney(reading)) return 0.8;
    const has = (names: readonly Concept[]) => names.some((name) => concepts.has(name));
    if (has(WANTED) && has(HAPPENED)) return 0.8;
    if ((concepts.has('pay') && has(GAINS)) || (concepts.has('fee') && has(FEES))) return 0.75;
  }
  return most;
}

function mentionsMoney({ tokens, normal: { text }, concepts }: Reading): boolean {
  return (
    tokens.some(({ kind }) => kind === 'money') ||
    concepts.has('pay') ||
    /\b(?:money|cash|geld|argent|dinero|dinheiro)\b/.test(text)
  );
}

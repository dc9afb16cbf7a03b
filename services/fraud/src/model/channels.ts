/** Short numbers and accounts to which a text sends its reader. */
import { accountsIn } from '../text/payees.js';
import { type Reading, spanOf } from '../text/reading.js';
import { endsSubscription, isForQuestions } from './notices.js';

/**
 * True for "Send 20k to this account 0123456789": the message requests money for a number that it gives. If the number
 * is one to call, it does not count.
 */
export function namesAccount(reading: Reading): boolean {
  const called = reading.concepts.get('call') ?? [];
  return accountsIn(reading).some((at) => !called.some(({ to }) => to <= at && at - to < 4));
}

// Numbers for reporting fraud: 7726 of the GSMA's members, 1930 in India, 1909 for India's unwanted calls.
const REPORTING: ReadonlySet<string> = new Set(['7726', '1930', '1909']);

// A number after one of these words is a code, and not a destination: "share PIN 7713", "TTY 711".
const NO_ADDRESS = /^(?:pin|otp|code|tty|ending|ref)$/;

// "WIN an 82277 senden", "GAGNER au 82277": in many languages the verb follows the number, or there is none. Numbers of
// four digits do not count here, because they are often years.
const TO = /^(?:to|an|auf|bis|zu|au|à|a|al|para|por|naar|til|till|na|ke|kepada|numarasina|numaraya)$/;
const KEYWORD = /^\p{Lu}[\p{Lu}\d]+$/u;
const KEYWORD_BEFORE = 6;

/** True for a short number after a preposition, if the clause has a word for sending, or a word in capitals to send. */
function isSentTo(reading: Reading, at: number): boolean {
  const { tokens, concepts } = reading;
  const token = tokens[at];
  if (token?.kind !== 'number' || !/^\d{5,6}$/.test(token.text) || !TO.test(tokens[at - 1]?.text ?? ''))
    return false;
  const verbs = [...(concepts.get('reply') ?? []), ...(concepts.get('give') ?? [])];
  if (verbs.some(({ from }) => tokens[from]?.clause === token.clause)) return true;
  for (let before = at - 2; before >= Math.max(0, at - KEYWORD_BEFORE); before--)
    if (KEYWORD.test(reading.original.slice(...spanOf(reading, before, before + 1)))) return true;
  return false;
}

/**
 * True for "Send WIN to 82277": a short number next to a word for sending. Numbers of three digits belong to the
 * reader's own operator, and do not count.
 */
export function hasShortCode(reading: Reading): boolean {
  for (const [{ from }, services] of [
    ...(reading.concepts.get('reply') ?? []).map((mention) => [mention, false] as const),
    ...(reading.concepts.get('give') ?? []).map((mention) => [mention, false] as const),
    // "dial 150", "helpline 1912": short numbers to call belong to the operator or an office.
    ...(reading.concepts.get('call') ?? []).map((mention) => [mention, true] as const),
  ]) {
    for (let at = from + 1; at < Math.min(from + 8, reading.tokens.length); at++) {
      const token = reading.tokens[at];
      if (token?.kind !== 'number' || !(services ? /^\d{5,6}$/ : /^\d{4,6}$/).test(token.text)) continue;
      if (REPORTING.has(token.text)) continue;
      if (endsSubscription(reading, from, at) || isForQuestions(reading, at)) continue;
      if (!NO_ADDRESS.test(reading.tokens[at - 1]?.text ?? '')) return true;
    }
  }
  return reading.tokens.some(
    ({ text }, at) =>
      isSentTo(reading, at) && !REPORTING.has(text) && !endsSubscription(reading, Math.max(-1, at - 5), at),
  );
}

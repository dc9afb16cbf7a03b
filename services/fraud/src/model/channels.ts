/** Short numbers and accounts to which a text sends its reader. */
import { accountsIn } from '../text/payees.js';
import { type Reading, writtenIn } from '../text/reading.js';
import { isForQuestions, WORD_OUT } from './notices.js';

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
// One of the answers to choose from in "A, B ou C à 83738".
const CHOICE = /^[A-D1-4]$/;

/**
 * True for a short number after a preposition, if the clause has a word for sending, a word in capitals to send, or
 * answers to choose from.
 */
function isSentTo(reading: Reading, at: number): boolean {
  const { tokens, concepts } = reading;
  const token = tokens[at];
  if (token?.kind !== 'number' || !/^\d{5,6}$/.test(token.text) || !TO.test(tokens[at - 1]?.text ?? ''))
    return false;
  const verbs = [...(concepts.get('reply') ?? []), ...(concepts.get('give') ?? [])];
  if (verbs.some(({ from }) => tokens[from]?.clause === token.clause)) return true;
  let choices = 0;
  for (let before = at - 2; before >= Math.max(0, at - KEYWORD_BEFORE); before--) {
    const written = writtenIn(reading, before, before + 1);
    if (KEYWORD.test(written)) return true;
    for (const answer of written.split(/[,/]/)) if (CHOICE.test(answer)) choices++;
  }
  return choices > 1;
}

const WAY_OUT = 10;
const OUT = new RegExp(`^(?:${WORD_OUT})$`);
// The word to send may come before the verb: "Ketik UNREG FILM kirim ke 99123", "RET yazip 3404'e gonderin".
const OUT_BEFORE = /^(?:unreg|ondoa|ret|iptal)$/;

/**
 * True for "Send STOP to 1515" and "SMS almak istemiyorsanız RET yazıp 3347'ye gönderin": a word that ends a
 * subscription is between the token `sent` and the number, or just before `sent`, or the clause has words for leaving
 * a list and a short number.
 */
export function leavesList({ concepts, tokens }: Reading, sent: number, number = sent): boolean {
  const clause = tokens[number]?.clause;
  return (
    tokens.slice(sent + 1, number).some(({ text }) => OUT.test(text)) ||
    tokens.slice(Math.max(0, sent - 4), Math.max(0, sent)).some(({ text }) => OUT_BEFORE.test(text)) ||
    (concepts.get('unsubscribe') ?? []).some(
      ({ from, to }) =>
        tokens[from]?.clause === clause &&
        number >= from - 3 &&
        number <= to + WAY_OUT &&
        tokens
          .slice(to, to + WAY_OUT)
          .some(
            (token) => token.kind === 'number' && token.clause === clause && /^\d{4,6}$/.test(token.text),
          ),
    )
  );
}

const ANSWER_AFTER = 5;

/** True for "Reply YES", "répondez OUI": the answer is a word in capitals, other than one that ends a subscription. */
export function wantsKeyword(reading: Reading): boolean {
  return (reading.concepts.get('reply') ?? []).some(({ from, to }) => {
    const { clause } = reading.tokens[from] as Reading['tokens'][number];
    // In a text in capitals, no word stands out.
    if (!/\p{Ll}/u.test(writtenIn(reading, from, to))) return false;
    for (let at = to; at < Math.min(to + ANSWER_AFTER, reading.tokens.length); at++) {
      if (reading.tokens[at]?.clause !== clause) return false;
      const written = writtenIn(reading, at, at + 1);
      if (KEYWORD.test(written)) return !leavesList(reading, from, at + 1);
    }
    return false;
  });
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
      if (leavesList(reading, from, at) || isForQuestions(reading, at)) continue;
      if (!NO_ADDRESS.test(reading.tokens[at - 1]?.text ?? '')) return true;
    }
  }
  return reading.tokens.some(
    ({ text }, at) =>
      isSentTo(reading, at) && !REPORTING.has(text) && !leavesList(reading, Math.max(-1, at - 5), at),
  );
}

/** Short numbers and accounts that a text sends its reader to. */
import { accountsIn } from '../text/payees.js';
import type { Reading } from '../text/reading.js';
import { endsSubscription, isForQuestions } from './notices.js';

/**
 * True for "Send 20k to this account 0123456789": money is to go to a number in the message. A number to call
 * does not count.
 */
export function namesAccount(reading: Reading): boolean {
  const called = reading.concepts.get('call') ?? [];
  return accountsIn(reading).some((at) => !called.some(({ to }) => to <= at && at - to < 4));
}

// Numbers for reporting fraud: 7726 of the GSMA's members, 1930 in India, 1909 for India's unwanted calls.
const REPORTING: ReadonlySet<string> = new Set(['7726', '1930', '1909']);

// "share PIN 7713", "TTY 711".
const NO_ADDRESS = /^(?:pin|otp|code|tty|ending|ref)$/;

/** "Send WIN to 82277": a short number beside a word of sending. Those of three digits are the operator's own. */
export function hasShortCode(reading: Reading): boolean {
  for (const [{ from }, services] of [
    ...(reading.concepts.get('reply') ?? []).map((mention) => [mention, false] as const),
    ...(reading.concepts.get('give') ?? []).map((mention) => [mention, false] as const),
    // "dial 150", "helpline 1912": so few digits that are called are the operator's or an office's.
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
  return false;
}

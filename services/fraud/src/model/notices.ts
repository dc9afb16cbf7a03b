import type { Concept } from '../text/lexicon/index.js';
import { mentions } from '../text/phrases.js';
import type { Reading } from '../text/reading.js';

const ACCOUNT_OR_REST = /(?<![\p{L}\p{N}])(?:[x*•.]{1,12}-?\d{3,6}|\d{2,6}[x*]{2,8}\d{2,4})(?!\d)/iu;
const MOVED = /[+-]\s?(?:\p{Sc}\s?)?\d|\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?[\s.]|\d{1,2}:\d{2}/u;

/** A booking in any language: an amount with a time or a sign, next to a masked account or what is left of the money. */
export function isBooking(reading: Reading, asks: number): boolean {
  const text = reading.original.slice(0, 600);
  const amounts = mentions(reading, '<money>').length;
  if (amounts === 0) return false;
  const signs = Number(ACCOUNT_OR_REST.test(text)) + Number(MOVED.test(text)) + Number(amounts > 1);
  return signs > 2 || (signs > 1 && (asks === 0 || reading.concepts.has('notice')));
}

const MASKED =
  /(?<![\p{L}\p{N}])(?:[x*•]{1,12}-?\d{3,6}|\d{2,6}[x*]{2,8}\d{2,4})(?!\d)|(?:a\/c|acct|account|card)[ :.]{0,3}(?:no[. ]{0,2})?(?:ending )?(?:in )?[x*#-]{0,12}\d{3,4}(?!\d)/iu;
// Free and shared-cost numbers of banks and offices, which a thief cannot have at once as a mobile one.
const TOLL_FREE = /^(?:1800|1860|1300|0808|0800|0860|0861|0300|800)\d{4,8}$|^\d{5,7}$/;

export function tollFreeOnly({ phones, tokens }: Reading): boolean {
  return phones.every((at) => TOLL_FREE.test((tokens[at]?.text ?? '').replace(/\D/g, '')));
}

// What offices have: free and shared-cost numbers, those of towns where they begin with 01 or 02, free ones of America.
const OFFICE_NUMBER =
  /^(?:0(?:800|808|300|330|860|861|[12]\d)|1[38]00|1860|13|(?:\+?1)?8(?:00|33|44|55|66|77|88))\d{4,9}$/;

/** Whether all numbers of a text are of a kind that thieves' telephones seldom have. */
export function namesOffice({ phones, tokens }: Reading): boolean {
  return (
    phones.length > 0 &&
    phones.every((at) => OFFICE_NUMBER.test((tokens[at]?.text ?? '').replace(/[^\d+]/g, '')))
  );
}

const BOOKED =
  /\b(?:debited|credited|charged|withdrawn|spent|deposited|received|recharged|topped up|bought|sent|paid|purchase|payment|transfer|transferred|txn|trxn|amt|cr|dr)\b/i;
const LEDGER =
  /\b(?:(?:avl|avail|available|new|your|current|acct|m-pesa|account|wallet)\.? ?(?:cr(?:edit)? )?(?:bal|balance|limit|lmt)|avail(?:able)?[.: ]{1,2}[a-z]{0,4}[₹$£€₦]?\d|bal(?:ance)?(?: is|:)|upi ref|ref(?:erence)?(?: no)?[.:# -]{1,2}[a-z]{0,3}\d{5}|(?:txn|trans(?:action)?) ?id|transaction (?:cost|fee)|desc:)/i;

/** Nothing here, a booking by its words, or one with both the masked account and what is left or its reference. */
export type Entry = 'none' | 'likely' | 'full';

/** A booking as banks and mobile money tell it: an amount that moved, with the masked account or what is left. */
export function accountEntry({ original, tokens, concepts }: Reading): Entry {
  const text = original.slice(0, 1000);
  if (!BOOKED.test(text) || !LEDGER.test(text) || !tokens.some(({ kind }) => kind === 'money')) return 'none';
  if (ENTRY_ASKS.some((concept) => concepts.has(concept))) return 'none';
  return MASKED.test(text) ? 'full' : 'likely';
}

// A booking wants none of these.
const ENTRY_ASKS: readonly Concept[] = ['urgent', 'verify', 'login', 'auto_renew', 'claim', 'mistake'];

const CLOCK = /(?<![\d:.])\d{1,2}[:.]\d{2}(?![\d%]|\.\d)|(?<!\d)\d{1,2}\s?(?:am|pm|hrs?|uhr)(?![a-z])/i;
const STORIES: readonly Concept[] = [
  'verify',
  'login',
  'claim',
  'prize',
  'selected',
  'urgent',
  'threat',
  'suspended',
  'unusual',
  'failed',
  'job',
  'loan',
  'invest',
  'crypto',
  'stranger',
  'romance',
  'favour',
  'newnumber',
  'giftcard',
  'pay',
  'fine',
  'tax',
  'refund',
  'download',
  'mistake',
  'fund',
];

/** "Thursday at 10:40": an hour is told, no money is spoken of and no story of fraud; a number only in a notice. */
export function isAppointed(reading: Reading): boolean {
  const { concepts, original, phones } = reading;
  return (
    CLOCK.test(original.slice(0, 600)) &&
    mentions(reading, '<money>').length === 0 &&
    (phones.length === 0 || concepts.has('notice')) &&
    STORIES.every((concept) => !concepts.has(concept))
  );
}

const OPT_OUT = /(?<![a-z])(?:reply|text|txt|sms|send)\s['"]?(?:stop|end|quit|unsubscribe|help)\b/i;

/** "Reply STOP to end": the way out that senders of many messages have to name. */
export function offersWayOut({ original }: Reading): boolean {
  return OPT_OUT.test(original.slice(0, 2000));
}

/** A code that was asked for: "123456 is your code", "Your OTP is 4821". */
export function isCodeNotice(reading: Reading): boolean {
  for (const name of ['otp', 'code'] as const) {
    for (const { from, to } of reading.concepts.get(name) ?? []) {
      for (let at = Math.max(0, from - 6); at < Math.min(to + 6, reading.tokens.length); at++) {
        const token = reading.tokens[at];
        if (
          token &&
          (token.kind === 'number' || token.kind === 'phone') &&
          /^\d{3}[\s-]?\d{1,5}$/.test(token.text)
        )
          return true;
      }
    }
  }
  return false;
}

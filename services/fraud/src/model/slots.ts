/** "Typed slots" are the kinds of figures that a message contains. Each kind has one weight for all languages. */
import { MINUTE } from '../text/hours.js';
import { mentions } from '../text/phrases.js';
import { type Reading, spanOf } from '../text/reading.js';
import { namesLastDigits, tellsMove, tellsRest } from './notices.js';

const FULL_DATE =
  /(?<![\d/.-])(?:\d{1,2}([/.-])\d{1,2}\1\d{2,4}|\d{4}([/.-])\d{1,2}\2\d{1,2}|\d{1,2}[ -]?\p{L}{3,9}\.?[ -,]{1,2}\d{2,4}|\p{L}{3,9} \d{1,2}, ?\d{4})(?![\d/-])/u;
// Matches an amount with a currency's code, as machines write it: "NPR 250.00", "ETB6000", "Rs.242.38".
const CODED =
  /(?<!\p{L})(?:\p{Lu}{3}|Rs\.?|Ksh|Tsh|Ush|Birr|FCFA|GH[S¢])\s?\d[\d,.]*|\d[\d,.]*\s?\p{Lu}{3}(?!\p{L})/u;
const CENTS = /\d[.,]\d{2}(?!\d)/;
// "Ref 523396049", "TxnID: CDL12XYZ", "UTR no. 5122".
const REFERENCE =
  /(?<!\p{L})(?:ref(?:erence)?|txn|trans(?:action)?|trx|utr|rrn|upi|imps|neft|fbs|folio|order|receipt|seq|auth)(?!\p{L})[ .]{0,2}(?:id|no|num(?:ber)?|code)?[ .:#-]{0,4}(?=[A-Z0-9-]*\d)[A-Z0-9-]{5,}/iu;

/**
 * The kinds of figures; true if the message contains the kind. The more kinds a message contains, the more likely the
 * program of an office has written it.
 */
export function slotsOf(reading: Reading): Readonly<Record<string, boolean>> {
  const text = withoutLinks(reading).slice(0, 1000);
  const amounts = mentions(reading, '<money>').length;
  return {
    masked: namesLastDigits(text),
    date: FULL_DATE.test(text),
    clock: MINUTE.test(text),
    coded: CODED.test(text),
    cents: CENTS.test(text),
    reference: REFERENCE.test(text),
    amounts: amounts > 1,
    moved: tellsMove(reading),
    rest: tellsRest(reading),
  };
}

// Letters and digits of a link do not count as amounts, dates or references.
function withoutLinks(reading: Reading): string {
  let text = '';
  let end = 0;
  for (const { token } of reading.links) {
    const [from, to] = spanOf(reading, token, token + 1);
    text += `${reading.original.slice(end, from)} `;
    end = to;
  }
  return text + reading.original.slice(end);
}

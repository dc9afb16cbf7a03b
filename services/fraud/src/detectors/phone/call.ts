import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { ContentError } from '../../judge/verdict.js';
import { dialled, type Reading, readText } from '../../text/reading.js';

/** A phone number, with the words around it and the called number. */
export interface PhoneCall {
  /** The digits as written, with a leading `+` if there is one. */
  readonly written: string;
  readonly place: [start: number, end: number];
  readonly digits: string;
  /** Undefined if the digits are not a valid number in any country. */
  readonly number?: PhoneNumber;
  /** True if `+`, `00` or the receiver's number shows the country; false if the country was guessed. */
  readonly certain: boolean;
  readonly receiver?: PhoneNumber;
  /** The content, with blanks in place of the number. */
  readonly reading: Reading;
}

const CANDIDATE = /(?<!\w)(?:\+|00)?\(?\d(?:[\s().\-/]{0,2}\d){2,24}(?!\w)/g;
// Countries to try for a number without a country code, in this order: the countries with most subscribers first.
const GUESSES: readonly CountryCode[] = [
  'US',
  'GB',
  'IN',
  'NG',
  'DE',
  'FR',
  'BR',
  'AU',
  'SG',
  'ZA',
  'KE',
  'ES',
  'IT',
  'NL',
];

/** Countries of scripts: the language of the words tells where the number belongs. */
const BY_SCRIPT: readonly (readonly [RegExp, CountryCode])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'JP'],
  [/\p{Script=Hangul}/u, 'KR'],
  [/\p{Script=Han}/u, 'CN'],
  [/\p{Script=Devanagari}/u, 'IN'],
];

/** @throws ContentError if the content has no number */
export function readCall(content: string, receiver: string | undefined): PhoneCall {
  // The longest run of digits is the number; a time or an amount next to it is shorter.
  let best: { text: string; at: number } | undefined;
  let size = 0;
  for (const match of content.matchAll(CANDIDATE)) {
    const digits = match[0].replace(/\D/g, '').length + (match[0].startsWith('+') ? 5 : 0);
    if (digits > size) {
      best = { text: match[0], at: match.index };
      size = digits;
    }
  }
  if (!best) throw new ContentError('The content holds no phone number.');
  const called = receiver ? parsePhoneNumberFromString(receiver) : undefined;
  const international = best.text.replace(/^00(?=[1-9])/, '+');
  const digits = international.replace(/\D/g, '');
  let certain = international.startsWith('+');
  let number = certain ? parsePhoneNumberFromString(international) : undefined;
  if (!certain && digits.length > 6) {
    if (called?.country) {
      number = parsePhoneNumberFromString(international, called.country);
      certain = number?.isValid() === true;
    }
    const written = BY_SCRIPT.filter(([script]) => script.test(content)).map(([, country]) => country);
    for (const country of number?.isValid() ? [] : [...written, ...GUESSES]) {
      const guess = parsePhoneNumberFromString(international, country);
      if (guess?.isValid()) {
        number = guess;
        break;
      }
    }
  }
  const start = best.at;
  const end = best.at + best.text.length;
  // The blanks keep the words after the number at their positions.
  const words = content.slice(0, start) + ' '.repeat(best.text.length) + content.slice(end);
  return {
    written: dialled(international),
    place: [start, end],
    digits,
    certain,
    reading: readText(words),
    ...(number ? { number } : {}),
    ...(called ? { receiver: called } : {}),
  };
}

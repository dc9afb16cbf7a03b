/** Detectors of personal data. They inform the caller, and do not change the score. */
import type { Span, TextDetector } from '../detector.js';

const CANDIDATE = /(?<![\d.+])\d(?:[ -]?\d){12,18}(?![\d.])/g;

function luhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    let digit = Number(digits[digits.length - 1 - at]);
    if (at % 2 === 1) {
      digit *= 2;
      if (digit > 9) digit -= 9;
    }
    sum += digit;
  }
  return sum % 10 === 0;
}

const IBAN_CANDIDATE =
  /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g;

function mod97(text: string): number {
  let rest = 0;
  for (const char of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

// Numbers of the United States (SSN), the United Kingdom (NINO), Brazil (CPF) and India (Aadhaar, PAN). They are
// recognised by their form, because no word beside them is necessary.
const SHAPES = [
  /(?<![\w-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/g,
  /(?<![A-Za-z0-9])[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![A-Za-z0-9])/g,
  /(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)/g,
  /(?<![\d-])[2-9]\d{3} \d{4} \d{4}(?![\d -])/g,
  /(?<![A-Za-z0-9])[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z](?![A-Za-z0-9])/g,
];

export const PII_DETECTORS: readonly TextDetector[] = [
  {
    code: 'pii.card_number',
    title: 'Card number',
    prior: 0,
    class: 'info',
    meaning:
      'The content holds a number that passes the check of payment cards (Luhn). The number is never repeated.',
    says: 'it holds a payment card number',
    detect({ reading }) {
      const spans: Span[] = [];
      for (const match of reading.original.slice(0, 40_000).matchAll(CANDIDATE)) {
        const digits = match[0].replace(/\D/g, '');
        if (/^[3-6]|^2[2-7]/.test(digits) && luhn(digits) && !/^(\d)\1+$/.test(digits))
          spans.push([match.index, match.index + match[0].length]);
        if (spans.length === 5) break;
      }
      return spans.length > 0 ? { strength: 1, spans } : undefined;
    },
  },
  {
    code: 'pii.iban',
    title: 'Bank account number',
    prior: 0,
    class: 'info',
    meaning: 'The content holds an IBAN with a right check sum (mod 97). The number is never repeated.',
    says: 'it holds a bank account number',
    detect({ reading }) {
      const spans: Span[] = [];
      for (const match of reading.original.slice(0, 40_000).matchAll(IBAN_CANDIDATE)) {
        const plain = match[0].replaceAll(' ', '');
        if (plain.length >= 15 && plain.length <= 34 && mod97(plain) === 1)
          spans.push([match.index, match.index + match[0].length]);
        if (spans.length === 5) break;
      }
      return spans.length > 0 ? { strength: 1, spans } : undefined;
    },
  },
  {
    code: 'pii.national_id',
    title: 'National identity number',
    prior: 0,
    class: 'info',
    meaning:
      'The content holds a number in the shape of a national identity number. The number is never repeated.',
    says: 'it holds an identity number',
    detect({ reading }) {
      const spans: Span[] = [];
      const text = reading.original.slice(0, 40_000);
      for (const shape of SHAPES) {
        for (const match of text.matchAll(shape)) {
          if (spans.length < 5) spans.push([match.index, match.index + match[0].length]);
        }
      }
      return spans.length > 0 ? { strength: 0.5, spans } : undefined;
    },
  },
];

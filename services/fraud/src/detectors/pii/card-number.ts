import type { Span, TextDetector } from '../detector.js';

const CANDIDATE = /(?<![\d.+])\d(?:[ -]?\d){12,18}(?![\d.])/g;

export const cardNumber: TextDetector = {
  code: 'pii.card_number',
  title: 'Card number',
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
};

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

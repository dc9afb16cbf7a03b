import type { Span, TextDetector } from '../detector.js';

const CANDIDATE = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g;

export const iban: TextDetector = {
  code: 'pii.iban',
  title: 'Bank account number',
  class: 'info',
  meaning: 'The content holds an IBAN with a right check sum (mod 97). The number is never repeated.',
  says: 'it holds a bank account number',
  detect({ reading }) {
    const spans: Span[] = [];
    for (const match of reading.original.slice(0, 40_000).matchAll(CANDIDATE)) {
      const plain = match[0].replaceAll(' ', '');
      if (plain.length >= 15 && plain.length <= 34 && mod97(plain) === 1)
        spans.push([match.index, match.index + match[0].length]);
      if (spans.length === 5) break;
    }
    return spans.length > 0 ? { strength: 1, spans } : undefined;
  },
};

function mod97(text: string): number {
  let rest = 0;
  for (const char of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

import type { Span, TextDetector } from '../detector.js';

// United States SSN, United Kingdom NINO, Brazil CPF, India Aadhaar and PAN: by shape, as no word tells them apart.
const SHAPES = [
  /(?<![\w-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/g,
  /(?<![A-Za-z0-9])[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![A-Za-z0-9])/g,
  /(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)/g,
  /(?<![\d-])[2-9]\d{3} \d{4} \d{4}(?![\d -])/g,
  /(?<![A-Za-z0-9])[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z](?![A-Za-z0-9])/g,
];

export const nationalId: TextDetector = {
  code: 'pii.national_id',
  title: 'National identity number',
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
};

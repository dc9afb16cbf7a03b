import type { MailDetector } from '../detector.js';

export const zeroWidthText: MailDetector = {
  code: 'email.zero_width_text',
  title: 'Invisible characters in words',
  class: 'high',
  meaning: 'Words of the body or subject are broken up by characters of no width.',
  says: 'invisible characters break up its words',
  detect({ reading }) {
    const { zeroWidth, hidden } = reading.normal;
    // Languages that join letters and soft hyphens of newsletters leave a few.
    if (zeroWidth < 3) return undefined;
    const quotes = hidden
      .slice(0, 3)
      .map(([start, end]) => reading.original.slice(Math.max(0, start - 3), end + 3));
    return { strength: Math.min(1, zeroWidth / 10), spans: [], quotes };
  },
};

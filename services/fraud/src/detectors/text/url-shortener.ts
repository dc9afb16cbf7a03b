import { spanOf } from '../../text/reading.js';
import type { Span, TextDetector } from '../detector.js';

export const urlShortener: TextDetector = {
  code: 'text.url_shortener',
  title: 'Shortened address',
  class: 'low',
  meaning: 'A link shortener hides where the address leads.',
  says: 'a link shortener hides where its address leads',
  detect({ reading }) {
    const spans = reading.links
      .filter((link) => link.traits.has('shortener'))
      .slice(0, 5)
      .map((link): Span => spanOf(reading, link.token, link.token + 1));
    return spans.length > 0 ? { strength: 1, spans } : undefined;
  },
};

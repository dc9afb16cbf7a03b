import { spanOf } from '../../text/reading.js';
import { linksOf, type Span, type TextDetector } from '../detector.js';

export const urlShortener: TextDetector = {
  code: 'text.url_shortener',
  title: 'Shortened address',
  class: 'low',
  meaning: 'A link shortener hides where the address leads.',
  says: 'a link shortener hides where its address leads',
  detect(message) {
    const { reading } = message;
    const short = linksOf(message).filter((link) => link.traits.has('shortener'));
    if (short.length === 0) return undefined;
    const spans: Span[] = [];
    const quotes: string[] = [];
    for (const link of short.slice(0, 5)) {
      if (link.token === undefined) quotes.push(link.raw);
      else spans.push(spanOf(reading, link.token, link.token + 1));
    }
    return { strength: 1, spans, quotes };
  },
};

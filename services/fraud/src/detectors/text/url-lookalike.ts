import { spanOf } from '../../text/reading.js';
import { asks, NAME_ALONE } from '../asks.js';
import { linksOf, type Span, type TextDetector } from '../detector.js';

export const urlLookalike: TextDetector = {
  code: 'text.url_lookalike',
  title: 'Address that plays a known name',
  class: 'high',
  meaning: 'A web address holds or imitates a known name, and the domain does not belong to it.',
  says: 'its web address imitates a known name and does not belong to it',
  detect(message) {
    const { reading } = message;
    let strength = 0;
    const spans: Span[] = [];
    const quotes: string[] = [];
    for (const link of linksOf(message)) {
      const lookalike = link.traits.has('lookalike');
      if (!lookalike && !link.traits.has('brand_elsewhere')) continue;
      const proved = link.traits.has('cheap_suffix') || link.traits.has('bait_words') || asks(message);
      strength = Math.max(strength, lookalike ? (proved ? 1 : NAME_ALONE) : proved ? 0.6 : NAME_ALONE / 2);
      if (link.token === undefined) quotes.push(link.raw);
      else if (spans.length < 5) spans.push(spanOf(reading, link.token, link.token + 1));
    }
    return strength > 0 ? { strength, spans, quotes: quotes.slice(0, 5) } : undefined;
  },
};

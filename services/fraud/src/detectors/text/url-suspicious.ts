import type { LinkTrait } from '../../text/links.js';
import { spanOf } from '../../text/reading.js';
import { linksOf, type Span, type TextDetector } from '../detector.js';

const WEIGHTS: Partial<Record<LinkTrait, number>> = {
  ip_host: 0.8,
  punycode_host: 0.7,
  url_userinfo: 0.9,
  odd_port: 0.6,
  deep_subdomain: 0.4,
  free_hosting: 0.5,
  cheap_suffix: 0.5,
  posed_suffix: 0.7,
  bait_words: 0.5,
  random_host: 0.4,
  many_hyphens: 0.4,
  program: 0.6,
};

export const urlSuspicious: TextDetector = {
  code: 'text.url_suspicious',
  title: 'Suspicious address',
  class: 'high',
  meaning: 'A web address in the text has traits of throw-away or disguised sites.',
  says: 'its web address looks thrown together or disguised',
  detect(message) {
    const { reading } = message;
    let strength = 0;
    const spans: Span[] = [];
    const quotes: string[] = [];
    for (const link of linksOf(message)) {
      if (link.owner) continue;
      let missing = 1;
      for (const trait of link.traits) missing *= 1 - (WEIGHTS[trait] ?? 0);
      if (missing === 1) continue;
      strength = Math.max(strength, 1 - missing);
      if (link.token === undefined) quotes.push(link.raw);
      else if (spans.length < 5) spans.push(spanOf(reading, link.token, link.token + 1));
    }
    return strength > 0 ? { strength, spans, quotes: quotes.slice(0, 5) } : undefined;
  },
};

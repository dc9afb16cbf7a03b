import { isSameName } from '../../text/domains.js';
import type { LinkTrait } from '../../text/links.js';
import { spanOf } from '../../text/reading.js';
import { telltales } from '../../text/sender-names.js';
import { asks, NAME_ALONE } from '../asks.js';
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

// Traits that do not count if the link of a mail leads to the sender's own domain, because links of honest senders
// have them, too.
const OF_OWN_PAGES: ReadonlySet<LinkTrait> = new Set([
  'bait_words',
  'deep_subdomain',
  'many_hyphens',
  'program',
]);

export const LINK_DETECTORS: readonly TextDetector[] = [
  {
    code: 'text.url_suspicious',
    title: 'Suspicious address',
    prior: 1.6,
    class: 'high',
    meaning: 'A web address in the text has traits of throw-away or disguised sites.',
    says: 'its web address looks thrown together or disguised',
    detect(message) {
      const { reading, mail } = message;
      let strength = 0;
      let suspicious = 0;
      const spans: Span[] = [];
      const quotes: string[] = [];
      const links = linksOf(message);
      for (const link of links) {
        if (link.owner) continue;
        const own = mail !== undefined && isSameName(link.domain, mail.fromDomain);
        let missing = 1;
        for (const trait of mail ? link.traits : telltales(link, reading))
          if (!own || !OF_OWN_PAGES.has(trait)) missing *= 1 - (WEIGHTS[trait] ?? 0);
        if (missing === 1) continue;
        suspicious++;
        strength = Math.max(strength, 1 - missing);
        if (link.token === undefined) quotes.push(link.raw);
        else if (spans.length < 5) spans.push(spanOf(reading, link.token, link.token + 1));
      }
      // Among the forty links of a newsletter, some are usually odd, so the strength depends on their share.
      if (mail) strength *= Math.sqrt(suspicious / links.length);
      return strength > 0 ? { strength, spans, quotes: quotes.slice(0, 5) } : undefined;
    },
  },
  {
    code: 'text.url_shortener',
    title: 'Shortened address',
    prior: 0.5,
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
  },
  {
    code: 'text.url_lookalike',
    title: 'Address that plays a known name',
    prior: 2.5,
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
  },
];

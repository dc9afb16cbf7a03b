import type { Concept } from '../../text/lexicon/index.js';
import type { LinkTrait } from '../../text/links.js';
import { mentions } from '../../text/phrases.js';
import { linksOf, type TextDetector } from '../detector.js';

// Concepts that real shops do not use: an offer with one of them is a lure.
const LURES: readonly Concept[] = [
  'prize',
  'selected',
  'claim',
  'credential',
  'otp',
  'suspended',
  'unusual',
  'verify',
  'fund',
  'crypto',
  'invest',
  'job',
  'loan',
  'threat',
  'fine',
  'fee',
  'refund',
  'rateline',
  'romance',
  'newnumber',
  'wallet',
  'remedy',
];
const DUBIOUS: readonly LinkTrait[] = [
  'ip_host',
  'cheap_suffix',
  'posed_suffix',
  'lookalike',
  'brand_elsewhere',
  'random_host',
  'bait_words',
  'chat_app',
];
const PERCENT = /(?<![\d.,])\d{1,2} ?%|% ?\d{1,2}(?!\d)|\byuzde \d{1,2}|\d{1,2} (?:percent|prozent)/;

export const advertising: TextDetector = {
  code: 'text.advertising',
  title: 'Advertising',
  prior: -2.5,
  class: 'info',
  meaning:
    'The text offers goods or services for sale, and nothing in it is a lure. Unwanted, perhaps, but no fraud.',
  says: 'it reads like the advertising of a shop',
  detect(message) {
    const { concepts, normal, phones } = message.reading;
    const text = normal.text.slice(0, 1_000);
    const offers =
      Number(concepts.has('promo')) +
      Number(PERCENT.test(text)) +
      Number(concepts.has('unsubscribe')) +
      Number(concepts.has('buy')) +
      Number(mentions(message.reading, '<money>').length > 0);
    const advertises = (concepts.has('promo') || PERCENT.test(text)) && offers > 1;
    if (!advertises || LURES.some((concept) => concepts.has(concept))) return undefined;
    if (
      phones.length > 1 ||
      linksOf(message).some(({ traits }) => DUBIOUS.some((trait) => traits.has(trait)))
    )
      return undefined;
    return { strength: 1, spans: [] };
  },
};

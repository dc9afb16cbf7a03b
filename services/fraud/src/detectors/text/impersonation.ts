import { spanOf } from '../../text/reading.js';
import type { Span, TextDetector } from '../detector.js';

export const impersonation: TextDetector = {
  code: 'text.impersonation',
  title: 'Speaks for a known name from elsewhere',
  class: 'high',
  meaning:
    'The text names a bank, shop or office and sends the reader to an address or number that is not theirs.',
  says: 'it speaks in the name of a known company or office but leads elsewhere',
  detect({ reading, mail }) {
    if (reading.concepts.has('chat') && reading.links.length === 0) return undefined;
    const spans: Span[] = [];
    let strength = 0;
    for (const mention of reading.brands) {
      const { brand } = mention;
      if (brand.word) continue;
      if (reading.links.some((link) => link.owner && sharesDomain(link.owner.domains, brand.domains)))
        continue;
      if (mail?.fromDomain && [...brand.domains].some((own) => mail.fromDomain === own)) continue;
      const foreign = reading.links.length > 0;
      // A name alone is talk; a name with a foreign link and a story is a claim.
      const story = STORIES.some((concept) => reading.concepts.has(concept));
      if (!story) continue;
      const value = foreign ? 0.9 : reading.phones.length > 0 ? 0.5 : 0.25;
      strength = Math.max(strength, value);
      if (spans.length < 5) spans.push(spanOf(reading, mention.from, mention.to));
    }
    return strength > 0 ? { strength, spans } : undefined;
  },
};

const STORIES = [
  'suspended',
  'unusual',
  'failed',
  'parcel',
  'refund',
  'tax',
  'fee',
  'verify',
  'prize',
  'bill',
  'urgent',
  'auto_renew',
  'credential',
  'claim',
  'selected',
] as const;

function sharesDomain(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const domain of a) if (b.has(domain)) return true;
  return false;
}

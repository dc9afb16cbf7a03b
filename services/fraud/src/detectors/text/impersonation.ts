import { fromBrand } from '../../text/brands.js';
import { spanOf } from '../../text/reading.js';
import { linksOf, type Span, type TextDetector } from '../detector.js';

export const impersonation: TextDetector = {
  code: 'text.impersonation',
  title: 'Speaks for a known name from elsewhere',
  class: 'high',
  meaning:
    'The text names a bank, shop or office and sends the reader to an address or number that is not theirs.',
  says: 'it speaks in the name of a known company or office but leads elsewhere',
  detect(message) {
    const { reading, mail } = message;
    const links = linksOf(message);
    if (!STORIES.some((concept) => reading.concepts.has(concept))) return undefined;
    const spans: Span[] = [];
    let strength = 0;
    const elsewhere = mail ? links.length > 0 : links.some(({ owner }) => owner === undefined);
    for (const mention of reading.brands) {
      const { brand } = mention;
      if (brand.word || (mail && mention.from > HEAD_TOKENS)) continue;
      if (links.some((link) => link.owner && sharesDomain(link.owner.domains, brand.domains))) continue;
      if (mail && fromBrand(mail.fromDomain, brand)) continue;
      // A name alone is talk; a name with a foreign link and a story is a claim. "BESTBUY.COM" in a bank's text is a shop.
      // So does a number to call; the number of the driver is none.
      const asked = reading.phones.length > 0 && ASKS.some((concept) => reading.concepts.has(concept));
      const value = elsewhere ? 0.9 : asked ? 0.5 : 0.25;
      strength = Math.max(strength, value);
      if (spans.length < 5) spans.push(spanOf(reading, mention.from, mention.to));
    }
    return strength > 0 ? { strength, spans } : undefined;
  },
};

// An e-mail claims to be of the name in its subject or first lines; later names are shops, partners and footers.
const HEAD_TOKENS = 30;

const ASKS = ['call', 'reply', 'callback', 'pay', 'give', 'claim'] as const;

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

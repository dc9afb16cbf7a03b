import { isBrandDomain } from '../../text/brands.js';
import { disguisedBrand } from '../../text/disguise.js';
import { firstLabel } from '../../text/domains.js';
import { plainMember } from '../../text/links.js';
import { asks, NAME_ALONE } from '../asks.js';
import type { MailDetector } from '../detector.js';

export const lookalikeDomain: MailDetector = {
  code: 'email.lookalike_domain',
  title: 'Domain that imitates a known one',
  class: 'high',
  meaning:
    'The domain of the sender or of a link is within one or two edits of a known name, holds it with other words, or mixes scripts.',
  says: 'a domain imitates a known name',
  detect(message) {
    const { mail } = message;
    // "sparkasse-bremen.de": a firm that the list does not have may bear the name; a wish makes it an imitation.
    const wanting = asks(message) ? 1 : NAME_ALONE;
    const quotes: string[] = [];
    let strength = 0;
    const { domain, name } = mail.forwarded ?? mail.from;
    const label = firstLabel(domain);
    const played = plainMember(domain) ? undefined : disguisedBrand(label);
    // "Deutsche Bahn" of deutschebahn.com is two letters from a bank and says its own name.
    const own =
      played !== undefined &&
      !label.includes(played.label) &&
      name
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')
        .includes(label.replace(/[^a-z0-9]/g, ''));
    if (domain !== '' && !isBrandDomain(domain) && ((played && !own) || /^xn--/.test(label))) {
      strength = wanting;
      quotes.push(domain);
    }
    for (const link of mail.links) {
      if (!link.traits.has('lookalike')) continue;
      strength = Math.max(strength, wanting);
      if (quotes.length < 5) quotes.push(link.host);
    }
    return strength > 0 ? { strength, spans: [], quotes } : undefined;
  },
};

import { readLink } from '../../text/links.js';
import type { MailDetector } from '../detector.js';

const SHOWN_HOST = /^(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,18})(?:[/:?#]\S{0,300})?$/i;

export const linkTextMismatch: MailDetector = {
  code: 'email.link_text_mismatch',
  title: 'Link shows another address',
  class: 'low',
  meaning: 'The address that a link shows differs from the registrable domain where it leads.',
  says: 'a link leads elsewhere than it shows',
  detect({ mail }) {
    let strength = 0;
    const quotes: string[] = [];
    for (const link of mail.links) {
      const shown = SHOWN_HOST.exec(link.shown)?.[1];
      if (!shown) continue;
      const claimed = readLink(shown);
      if (!claimed || claimed.domain === link.domain) continue;
      // Newsletters count clicks through another host: that alone is weak, a known name is not.
      const known = claimed.owner !== undefined && claimed.owner !== link.owner;
      const own = claimed.domain === mail.fromDomain || link.domain === mail.fromDomain;
      strength = Math.max(strength, own ? 0.2 : known ? 1 : 0.5);
      if (quotes.length < 5) quotes.push(link.raw);
    }
    return strength > 0 ? { strength, spans: [], quotes } : undefined;
  },
};

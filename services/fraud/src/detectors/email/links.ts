import { readLink } from '../../text/links.js';
import { linksWith, type MailDetector } from '../detector.js';

const SHOWN_HOST = /^(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,18})(?:[/:?#]\S{0,300})?$/i;

export const LINK_DETECTORS: readonly MailDetector[] = [
  {
    code: 'email.deep_subdomain',
    title: 'Link with many subdomains',
    prior: 0.4,
    class: 'low',
    meaning: 'A link has four subdomains or more, which hide the domain.',
    says: 'a link has a long chain of subdomains',
    detect(message) {
      return linksWith(message, 'deep_subdomain');
    },
  },
  {
    code: 'email.free_hosting',
    title: 'Link to free hosting',
    prior: 0.8,
    class: 'low',
    meaning: 'A link leads to a host where anyone can put up a page without paying.',
    says: 'a link leads to a page on free hosting',
    detect(message) {
      return linksWith(message, 'free_hosting');
    },
  },
  {
    code: 'email.ip_host',
    title: 'Link to a bare address',
    prior: 1.2,
    class: 'high',
    meaning: 'A link leads to an IP address instead of a name.',
    says: 'a link leads to a bare network address',
    detect(message) {
      return linksWith(message, 'ip_host');
    },
  },
  {
    code: 'email.odd_port',
    title: 'Link to an odd port',
    prior: 0.6,
    class: 'high',
    meaning: 'A link leads to another port than 80 or 443.',
    says: 'a link leads to an unusual port',
    detect(message) {
      return linksWith(message, 'odd_port');
    },
  },
  {
    code: 'email.punycode_host',
    title: 'Link with foreign letters in its host',
    prior: 1,
    class: 'high',
    meaning: 'A link leads to a host name with letters outside ASCII, which can imitate others.',
    says: 'a link has foreign letters in its host name',
    detect(message) {
      return linksWith(message, 'punycode_host');
    },
  },
  {
    code: 'email.shortener',
    title: 'Shortened link',
    prior: 0.4,
    class: 'low',
    meaning: 'A link shortener hides where a link leads.',
    says: 'a link shortener hides where a link leads',
    detect(message) {
      return linksWith(message, 'shortener');
    },
  },
  {
    code: 'email.url_userinfo',
    title: 'Link with a false front',
    prior: 1,
    class: 'high',
    meaning: 'A link holds a user part before its host, so that it seems to lead elsewhere.',
    says: 'a link hides its host after a sign-in part',
    detect(message) {
      return linksWith(message, 'url_userinfo');
    },
  },
  {
    code: 'email.link_text_mismatch',
    title: 'Link shows another address',
    prior: 0.8,
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
        // Newsletters count clicks through another host, so a different host is weak evidence; it is strong evidence
        // if the link's text is a well-known name.
        const known = claimed.owner !== undefined && claimed.owner !== link.owner;
        const own = claimed.domain === mail.fromDomain || link.domain === mail.fromDomain;
        strength = Math.max(strength, own ? 0.2 : known ? 1 : 0.5);
        if (quotes.length < 5) quotes.push(link.raw);
      }
      return strength > 0 ? { strength, spans: [], quotes } : undefined;
    },
  },
];

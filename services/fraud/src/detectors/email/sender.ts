/** Detectors of a false sender. */

import { parse as parseHost } from 'tldts';
import { isFreeMail } from '../../mail/hosts.js';
import { isList } from '../../mail/lists.js';
import { brandsIn, fromBrand, isBrandDomain } from '../../text/brands.js';
import { disguisedBrand } from '../../text/disguise.js';
import { domainOf, firstLabel } from '../../text/domains.js';
import { plainMember } from '../../text/links.js';
import { asks, NAME_ALONE } from '../asks.js';
import type { MailDetector } from '../detector.js';

const ADDRESS = /[a-z0-9._%+-]{1,64}@([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6})/i;
const OFFICE =
  /\b(?:support|security|service|services|team|helpdesk|help desk|admin|administrator|notification|notifications|billing|account|accounts|alert|customer|postmaster|webmail|mail delivery|it department|hr|payroll|bank|kundenservice|atendimento|servicio|soporte|suporte|conta|rewards?|delivery|verification|wallet|no-?reply)\b/i;

/** True for names such as "IT Support" or "Mail Delivery System", which are names of an office and not of a person. */
export function isOfficeName(name: string): boolean {
  return OFFICE.test(name);
}

/** True if the name is a web address, such as "Island.is" or "Buch24.de", and another owner has the sending domain. */
function isOtherHost(name: string, domain: string): boolean {
  const bare = name.trim().toLowerCase();
  if (!/^[a-z0-9-]{3,63}(?:\.[a-z0-9-]{2,63}){1,3}$/.test(bare)) return false;
  const shown = parseHost(bare, { extractHostname: false });
  const sender = parseHost(domain, { extractHostname: false });
  return shown.isIcann === true && shown.domainWithoutSuffix !== sender.domainWithoutSuffix;
}

export const SENDER_DETECTORS: readonly MailDetector[] = [
  {
    code: 'email.auth_failed',
    title: 'Sender not authenticated',
    prior: 1,
    class: 'high',
    meaning:
      'The receiving server, or one that is configured as trusted, reports that SPF, DKIM or DMARC failed.',
    says: 'the checks of the sender address (SPF, DKIM or DMARC) failed',
    detect({ mail }) {
      const results = mail.authentication;
      if (!results) return undefined;
      const failed = (method: string) =>
        new RegExp(`\\b${method}\\s?=\\s?(?:fail|permerror|hardfail)`).test(results);
      if (/\bdmarc\s?=\s?pass/.test(results)) return undefined;
      const strength = failed('dmarc')
        ? 1
        : failed('spf')
          ? 0.7
          : failed('dkim')
            ? 0.6
            : /\bspf\s?=\s?softfail/.test(results)
              ? 0.4
              : 0;
      return strength > 0 ? { strength, spans: [], quotes: [results.slice(0, 60)] } : undefined;
    },
  },
  {
    code: 'email.display_name_spoof',
    title: 'Sender name of another',
    prior: 2,
    class: 'high',
    meaning:
      'The sender shows the name of a known company, an office or another address than the one it writes from.',
    says: 'the sender shows a name that does not belong to its address',
    detect(message) {
      const { mail } = message;
      const { name, domain } = mail.forwarded ?? mail.from;
      if (name === '' || domain === '') return undefined;
      const shown = ADDRESS.exec(name)?.[1]?.toLowerCase();
      if (shown && !shown.endsWith(domain) && !domain.endsWith(shown))
        return { strength: 0.7, spans: [], quotes: [name] };
      const brands = brandsIn(name);
      if (brands.length > 0) {
        if (brands.some((brand) => fromBrand(domain, brand)) || plainMember(domain)) return undefined;
        // In "Hertz Sparkasse <info@hertz-sparkasse.de>", the domain contains the name. If the mail also requests
        // nothing, this is weak evidence.
        const borne = brands.some((brand) => domain.replace(/[^a-z0-9]/g, '').includes(brand.label));
        if (borne && !asks(message)) return { strength: NAME_ALONE, spans: [], quotes: [name] };
        const sure = brands.some((brand) => !brand.word);
        return {
          strength: sure ? 1 : OFFICE.test(name) || isFreeMail(domain) ? 0.9 : 0.5,
          spans: [],
          quotes: [name],
        };
      }
      if (isOtherHost(name, domain)) return { strength: 0.6, spans: [], quotes: [name] };
      if (isFreeMail(domain) && OFFICE.test(name)) return { strength: 0.6, spans: [], quotes: [name] };
      return undefined;
    },
  },
  {
    code: 'email.lookalike_domain',
    title: 'Domain that imitates a known one',
    prior: 2,
    class: 'high',
    meaning:
      'The domain of the sender or of a link is within one or two edits of a known name, holds it with other words, or mixes scripts.',
    says: 'a domain imitates a known name',
    detect(message) {
      const { mail } = message;
      // A domain such as "sparkasse-bremen.de" may belong to a firm that is not on the list. If its mail requests
      // something, the domain counts as an imitation.
      const wanting = asks(message) ? 1 : NAME_ALONE;
      const quotes: string[] = [];
      let strength = 0;
      const { domain, name } = mail.forwarded ?? mail.from;
      const label = firstLabel(domain);
      const played = plainMember(domain) ? undefined : disguisedBrand(label);
      // The name "Deutsche Bahn" of deutschebahn.com differs by two letters from a bank's name, but the domain is the
      // sender's own name.
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
  },
  {
    code: 'email.reply_to_mismatch',
    title: 'Answers go elsewhere',
    prior: 0.9,
    class: 'low',
    meaning: 'Reply-To names another registrable domain than From; a free mail host says more.',
    says: 'answers would go to another address than the sender shows',
    detect({ mail }) {
      const other = mail.replyTo.find(({ domain }) => domain !== '' && domain !== mail.fromDomain);
      if (!other) return undefined;
      // Replies to newsletters and mailing lists go to hosts of their own; such a mail has the headers of a list.
      if (isList(mail)) return undefined;
      const free = isFreeMail(other.domain);
      return {
        strength: free ? (isFreeMail(mail.fromDomain) ? 0.7 : 1) : 0.25,
        spans: [],
        quotes: [other.address],
      };
    },
  },
  {
    code: 'email.return_path_mismatch',
    title: 'Sent from another domain',
    prior: 0.1,
    class: 'info',
    meaning: 'Return-Path names another registrable domain than From. Newsletter services do that as well.',
    says: 'it was sent from another domain than the sender shows',
    detect({ mail }) {
      if (!mail.returnPath.includes('@') || mail.fromDomain === '' || mail.headers.has('list-id'))
        return undefined;
      return domainOf(mail.returnPath) === mail.fromDomain
        ? undefined
        : { strength: 0.5, spans: [], quotes: [mail.returnPath] };
    },
  },
];

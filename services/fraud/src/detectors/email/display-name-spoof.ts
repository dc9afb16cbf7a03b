import { parse as parseHost } from 'tldts';

import { isFreeMail } from '../../mail/hosts.js';
import { brandsIn, fromBrand } from '../../text/brands.js';
import { plainMember } from '../../text/links.js';
import { asks, NAME_ALONE } from '../asks.js';
import type { MailDetector } from '../detector.js';

const ADDRESS = /[a-z0-9._%+-]{1,64}@([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6})/i;
const OFFICE =
  /\b(?:support|security|service|services|team|helpdesk|help desk|admin|administrator|notification|notifications|billing|account|accounts|alert|customer|postmaster|webmail|mail delivery|it department|hr|payroll|bank|kundenservice|atendimento|servicio|soporte|suporte|conta|rewards?|delivery|verification|wallet|no-?reply)\b/i;

export const displayNameSpoof: MailDetector = {
  code: 'email.display_name_spoof',
  title: 'Sender name of another',
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
      // "Hertz Sparkasse <info@hertz-sparkasse.de>": the name stands in the domain, and nothing is asked.
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
};

/** A name that is a web address, "Island.is" or "Buch24.de", of another owner than the domain that it writes from. */
function isOtherHost(name: string, domain: string): boolean {
  const bare = name.trim().toLowerCase();
  if (!/^[a-z0-9-]{3,63}(?:\.[a-z0-9-]{2,63}){1,3}$/.test(bare)) return false;
  const shown = parseHost(bare, { extractHostname: false });
  const sender = parseHost(domain, { extractHostname: false });
  return shown.isIcann === true && shown.domainWithoutSuffix !== sender.domainWithoutSuffix;
}

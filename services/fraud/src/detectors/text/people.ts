import { fromBrand } from '../../text/brands.js';
import { openerOfTalk, pleaOf } from '../../text/openers.js';
import { creditBegged, isShop, paidUnseen } from '../../text/payees.js';
import { phrase, placesOf } from '../../text/phrases.js';
import { type Reading, spanOf } from '../../text/reading.js';
import { linksOf, phraseDetector, type Span, type TextDetector } from '../detector.js';

// Matches words for a number: the sender mentions a number or asks for one.
const NUMBER = /(?<!\p{L})(?:num|nr|sim)|号|號|番号|번호|رقم|नंबर|(?<!\p{L})(?:no baru|nomor|so moi)/u;
const BROKEN =
  /broke|smashed|crack|dead|damage|kaputt|defekt|cass|rott|roto|rompi|quebr|avari|kapot|stuk|zepsu|sonder|trasig|i stykker|odelagt|hajos|rikki|bozul|kiril|rusak|bi hong|kharab|壊れ|坏了|壞了/;

/** True for texts such as "Mum, my phone is broken, home at six", which request nothing and give no number to call. */
function tellsOnly({ normal: { text }, concepts, links, phones, original }: Reading): boolean {
  return (
    BROKEN.test(text) &&
    !NUMBER.test(text) &&
    links.length === 0 &&
    phones.length === 0 &&
    !original.includes('?') &&
    ANSWERS.every((concept) => !concepts.has(concept))
  );
}

const ANSWERS = ['reply', 'pay', 'give', 'urgent', 'claim'] as const;

/**
 * True for texts such as "Hi mum ... text me at 07700 900123": a real child need not give a number, because it is in
 * the reader's phone.
 */
function callsElsewhere({ concepts, phones, tokens }: Reading): boolean {
  const greeted = concepts.get('family')?.some(({ from }) => from <= 3) === true;
  if (!greeted || phones.length === 0) return false;
  return (concepts.get('reply') ?? []).some(
    ({ from, to }) =>
      tokens.slice(from, to + 1).some(({ text }) => ME.has(text)) ||
      tokens.slice(Math.max(0, from - 2), to).some(({ text }) => /^m'e(?:crire|nvoyer)$/.test(text)),
  );
}

// "Hi all, this is my new number": thieves write to one person.
const TO_MANY =
  /^(?:hi|hey|hello|dear|hallo|hej|hoi|ola|oi|hola|ciao|salut|coucou|bonjour|czesc|merhaba|selam|halo)? ?(?:to )?(?:all|everyone|everybody|folks|guys|zusammen|ihr lieben|liebe alle|an alle|a tous|a toutes|tout le monde|a todos|a todas|todos|gente|pessoal|a tutti|tutti|allemaal|alla|alle sammen|kaikki|wszystkim|wszyscy|herkese|millet|semua)(?!\p{L})/u;

/** True for the news of a new number that is sent to many people and asks for nothing. */
function toldToMany({ normal, concepts, links }: Reading): boolean {
  return (
    TO_MANY.test(normal.text) &&
    links.length === 0 &&
    concepts.has('newnumber') &&
    FAVOURS.every((concept) => !concepts.has(concept))
  );
}

const FAVOURS = ['pay', 'giftcard', 'favour', 'bill', 'loan', 'claim', 'invest', 'job'] as const;

const ME: ReadonlySet<string> = new Set(['me', 'mir', 'moi', 'mi', 'escribeme', 'scrivimi', 'ecris-moi']);

// In an e-mail, only names in the subject or the first lines claim to be the sender; later names are shops, partners
// and footers.
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

export const PEOPLE_DETECTORS: readonly TextDetector[] = [
  phraseDetector(
    {
      code: 'text.job_or_loan_offer',
      title: 'Job, loan or riches out of nothing',
      prior: 1.4,
      class: 'high',
      meaning:
        'The text offers easy work, income, a loan or riches by secret powers to someone who did not apply.',
      says: 'it offers easy work, a loan or riches that you did not ask for',
    },
    [
      phrase('job <money>', { none: 'warning chat', strength: 0.7, within: 20 }),
      phrase('job reply', { none: 'warning chat', strength: 0.4 }),
      phrase('job <link>', { none: 'warning chat', strength: 0.4, within: 20 }),
      phrase('job job <money>', { none: 'warning', within: 20, strength: 0.8 }),
      phrase('loan join', { none: 'warning', strength: 0.6 }),
      phrase('loan <money>', { none: 'warning notice', strength: 0.5 }),
      phrase('loan call', { none: 'warning chat', strength: 0.5 }),
      phrase('loan reply', { none: 'warning chat', strength: 0.5 }),
      phrase('loan click', { none: 'warning', strength: 0.6 }),
      phrase('loan urgent', { none: 'warning', strength: 0.4 }),
      phrase('job join', { none: 'warning chat', strength: 0.4 }),
      phrase('occult join', { none: 'warning', strength: 0.8, within: 25 }),
      phrase('occult call <phone>', { none: 'warning', within: 30 }),
      phrase('occult <phone>', { none: 'warning', strength: 0.7, within: 30 }),
    ],
  ),
  phraseDetector(
    {
      code: 'text.romance_or_family',
      title: 'Family or love story',
      prior: 2.6,
      class: 'high',
      meaning:
        'The text plays a relative with a new number, a friend robbed on a journey, an unknown admirer, or a stranger who begins a talk without a point.',
      says: 'it plays a relative with a new number, a friend in trouble, an admirer or a stranger who seeks a talk',
    },
    [
      phrase('family newnumber', { none: 'warning', within: 20 }),
      phrase('newnumber reply', { none: 'warning', strength: 0.5, within: 20 }),
      phrase('newnumber pay', { none: 'warning', strength: 0.8, within: 25 }),
      phrase('newnumber <phone>', { none: 'warning', strength: 0.3 }),
      phrase('stranger reply', { none: 'warning', strength: 0.8, within: 25 }),
      phrase('stranger stranger', { none: 'warning', strength: 0.7, within: 20 }),
      phrase('romance reply', { none: 'warning', strength: 0.6 }),
      phrase('romance romance <link>', { none: 'warning', strength: 0.8, within: 20 }),
      phrase('romance <phone>', { none: 'warning', strength: 0.6 }),
      phrase('romance click', { none: 'warning', strength: 0.7 }),
      phrase('romance romance second_person', { none: 'warning chat', strength: 0.4, within: 10 }),
    ],
    ({ reading, mail }, found) => {
      const opener = (mail ? undefined : openerOfTalk(reading)) ?? pleaOf(reading);
      if (opener) return { strength: 1, spans: [...(found?.spans ?? []), ...opener] };
      const begged = mail ? undefined : creditBegged(reading);
      if (begged) return { strength: 1, spans: [...(found?.spans ?? []), ...begged] };
      // A story that is often spread over two sentences: "Hi mum. My phone broke, this is my new number."
      const { concepts } = reading;
      if (!mail && toldToMany(reading)) return undefined;
      if (!concepts.has('family') || concepts.has('warning')) return found;
      if (!concepts.has('newnumber') && (mail || !callsElsewhere(reading))) return found;
      return { strength: tellsOnly(reading) ? 0.5 : 1, spans: found?.spans ?? [] };
    },
  ),
  {
    code: 'text.paid_unseen',
    title: 'Rent or deposit before a visit',
    prior: 4,
    class: 'high',
    meaning:
      'The text asks for rent or a deposit for a home that nobody can show, and promises the keys by post or courier.',
    says: 'it wants rent or a deposit for a home that nobody has shown to you',
    detect({ reading }) {
      return paidUnseen(reading) ? { strength: 1, spans: placesOf(reading, 'unseen') } : undefined;
    },
  },
  {
    code: 'text.impersonation',
    title: 'Speaks for a known name from elsewhere',
    prior: 1.2,
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
      const elsewhere = mail
        ? links.length > 0
        : links.some(({ owner, token }) => owner === undefined && !isShop(reading, token));
      for (const mention of reading.brands) {
        const { brand } = mention;
        if (brand.word || (mail && mention.from > HEAD_TOKENS)) continue;
        if (links.some((link) => link.owner && sharesDomain(link.owner.domains, brand.domains))) continue;
        if (mail && fromBrand(mail.fromDomain, brand)) continue;
        // A name alone is harmless; together with a foreign link and a story, it counts as the claimed sender.
        // "BESTBUY.COM" in a bank's text is only a shop that the bank mentions. A name with a number to call counts as
        // well, unless it is a driver's number.
        const asked = reading.phones.length > 0 && ASKS.some((concept) => reading.concepts.has(concept));
        const value = elsewhere ? 0.9 : asked ? 0.5 : 0.25;
        strength = Math.max(strength, value);
        if (spans.length < 5) spans.push(spanOf(reading, mention.from, mention.to));
      }
      return strength > 0 ? { strength, spans } : undefined;
    },
  },
];

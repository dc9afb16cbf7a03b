import { linksOf, type MailMessage } from '../detectors/detector.js';
import { isOfficeName } from '../detectors/email/sender.js';
import { isFreeMail } from '../mail/hosts.js';
import { isList } from '../mail/lists.js';
import type { Attachment } from '../mail/mail.js';
import { BRANDS, brandsIn, fromBrand, isBrandDomain } from '../text/brands.js';
import { domainOf, firstLabel, hostOf, isSameName } from '../text/domains.js';
import type { Concept } from '../text/lexicon/index.js';
import { hasCheapSuffix, type Link, type LinkTrait, readLink, tellsStory, turns } from '../text/links.js';
import type { Reading } from '../text/reading.js';
import { bearsName, promises } from '../text/sender-names.js';
import { type FeatureBag, isPosed } from './text-features.js';

// Titles that signatures contain, and that business e-mail compromise imitates.
const TITLE =
  /(?:^|[^a-z])(?:c[eft]o|president|chairman|managing director|executive director|director|principal|pastor|dean|provost|geschäftsführer(?:in)?|directeur|director general|direttore|presidente|prezes)(?![a-z])/i;
const PICTOGRAM = /[\u{1f300}-\u{1faff}\u2600-\u27bf]/u;

/**
 * Sets features of the sender, the receiver and the structure of the message. These features are left out on purpose,
 * because they identify the year and the mailing lists of a corpus, and not fraud: names of headers, forms of
 * Received, dates, mail programs, footers of lists. `message` has the text of one window, and `whole` the whole text.
 */
export function mailFeatures(message: MailMessage, whole: Reading, bag: FeatureBag): void {
  const { mail, reading } = message;
  const links = linksOf(message);
  const flag = (name: string, on: boolean) => {
    if (on) bag.set(name, 1);
  };
  const { concepts } = reading;
  const { subject } = mail;
  const from = mail.forwarded ?? mail.from;
  const free = isFreeMail(from.domain);
  const known = isBrandDomain(from.domain);
  const local = from.address.split('@', 1)[0] as string;
  const recipient = mail.to[0]?.address ?? '';
  flag(
    'mail.free_sender_story',
    free &&
      (concepts.has('account') ||
        concepts.has('fund') ||
        concepts.has('bill') ||
        concepts.has('prize') ||
        concepts.has('parcel')),
  );
  const favour =
    concepts.has('favour') || concepts.has('newaccount') || (concepts.has('giftcard') && concepts.has('buy'));
  flag(
    'mail.free_sender_money',
    free &&
      !mail.headers.has('in-reply-to') &&
      reading.tokens.some(({ kind }) => kind === 'money') &&
      (concepts.has('claim') || concepts.has('urgent') || concepts.has('crypto') || concepts.has('prize')),
  );
  flag('mail.favour_from_free_host', free && favour);
  flag('mail.favour_from_outside', favour && recipient !== '' && !recipient.endsWith(`@${from.domain}`));
  flag(
    'mail.title_from_free_host',
    free && (TITLE.test(from.name) || TITLE.test(local) || TITLE.test(mail.text.slice(-200))),
  );
  flag(
    'mail.random_sender',
    /\d{4,}/.test(local) || /[bcdfghjklmnpqrstvwxz]{6}/.test(local) || local.length > 30,
  );
  flag('mail.random_domain', !known && drawn(from.domain));
  flag('mail.cheap_domain', hasCheapSuffix(from.domain));
  flag(
    'mail.dressed_domain',
    !free && !known && dressed(from.name, from.domain) && STORY.some((concept) => concepts.has(concept)),
  );
  const silent = links.length === 0 && !/https?:|www\./.test(mail.text) && !mail.headers.has('in-reply-to');
  flag(
    'mail.moved_account',
    silent && concepts.has('newaccount') && (concepts.has('pay') || concepts.has('bill')),
  );
  flag(
    'mail.secret_payment',
    silent &&
      concepts.has('secrecy') &&
      (concepts.has('pay') ||
        concepts.has('giftcard') ||
        reading.tokens.some(({ kind }) => kind === 'money')),
  );
  flag(
    'mail.fortune_letter',
    silent &&
      (whole.concepts.get('fund')?.length ?? 0) > 1 &&
      whole.tokens.some(({ kind }) => kind === 'money') &&
      FORTUNE.filter((concept) => whole.concepts.has(concept)).length >= 4,
  );
  flag('mail.bait_domain', !free && !known && tellsStory(firstLabel(from.domain)));
  flag('mail.no_name', from.name === '' && !mail.pasted);
  const name = recipient.split('@', 1)[0] as string;
  const head = `${subject}\n${mail.text.slice(0, 600)}`.toLowerCase();
  flag(
    'mail.greets_address',
    (recipient !== '' && head.includes(recipient)) ||
      (name.length >= 4 &&
        new RegExp(`(?:dear|hi|hello|hey|attn:?|^)\\s{1,3}${escaped(name)}\\b`, 'm').test(head)),
  );
  flag('mail.address_in_subject', recipient !== '' && subject.toLowerCase().includes(recipient));
  flag('mail.address_in_link', recipient !== '' && links.some((link) => link.traits.has('address_inside')));
  const receiver = mail.to[0]?.domain ?? '';
  const elsewhere = receiver !== '' && !isFreeMail(receiver) && from.domain !== receiver;
  const house = firstLabel(receiver);
  // True for "Example.org Mail Server <x@y.net>" to someone at example.org: the sender poses as the receiver's own
  // mail system.
  flag(
    'mail.poses_as_receivers',
    elsewhere && house.length >= 4 && new RegExp(`\\b${escaped(house)}\\b`, 'i').test(from.name),
  );
  flag('mail.receiver_in_subject', elsewhere && subject.toLowerCase().includes(receiver));
  const named = recipient === '' ? 0 : mail.text.toLowerCase().split(recipient).length - 1;
  bag.set('mail.names_address_often', Math.max(0, named - 1) / (named + 1));
  flag('mail.to_self', recipient !== '' && recipient === from.address);
  flag('mail.undisclosed', mail.to.length === 0 && !mail.pasted);
  flag(
    'mail.fake_reply',
    /^\s*(?:re|fw|fwd|aw)\s?:/i.test(subject) &&
      !mail.headers.has('references') &&
      !mail.headers.has('in-reply-to'),
  );
  flag('mail.forwarded', mail.forwarded !== undefined);
  flag('mail.voids', mail.markup.voids > 0);
  const stranger = unrelated(from.name, from.address);
  flag('mail.name_unrelated', stranger);
  flag('mail.office_unrelated', !known && stranger && isOfficeName(from.name));
  flag('mail.foreign_id', foreignId(mail.headers.get('message-id')?.[0], from.domain));
  flag(
    'mail.conversation',
    !mail.forwarded && (mail.headers.has('references') || mail.headers.has('in-reply-to')),
  );
  flag('mail.list', isList(mail));
  // True for a report of failed delivery or an automatic reply, which have no address for returned mail.
  const returned =
    mail.headers.get('return-path')?.[0]?.trim() === '<>' ||
    /report-type=/i.test(mail.headers.get('content-type')?.[0] ?? '');
  flag('mail.returned', returned);
  flag(
    'mail.returned_plain',
    returned && links.length === 0 && mail.attachments.every(({ type }) => !isData(type)),
  );
  flag('mail.subject_pictograms', PICTOGRAM.test(subject));
  flag('mail.subject_marks', /!|\$|€|£|%/.test(subject));
  flag(
    'mail.subject_code',
    /[#№]\s?\w*\d{3}|\d{7}|(?<![\w-])(?=[a-z]*\d+[a-z]+\d)[a-z\d]{7,}/i.test(subject),
  );
  flag('mail.subject_count', /[([{]\s?\d{1,3}\s?[)\]}]/.test(subject));
  flag('mail.subject_garbled', /Ã[\x80-\xbf]|â€|ðŸ|\ufffd/.test(subject));
  const letters = subject.replace(/[^\p{L}]/gu, '');
  flag(
    'mail.subject_shouted',
    letters.length > 8 && letters === letters.toUpperCase() && letters !== letters.toLowerCase(),
  );
  flag('mail.subject_empty', subject.trim() === '' && !mail.pasted);
  flag(
    'mail.subject_brand_foreign',
    brandsIn(subject).some(
      (brand) => !brand.word && !brand.domains.has(from.domain) && brand.label !== firstLabel(from.domain),
    ),
  );
  const domains = new Set(mail.links.map((link) => link.domain));
  const own = [...domains].some((domain) => isSameName(domain, from.domain));
  flag('mail.links_to_receiver', receiver !== '' && domains.has(receiver));
  const anchors = mail.links.filter(({ kind }) => kind === 'anchor' || kind === 'area').length;
  flag('mail.one_target', domains.size === 1 && anchors > 0 && !own);
  flag(
    'mail.stranger_button',
    stranger && anchors > 0 && !own && !known && !isList(mail) && !mail.headers.has('in-reply-to'),
  );
  bag.set('mail.strange_targets', own || known ? 0 : domains.size / (domains.size + 3));
  const posed = isPosed(bag);
  flag('mail.own_links', own && !posed);
  // Newsletters lead to many pages of their own, and a lure to one.
  const pages = [...mail.links, ...whole.links].filter(({ domain }) => isSameName(domain, from.domain));
  flag('mail.own_pages', pages.length >= OWN_PAGES && !posed && !free && !mail.forwarded);
  flag('mail.no_own_links', domains.size > 0 && !own);
  // The length is that of the window, because the text around a lure does not make the lure longer.
  const length = Math.max(0, reading.original.trim().length - subject.length);
  flag('mail.short_with_link', length < 600 && mail.links.length > 0 && !own);
  flag('mail.very_short', length < 120);
  const wordless = mail.text.trim().length < 250 || bag.has('email.image_only');
  // A known domain under a strange name, without a link to itself, may be forged.
  const trusted = known && (own || !stranger);
  flag('mail.bare_hidden_target', wordless && !trusted && links.some(hidesTarget));
  flag('mail.bare_no_own_link', wordless && !trusted && domains.size > 0 && !own);
  flag('mail.bare_from_free_host', wordless && free && links.length > 0);
  flag('mail.free_sender_page', free && !isList(mail) && mail.markup.images > 0 && domains.size > 0 && !own);
  flag('mail.free_sender_poses', free && isNoPersonsName(from.name));
  flag(
    'mail.writes_to_free_host',
    mail.mailtos.length > 0 &&
      mail.mailtos.every((address) => isFreeMail(hostOf(address)) && !address.endsWith(`@${from.domain}`)),
  );
  // If the buttons of a known sender write to another address, replies go to a thief.
  flag(
    'mail.brand_writes_elsewhere',
    known &&
      mail.mailtos.length > 0 &&
      !mail.mailtos.some((address) =>
        BRANDS.some((brand) => fromBrand(from.domain, brand) && fromBrand(domainOf(address), brand)),
      ),
  );
  flag(
    'mail.text_free_address',
    !free && reading.tokens.some(({ kind, text }) => kind === 'address' && isFreeMail(hostOf(text))),
  );
  flag('mail.answers_elsewhere', !isList(mail) && answersElsewhere(message));
  flag('mail.filler', !isList(mail) && mail.text.length < 1000 && FILLER.test(mail.text));
  flag('mail.refresh_or_script', mail.markup.refreshes > 0 || mail.markup.scripts > 0);
  const results = mail.authentication ?? '';
  flag('mail.no_policy', results !== '' && !/\bdmarc\s?=\s?(?:pass|bestguesspass)/.test(results));
  flag('mail.unsigned', results !== '' && !/\bdkim\s?=\s?pass/.test(results));
  // Free mail hosts sign mail of anyone, and a forwarded mail has the forwarder's signature.
  const proven =
    !free &&
    !posed &&
    !mail.forwarded &&
    (/\bdmarc\s?=\s?pass/.test(results) ||
      (/\bdkim\s?=\s?pass/.test(results) && /\bspf\s?=\s?pass/.test(results)));
  flag('mail.authenticated', proven && (known || !stranger));
  // A firm whose domain is its name, with links to this domain only.
  const firm = proven && own && domains.size === 1 ? readLink(from.domain) : undefined;
  flag(
    'mail.own_house',
    firm !== undefined &&
      !promises(whole) &&
      bearsName(firm, from.name.toLowerCase().normalize('NFKD').replaceAll('&', 'and')),
  );
  // A known name, but no proof of the sender: neither a signature nor an allowed server.
  flag(
    'mail.brand_unproven',
    (known || brandsIn(from.name).some(({ word }) => !word)) &&
      !mail.forwarded &&
      /\b(?:dkim|spf|dmarc)\s?=/.test(results) &&
      !/\b(?:dkim|spf|dmarc)\s?=\s?pass/.test(results),
  );
  flag('mail.attachment_only', mail.attachments.length > 0 && length < 200);
  flag('mail.free_sender_file', free && stranger && length < 300 && mail.attachments.some(isDocument));
  flag(
    'mail.drawn_file',
    mail.attachments.some(({ name: file }) => isDrawn(file)),
  );
  flag('mail.document_attached', mail.attachments.some(isDocument));
  flag(
    'mail.brand_sender',
    from.domain !== '' &&
      !mail.forwarded &&
      !/(?:dmarc|spf)=(?:soft)?fail/.test(results) &&
      brandsIn(from.name).some((brand) => brand.domains.has(from.domain)),
  );
}

// Reports have the returned message and its headers as attachments.
function isData(type: string): boolean {
  return !/^(?:message|text)\/(?!html)/.test(type);
}

function isDocument({ name }: Attachment): boolean {
  return /\.(?:pdf|docx?|xlsx?|rtf)$/i.test(name);
}

/** True for a file such as "B064oMpC5p2dNd.pdf": its name was drawn for one receiver. */
function isDrawn(file: string): boolean {
  const name = file.slice(0, file.lastIndexOf('.'));
  return /(?=[^.]*[a-z])(?=[^.]*[A-Z])[A-Za-z0-9]{8,}$/.test(name) && turns(name) >= 3;
}

/** Ten words between commas hide a picture or a form from filters that count words. */
const FILLER = /(?:(?<![\p{L}'-])[\p{L}'-]{2,20},\s{1,3}){10}/u;
const CONTACT_TOKENS = 8;
const OWN_PAGES = 5;

/** True if the reader is asked to write to a free mail host, at another address than the sender's. */
function answersElsewhere({ mail, reading }: MailMessage): boolean {
  const asked = (['reply', 'call', 'give'] as const).flatMap(
    (concept) => reading.concepts.get(concept) ?? [],
  );
  return reading.tokens.some(
    ({ kind, text }, at) =>
      kind === 'address' &&
      isFreeMail(hostOf(text)) &&
      text !== mail.from.address &&
      mail.to.every(({ address }) => address !== text) &&
      asked.some(({ to }) => at >= to - 1 && at - to < CONTACT_TOKENS),
  );
}

/** True if a link leads to a host that anyone can use, or is redirected through another host. */
function hidesTarget({ traits, owner }: Link): boolean {
  return (
    owner === undefined &&
    ['shortener', 'free_hosting', 'open_redirect', 'random_host', 'cheap_suffix'].some((trait) =>
      traits.has(trait as LinkTrait),
    )
  );
}

/**
 * True for displayed names such as "[BB] - Comunicado 3391", "#Thank_You*" or "PostNL", which are not names of people.
 */
function isNoPersonsName(name: string): boolean {
  return /\d{2}|[[\]#*_|:!№®™@]/.test(name) || brandsIn(name).length > 0;
}

// Topics of letters about a fortune that a stranger shares with the reader.
const FORTUNE: readonly Concept[] = [
  'secrecy',
  'bank',
  'authority',
  'claim',
  'dear',
  'account',
  'reply',
  'invest',
];

// Topics of impostors, which shops and newspapers do not write about.
const STORY: readonly Concept[] = [
  'verify',
  'login',
  'pay',
  'suspended',
  'unusual',
  'failed',
  'refund',
  'tax',
  'fee',
  'urgent',
  'credential',
  'otp',
  'wallet',
];

// True for "Endesa <reembolso@endesa-clientes.net>": the domain has the sender's name and further words. Real firms
// use their name alone, or with their country, or with words of the displayed name.
function dressed(name: string, domain: string): boolean {
  const label = firstLabel(domain);
  const shown = name
    .toLowerCase()
    .normalize('NFKD')
    .split(/[^a-z0-9]+/, 12)
    .filter((word) => word.length >= 3);
  const parts = label.split('-').filter((part) => part.length > 0);
  return (
    parts.length > 1 &&
    parts.some((part) => part.length >= 3 && shown.includes(part) && !COMMON.test(part)) &&
    parts.some((part) => part.length > 3 && !shown.includes(part) && !COMMON.test(part))
  );
}

// Words that real firms use in their names and addresses.
const COMMON =
  /^(?:the|and|group|gruppe|groupe|grupo|gruppo|company|mail|mailing|news|newsletter|online|shop|store|bank|deutschland|france|espana|italia|nederland|polska|brasil|india|global|international|service|services|support|team|info|home|hotel|hotels|software|systems|consulting|media|digital|solutions|energy|energie|health|care|school|university|club|verein)$/;

// True if no word of the displayed name is in the address. This is usual for people at mail providers, and unusual for
// firms.
function unrelated(name: string, address: string): boolean {
  const words = name
    .toLowerCase()
    .split(/[^a-z0-9]+/, 12)
    .filter((word) => word.length >= 4);
  const plain = address.replace(/[^a-z0-9]/g, '');
  return words.length > 0 && !words.some((word) => plain.includes(word.slice(0, 6)));
}

// True for randomly generated names: six consonants in a row, digits between letters, or hardly a vowel in eight
// letters.
function drawn(domain: string): boolean {
  if (/[bcdfghjklmnpqrstvwxz]{6}|[a-z]\d[a-z]\d|\d{4,}/.test(domain)) return true;
  const label = firstLabel(domain);
  return /^[a-z]{8,}$/.test(label) && (label.match(/[aeiou]/g)?.length ?? 0) * 8 <= label.length;
}

function foreignId(id: string | undefined, domain: string): boolean {
  const host = /@([^>\s]{1,255})/.exec(id ?? '')?.[1]?.toLowerCase();
  return host !== undefined && domain !== '' && !host.endsWith(domain);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

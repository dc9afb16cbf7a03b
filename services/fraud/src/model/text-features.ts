import type { Message } from '../detectors/detector.js';
import { linksOf } from '../detectors/detector.js';
import { CONCEPTS, type Concept } from '../text/lexicon/index.js';
import type { Link } from '../text/links.js';
import { mentions } from '../text/phrases.js';
import type { Reading } from '../text/reading.js';

/** Named numbers of a message, each from 0 to 1 or close to it. */
export type FeatureBag = Map<string, number>;

export const PRETEXTS: readonly Concept[] = [
  'prize',
  'selected',
  'suspended',
  'unusual',
  'failed',
  'parcel',
  'fee',
  'refund',
  'tax',
  'bill',
  'fund',
  'crypto',
  'invest',
  'giftcard',
  'job',
  'loan',
  'threat',
  'fine',
  'favour',
  'newnumber',
  'stranger',
  'romance',
  'auto_renew',
  'free',
];
export const ASKS: readonly Concept[] = [
  'click',
  'verify',
  'login',
  'reply',
  'call',
  'pay',
  'claim',
  'download',
  'give',
  'buy',
  'join',
];

const EMOTICON = /(?:[:;=]['-]?[)(dpo/\\|*]|<3|\^_?\^|:'\(|xx+\b|[\u{1f600}-\u{1f64f}])/iu;

/** Who asks for what, with which story, through which channel: the numbers that hold across corpora and years. */
export function textFeatures(message: Message, bag: FeatureBag): void {
  const { reading } = message;
  const { concepts, tokens, original } = reading;
  const mail = message.mail !== undefined;
  for (const concept of CONCEPTS) {
    const count = concepts.get(concept)?.length ?? 0;
    if (count > 0) bag.set(`concept.${concept}`, mail ? count / (count + 2) : 1);
  }
  const links = linksOf(message);
  const foreign = links.filter(
    (link) => !link.owner && !(message.mail && link.domain === message.mail.fromDomain),
  );
  const pretexts = PRETEXTS.filter((concept) => concepts.has(concept)).length;
  const asks = ASKS.filter((concept) => concepts.has(concept)).length;
  const phones = reading.phones.length;
  const shortCode = hasShortCode(reading);
  const ussd = tokens.some((token) => token.kind === 'ussd');
  // A warning about fraud tells its stories and asks for nothing.
  const story =
    pretexts > 0 && asks > 0 && !(concepts.has('warning') && foreign.length === 0 && phones === 0);
  const flag = (name: string, on: boolean) => {
    if (on) bag.set(name, 1);
  };
  bag.set('cross.pretexts', pretexts / (pretexts + 2));
  bag.set('cross.asks', asks / (asks + 2));
  flag('cross.story_link', story && foreign.length > 0);
  flag('cross.story_phone', story && phones > 0);
  flag('cross.story_shortcode', story && shortCode);
  flag('cross.story_ussd', story && ussd);
  flag('cross.urgent_link', concepts.has('urgent') && foreign.length > 0);
  flag('cross.dear_link', concepts.has('dear') && (foreign.length > 0 || phones > 0));
  flag(
    'cross.brand_foreign_link',
    foreign.length > 0 &&
      reading.brands.some(({ brand }) => !brand.word && !links.some((link) => link.owner === brand)),
  );
  flag(
    'cross.cold_reply',
    concepts.has('reply') &&
      (concepts.has('job') || concepts.has('loan') || concepts.has('invest') || concepts.has('romance')),
  );
  flag('cross.promo_number', concepts.has('promo') && (phones > 0 || shortCode || ussd));
  flag('cross.many_pretexts', pretexts >= 4);
  flag(
    'cross.no_channel',
    links.length === 0 &&
      phones === 0 &&
      !shortCode &&
      !ussd &&
      !tokens.some(({ kind }) => kind === 'address'),
  );

  flag('sign.otp_notice', isCodeNotice(reading) && foreign.length === 0 && phones === 0);
  flag(
    'sign.money_notice',
    concepts.has('notice') &&
      tokens.some(({ kind }) => kind === 'money') &&
      links.length === 0 &&
      !concepts.has('claim') &&
      !concepts.has('prize'),
  );
  flag(
    'sign.account_entry',
    isAccountEntry(reading) &&
      foreign.length === 0 &&
      reading.phones.every((at) => TOLL_FREE.test((tokens[at]?.text ?? '').replace(/\D/g, ''))) &&
      !concepts.has('urgent') &&
      !concepts.has('verify'),
  );
  flag('sign.notice', concepts.has('notice') && !concepts.has('urgent') && foreign.length === 0);
  flag('sign.own_link', links.length > 0 && foreign.length === 0);
  flag('sign.named_link', foreign.length > 0 && foreign.every((link) => namedInText(link, reading)));
  flag('sign.warning', concepts.has('warning'));
  flag('sign.warning_only', concepts.has('warning') && foreign.length === 0 && phones === 0);
  flag('sign.emoticon', EMOTICON.test(original.slice(0, 2000)));

  const words = tokens.filter(({ kind }) => kind === 'word').length;
  const share = (name: Concept) =>
    words === 0 ? 0 : Math.min(1, ((concepts.get(name)?.length ?? 0) / words) * 4);
  bag.set('talk.chat', share('chat'));
  bag.set('talk.first_person', share('first_person'));
  bag.set('talk.second_person', share('second_person'));
  const sample = original.slice(0, 4000);
  const letters = count(sample, /\p{L}/gu);
  const capitals = count(sample, /\p{Lu}/gu);
  const digits = count(sample, /\d/g);
  bag.set('shape.capitals', letters === 0 ? 0 : capitals / letters);
  bag.set('shape.digits', sample.length === 0 ? 0 : Math.min(1, (digits / sample.length) * 4));
  bag.set('shape.marks', Math.min(1, count(sample, /!/g) / 4));
  bag.set(
    'shape.shouted',
    words === 0 ? 0 : Math.min(1, (count(sample, /(?<!\p{L})\p{Lu}{3,}(?!\p{L})/gu) / words) * 4),
  );
  bag.set('shape.long', Math.min(1, sample.length / 320));
  bag.set('shape.short', sample.length < 40 ? 1 : 0);
  flag('shape.lower_start', /^\s*[a-z]/.test(original));
  flag('shape.question', original.includes('?'));
  const money = mentions(reading, '<money>').length;
  bag.set('has.money', money / (money + 1));
  bag.set('has.phone', phones / (phones + 1));
  bag.set('has.link', foreign.length / (foreign.length + 1));
  bag.set('has.address', tokens.some(({ kind }) => kind === 'address') ? 1 : 0);
  flag('has.shortcode', shortCode);
  flag('has.ussd', ussd);
  for (const link of links) for (const trait of link.traits) bag.set(`link.${trait}`, 1);
}

// "Domino's: ... dominos.co.uk": who speaks and where it leads are one, and the address plays nothing else.
function namedInText(link: Link, reading: Reading): boolean {
  const label = link.domain.split('.', 1)[0] as string;
  if (
    label.length < 4 ||
    link.borrowed ||
    link.traits.has('cheap_suffix') ||
    link.traits.has('shortener') ||
    link.traits.has('free_hosting')
  )
    return false;
  const words = reading.tokens.filter(({ kind }) => kind === 'word').slice(0, 200);
  const plain = label.replace(/[^a-z0-9]/g, '');
  return words.some((word, at) => {
    let joined = '';
    for (let next = at; next < Math.min(words.length, at + 3); next++) {
      joined += (words[next] as { text: string }).text.replace(/[^a-z0-9]/g, '');
      if (joined === plain) return true;
    }
    return word.text === plain;
  });
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(pattern)) found++;
  return found;
}

// Where fraud is reported: 7726 of the GSMA's members, 159 in Britain, 1930 in India, 1909 for India's unwanted calls.
const REPORTING: ReadonlySet<string> = new Set(['7726', '159', '1930', '1909']);

// "send WIN to 82277": a short number beside a word of sending.
function hasShortCode(reading: Reading): boolean {
  for (const { from } of [
    ...(reading.concepts.get('reply') ?? []),
    ...(reading.concepts.get('give') ?? []),
    ...(reading.concepts.get('call') ?? []),
  ]) {
    for (let at = from + 1; at < Math.min(from + 8, reading.tokens.length); at++) {
      const token = reading.tokens[at];
      if (token?.kind === 'number' && /^\d{3,6}$/.test(token.text) && !REPORTING.has(token.text)) return true;
    }
  }
  return false;
}

const MASKED =
  /(?<![\p{L}\p{N}])(?:[x*•]{1,12}-?\d{3,6}|\d{2,6}[x*]{2,8}\d{2,4})(?!\d)|(?:a\/c|acct|account|card)[ :.]{0,3}(?:no[. ]{0,2})?(?:ending )?(?:in )?[x*#-]{0,12}\d{3,4}(?!\d)/iu;
// Banks of India name their free numbers in every booking; a thief's number is a mobile one.
const TOLL_FREE = /^(?:1800|1860|0800|800)\d{6,8}$|^\d{5,7}$/;
const BOOKED =
  /\b(?:debited|credited|withdrawn|spent|deposited|received|sent|paid|purchase|payment|transfer|txn|trxn|amt|cr|dr)\b/i;
const LEDGER =
  /\b(?:(?:avl|avail|available|new|your|current|acct|m-pesa)\.? ?(?:bal|balance)|bal(?:ance)?(?: is|:)|upi ref|ref(?:erence)?(?: no)?[.:# ]{1,2}[a-z]{0,3}\d{5}|(?:txn|trans(?:action)?) ?id|transaction (?:cost|fee)|desc:)/i;

/** A booking as banks and mobile money tell it: an amount that moved, with the masked account or what is left. */
function isAccountEntry({ original, tokens }: Reading): boolean {
  const text = original.slice(0, 1000);
  const signs = Number(MASKED.test(text)) + Number(LEDGER.test(text));
  return (
    signs > 0 &&
    BOOKED.test(text) &&
    tokens.some(({ kind }) => kind === 'money') &&
    (signs > 1 || LEDGER.test(text))
  );
}

/** A code that was asked for: "123456 is your code", "Your OTP is 4821". */
export function isCodeNotice(reading: Reading): boolean {
  for (const name of ['otp', 'code'] as const) {
    for (const { from, to } of reading.concepts.get(name) ?? []) {
      for (let at = Math.max(0, from - 6); at < Math.min(to + 6, reading.tokens.length); at++) {
        const token = reading.tokens[at];
        if (
          token &&
          (token.kind === 'number' || token.kind === 'phone') &&
          /^\d{3}[\s-]?\d{1,5}$/.test(token.text)
        )
          return true;
      }
    }
  }
  return false;
}

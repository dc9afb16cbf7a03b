/** Finds the sender that a message names, and checks that the message's links have its name. */
import { firstLabel } from './domains.js';
import { type Link, type LinkTrait, tellsStory } from './links.js';
import type { Reading } from './reading.js';

// On a domain that has the sender's name, only the sender can make pages, and honest senders of many messages write
// such links, too: "currys.co.uk/track/9x81a".
const OF_MASS_MESSAGES: ReadonlySet<LinkTrait> = new Set([
  'random_path',
  'bait_words',
  'plain_http',
  'long_query',
  'deep_subdomain',
]);

// Strangers make such promises under names of their own. Then a domain with the same name proves nothing: "CashLoans:
// you are approved, cashloans.net".
const PROMISES = ['prize', 'loan', 'invest', 'crypto'] as const;

export function promises({ concepts }: Reading): boolean {
  return PROMISES.some((concept) => concepts.has(concept));
}

/** Returns the traits of a link; on a domain with the sender's name, only those that do not occur in honest messages. */
export function telltales(link: Link, reading: Reading): readonly LinkTrait[] {
  return ownName(link, reading) || namedInText(link, reading) ? foreignTraits(link) : [...link.traits];
}

function foreignTraits({ traits, domain }: Link): LinkTrait[] {
  if (tellsStory(firstLabel(domain))) return [...traits];
  return [...traits].filter((trait) => !OF_MASS_MESSAGES.has(trait));
}

/**
 * True for links such as anpost.com in a message of "An Post": the complete name of the sender and nothing else, under
 * a suffix that is not open to everyone.
 */
export function ownName(link: Link, reading: Reading): boolean {
  return !promises(reading) && bearsName(link, shownSender(reading.original));
}

/** True if the domain of a link is the complete name of a sender, which is given in lower case. */
export function bearsName(link: Link, shown: string): boolean {
  const label = firstLabel(link.domain).replaceAll('-', '');
  if (foreignTraits(link).length > 0) return false;
  // A name of two or three letters only counts if it is the sender's whole name: such names were taken long ago, so
  // thieves cannot register them.
  if (label.length >= 4 || (label.length >= 2 && label === shown.trim()))
    return (
      OWN_SUFFIX.test(link.suffix) &&
      (label === shown.replace(/[^a-z0-9]/g, '') || shortened(label, shown.split(/[^a-z0-9]+/)))
    );
  // True for links such as kp.org in a message of "Kaiser Permanente": thieves cannot register initials, because all
  // names of two or three letters under common suffixes are taken.
  const initials = shown
    .split(/[^a-z0-9]+/)
    .map((word) => word.slice(0, 1))
    .join('');
  return label.length >= 2 && label === initials && SCARCE_SUFFIX.test(link.suffix);
}

/**
 * True for links such as summitortho.com in a message of "Summit Orthopedics": at least two words of the name in
 * order, whole or cut short, and nothing else; or brightsidept.com in a message of "Brightside Physical Therapy": the
 * first word, and the initials of all others.
 */
function shortened(label: string, words: readonly string[]): boolean {
  const [first = '', ...others] = words;
  return (
    isMadeOf(label, words) ||
    (first.length >= 5 &&
      others.length >= 2 &&
      label === first + others.map((word) => word.slice(0, 1)).join(''))
  );
}

function isMadeOf(label: string, words: readonly string[], taken = 0): boolean {
  if (label === '') return taken >= 2;
  return words.some((word, at) => {
    for (let length = Math.min(word.length, label.length); length >= LEAST_OF_WORD; length--) {
      if (label.startsWith(word.slice(0, length)))
        return isMadeOf(label.slice(length), words.slice(at + 1), taken + 1);
    }
    return false;
  });
}

const LEAST_OF_WORD = 4;

/**
 * True for links such as dominos.co.uk in a message of "Domino's": the host is the sender's name, without other words.
 */
export function namedInText(link: Link, reading: Reading): boolean {
  const label = firstLabel(link.domain);
  if (
    label.length < 4 ||
    link.borrowed ||
    link.traits.has('cheap_suffix') ||
    link.traits.has('shortener') ||
    link.traits.has('free_hosting')
  )
    return false;
  const words = firstWords(reading);
  const plain = label.replace(/[^a-z0-9]/g, '');
  return words.some((_, at) => {
    let joined = '';
    for (let next = at; next < Math.min(words.length, at + 3); next++) {
      joined += words[next];
      if (joined === plain) return true;
      if (!plain.startsWith(joined)) return false;
    }
    return false;
  });
}

// The words are cached, because each link of a message needs them.
const wordsOf = new WeakMap<Reading, readonly string[]>();

/** Returns the first 200 words of the text, reduced to letters and digits. */
function firstWords(reading: Reading): readonly string[] {
  let words = wordsOf.get(reading);
  if (!words) {
    words = reading.tokens
      .filter(({ kind }) => kind === 'word')
      .slice(0, 200)
      .map(({ text }) => text.replace(/[^a-z0-9]/g, ''));
    wordsOf.set(reading, words);
  }
  return words;
}

// Matches the sender that a text message names: "[Techcombank]", "MKB Bank: ...", "【ETC】".
const TAG =
  /^[\s*#]{0,4}(?:[[(【<«]\s?([^\])】>»\n]{2,40})[\])】>»]|([\p{Lu}\p{N}][\p{L}\p{M}\p{N}&'’. -]{1,28}?)\s?:(?!\/\/)\s)/u;

// Words of a sentence, which the names of senders do not contain: "Group chat for the trip: ...".
const IN_SENTENCE = /\s(?:for|are|my|our|his|her|their|this|that)(?!\p{L})/u;

function shownSender(original: string): string {
  const tag = TAG.exec(original.slice(0, 80));
  if (tag?.[2] && IN_SENTENCE.test(tag[2])) return '';
  return (tag?.[1] ?? tag?.[2] ?? '').toLowerCase();
}

const SCARCE_SUFFIX = /^(?:com|org|net)$/;
const OWN_SUFFIX = /^(?:com|org|net|(?:com?|org|net)\.[a-z]{2}|[a-z]{2})$/;

/** Returns the words of the sender that a message names at its start; empty without a sender. */
export function claimedSender({ original }: Reading): string[] {
  return shownSender(original)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word.length >= 3);
}

/** True if a domain contains the claimed sender's name, among other words: "mkb-netbank", "vcbsecure" of VCB. */
export function dressedName(link: Link, claimed: readonly string[]): boolean {
  const label = firstLabel(link.domain);
  const parts = `${label}.${link.subdomain}`.split(/[^a-z0-9]+/);
  return claimed.some((word) => {
    if (!/^[a-z0-9]+$/.test(word) || /^(?:bank|info|alert|notice|your|dear|post|pay|security)$/.test(word))
      return false;
    return (
      label !== word && parts.some((part) => part === word || (word.length >= 4 && part.startsWith(word)))
    );
  });
}

import { domainToASCII, domainToUnicode } from 'node:url';
import { linksOf, type Message, type Span } from '../detectors/detector.js';
import { isAligned } from '../mail/authentication.js';
import { domainOf, hostOf } from '../text/domains.js';
import { GAPLESS_LETTER } from '../text/lexicon/segments.js';
import { asSeen } from '../text/normal.js';
import { dialled, readText } from '../text/reading.js';

export const LISTS = ['allow', 'block'] as const;
export type ListName = (typeof LISTS)[number];
export const LIST_KINDS = ['domain', 'address', 'number', 'link', 'phrase'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** An entry of a tenant's list; `value` is in the form of `normalEntry`. */
export interface ListEntry {
  list: ListName;
  kind: ListKind;
  value: string;
}

const HOST = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
const ADDRESS = /^[^\s@<>"]{1,64}@(?=.{3,255}$)[^\s@.]+(?:\.[^\s@.]+)+$/u;
const LEAST_PHRASE = 6;
/** What the value of each kind must be, for error messages. */
export const KIND_RULES: Readonly<Record<ListKind, string>> = {
  domain: 'must be a domain, such as example.org',
  address: 'must be an e-mail address',
  number: 'must be a number of 5 to 15 digits',
  link: 'must be a link, or the domain of links',
  phrase: `must have at least ${LEAST_PHRASE} letters or digits`,
};
/** Characters that count as two letters, because they carry more meaning than one. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
/**
 * Matches a space between letters of scripts without spaces, or between such a letter and an end of the text.
 * Comparisons ignore these spaces, because in these scripts the text around a phrase decides where words begin.
 */
const GAPS = new RegExp(`(?<=^|${GAPLESS_LETTER}) (?=$|${GAPLESS_LETTER})`, 'gu');

/** Returns the form in which values are compared; undefined if the value is invalid for its kind. */
export function normalEntry(kind: ListKind, value: string): string | undefined {
  const text = value.trim().toLowerCase();
  switch (kind) {
    case 'domain':
    case 'link': {
      const host = inAscii(text.replace(/^(?:https?:\/\/|@)/, '').replace(/[/?#].*$/s, ''));
      return HOST.test(host) ? host : undefined;
    }
    case 'address':
      return ADDRESS.test(text) ? addressInAscii(text) : undefined;
    case 'number': {
      const digits = numberOf(text);
      return digits.length >= 5 && digits.length <= 15 ? digits : undefined;
    }
    case 'phrase': {
      const phrase = phraseOf(text);
      const length = phrase.length + (phrase.match(DENSE)?.length ?? 0);
      return length >= LEAST_PHRASE ? phrase : undefined;
    }
  }
}

/** A mail or a link may have a domain with letters such as ü, or its form in ASCII. */
const inAscii = (host: string) => (/[^\0-\x7f]/.test(host) ? domainToASCII(host) : host);
const addressInAscii = (address: string) =>
  address.slice(0, address.length - hostOf(address).length) + inAscii(hostOf(address));

/** Returns the digits without an extension and the prefix of international calls: "+44 20…", "0044 20… ext 7". */
function numberOf(text: string): string {
  return dialled(text.replace(/[\s,;]*(?:ext(?:ension)?[.=:]?|x|#)\s*\d{1,6}$/i, ''))
    .replace(/^\+|^00/, '')
    .replace(/\D/g, '');
}

function phraseOf(text: string): string {
  return readText(text)
    .tokens.map((token) => token.text)
    .join(' ');
}

export interface ListHit {
  list: ListName;
  spans: Span[];
  quotes: string[];
}

/**
 * Returns the first entry of a tenant's lists that matches a message; the block list takes precedence over the allow
 * list.
 */
export function listHit(entries: readonly ListEntry[], message: Message, sender = ''): ListHit | undefined {
  const compared = new Compared(message, sender.trim().toLowerCase());
  for (const list of ['block', 'allow'] as const) {
    for (const entry of entries) {
      if (entry.list !== list) continue;
      const hit = meets(entry, compared);
      if (hit) return { list, spans: [], quotes: [], ...hit };
    }
  }
  return undefined;
}

/** A message in the forms that are compared with entries. A form is made once for all entries. */
class Compared {
  #hosts?: readonly { raw: string; written: string; seen: string }[];
  #words?: string;

  constructor(
    readonly message: Message,
    readonly sender: string,
  ) {}

  /** Hosts of links, as written and as a reader sees them. */
  get hosts() {
    this.#hosts ??= linksOf(this.message).map((link) => ({
      raw: link.raw,
      // An allow entry for paypal.com must not match "pаypal.com" with a Cyrillic letter.
      written: link.written ?? inAscii(link.host),
      seen: asSeen(domainToUnicode(link.host)),
    }));
    return this.#hosts;
  }

  get words(): string {
    this.#words ??= ` ${this.message.reading.tokens.map(({ text }) => text).join(' ')} `.replace(GAPS, '');
    return this.#words;
  }
}

function meets({ list, kind, value }: ListEntry, compared: Compared): Partial<ListHit> | undefined {
  const { message, sender } = compared;
  const { mail, reading } = message;
  switch (kind) {
    case 'domain':
    case 'address': {
      const address = addressInAscii(mail?.from.address ?? sender);
      const host = hostOf(address);
      const same =
        kind === 'address' ? address === addressInAscii(value) : host === value || host.endsWith(`.${value}`);
      // Anyone can write any name into From, so an allow entry only matches a sender whose domain vouches for the
      // mail.
      return same && (list === 'block' || (mail !== undefined && isAligned(mail)))
        ? { quotes: [address] }
        : undefined;
    }
    case 'number': {
      const at = reading.phones.find((place) => numberOf(reading.tokens[place]?.text ?? '') === value);
      const token = at === undefined ? undefined : reading.tokens[at];
      if (token) return { quotes: [token.text] };
      return sender !== '' && numberOf(sender) === value ? {} : undefined;
    }
    case 'link': {
      const link = compared.hosts.find(({ written, seen }) =>
        (list === 'block' ? [written, seen] : [written]).some(
          (host) => host === value || host.endsWith(`.${value}`) || domainOf(host) === value,
        ),
      );
      return link ? { quotes: [link.raw] } : undefined;
    }
    case 'phrase':
      return compared.words.includes(` ${value} `.replace(GAPS, '')) ? {} : undefined;
  }
}

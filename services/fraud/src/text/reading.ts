import { domainToASCII } from 'node:url';
import { parse as parseHost } from 'tldts';
import { type Brand, brandAt, startsBrand } from './brands.js';
import { plainWord } from './leet.js';
import { type Concept, conceptsOf, phraseAt, startsPhrase } from './lexicon/index.js';
import { GAPLESS_LETTER, segments } from './lexicon/segments.js';
import { type Link, readLink, refang } from './links.js';
import { notMeantAt, Setting } from './neighbours.js';
import { type NormalText, normalText, originalSpan } from './normal.js';

export type TokenKind = 'word' | 'number' | 'money' | 'phone' | 'link' | 'address' | 'ussd' | 'break';

export interface Token {
  readonly kind: TokenKind;
  /** Normalised text; in words, curled apostrophes are made straight, and leet is undone. */
  readonly text: string;
  /** Half-open span in the normal text. */
  readonly start: number;
  readonly end: number;
  readonly clause: number;
}

export interface Mention {
  /** The mention consists of the tokens from `from` to `to` - 1. */
  readonly from: number;
  readonly to: number;
}

/** A link of a text. */
export interface TextLink extends Link {
  /** The host in ASCII as it is written, if the normal text has other letters than the original. */
  readonly written?: string;
}

/** A text parsed once, for all detectors. */
export interface Reading {
  readonly original: string;
  readonly normal: NormalText;
  readonly tokens: readonly Token[];
  readonly concepts: ReadonlyMap<Concept, readonly Mention[]>;
  readonly brands: readonly (Mention & { brand: Brand })[];
  readonly links: readonly (TextLink & { token: number })[];
  readonly phones: readonly number[];
  /** Words with digits in place of letters ("acc0unt"), by their token numbers. */
  readonly leet: readonly number[];
  /** True if the text had more links than the limit. */
  readonly tooManyLinks: boolean;
}

/** Maximum number of characters that are read: even a long newsletter makes its request within this length. */
export const READ_CHARACTERS = 40_000;
const READ_LINKS = 500;

// "20만원", in normal form.
const WON = `(?:${normalText('백만').text}|${normalText('천만').text}|${normalText('만').text}|${normalText('억').text}|${normalText('천').text})?${normalText('원').text}`;
// The alternatives are ordered from the most to the least specific. Every repetition is bounded, so the scan takes
// linear time.
const SCAN = new RegExp(
  [
    String.raw`(?<link>(?:h(?:tt|xx|\*\*)ps?\s?(?::|\[:\])\s?\/\/\s?|(?<![a-z])(?:whatsapp|tg):\/\/)[^\s<>"']{1,2000}|www\s?\.\s?[a-z0-9-]{1,63}(?:\s?\.\s?[a-z0-9-]{1,63}){1,5}(?:[/?#:][^\s<>"']{0,1000})?|(?<![a-z0-9@._-])[a-z0-9-]{1,63}(?:\s?(?:\[\.\]|\(\.\)|\{\.\}|\[dot\]|\(dot\)|\{dot\})\s?[a-z0-9-]{2,63}){1,6}(?:\/[^\s<>"']{0,1000})?)`,
    String.raw`(?<address>[a-z0-9][a-z0-9._%+-]{0,63}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6})`,
    String.raw`(?<bare>(?<![a-z0-9@._-]|(?<!:\/)\/)(?!${GAPLESS_LETTER})(?:[\p{L}0-9](?:[\p{L}0-9-]{0,61}[\p{L}0-9])?\.){1,6}[a-z]{2,18}(?![a-z0-9@-])(?:(?::\d{2,5})?[/?#][^\s<>"']{0,1000})?)`,
    String.raw`(?<money>(?:[£$€₦₹¥₱₫฿]|(?<![a-z])(?:us\$|r\$|s\$|a\$|rs\.?|rp\.?|inr|ngn|usdt?|gbp|eur|sgd|aud|kes|ksh|ghs|ugx|tzs|tshs?\.?|sh(?=\s?\d[\d,]{2})|milioni|elfu|etb|lkr|pkr|bdt|npr|thb|idr|nzd|cad|hkd|qar|kwd|egp|azn|kzt|gel|zar|php|aed|rm|n|p|r)(?=\s?\d))\s?\d[\d,.]{0,18}(?:\s?(?:k|m|mn|bn|lakhs?|crores?|thousand|million|billion|rb|ribu|jt|juta|milioni)(?![a-z]))?|\d[\d,.]{0,18}\s?(?:[£$€₦₹₫฿₴₺₪₽]|[万亿萬億]?[元円圆圓]|${WON}|บาท|บ\.|ريال|درهم|руб|грн|(?:pounds?|dollars?|usdt?|euros?|eur|gbp|naira|rupees|rs|ngn|cedis|shillings|rand|reais|btc|eth|quid|p\/|million dollars|million|vnd|php|huf|ft|ron|lei|czk|kc|pln|zl|tl|try|idr|kes|ksh|tzs|tshs?|mts?|mzn|meticais|rb|rbu|ribu|jt|juta|jpy|krw|rmb|cny|chf|sek|nok|dkk|kr)(?![a-z])))`,
    String.raw`(?<ussd>\*\d{2,6}(?:\*\d{1,12}){0,4}#)`,
    String.raw`(?<phone>(?<![\d*•]|\d\.)(?:\+|\(\+?)?\d(?:(?:[\s).-]{0,2}|[\s.-]?\((?=\d{1,5}\)))\d){3,18}(?!\d|[.,]\d))`,
    String.raw`(?<number>\d+(?:[.,:/]\d+){0,6})`,
    `(?<gapless>${GAPLESS_LETTER}+)`,
    String.raw`(?<word>[\p{L}_](?:(?!${GAPLESS_LETTER})[\p{L}\p{N}_'’@$!|+])*(?:(?:[-&/]|\.(?!\d[\d-]{4}|a\/n))(?!${GAPLESS_LETTER})[\p{L}\p{N}](?:(?!${GAPLESS_LETTER})['’\p{L}\p{N}])*){0,4})`,
    String.raw`(?<gap>(?!(?<=[\p{L},])\.\d[\d-]{4})[.!?;…。।؟؛]+|\n\s*\n|[•|])`,
  ].join('|'),
  'gu',
);

// Matches references that are as long as a phone number: "UPI Ref No 425633334444", "Transaction ID: 31284412213",
// "consumer no 100234567", "Referencia 123 456 789", "bill for mobile number 98480 12345".
const REFERENCE =
  /(?<![a-z])(?:(?:ref(?:erence|erenc[ij]a|erenz|erentie|erans)?|riferimento|kenmerk|aktenzeichen|folio|expediente|protocol(?:l?o)?|entidade|mtr|meter|txn|trxn|transaction|upi|imps|neft|utr|rrn|awb|pnr|id|tracking|paybill|a\/c|account|acct|ack(?:nowledge?ment)?|sendung|paket|pakket|parcel|shipment|consignment|colis|envio|spedizione|przesylk[aei]|pedido)(?:\.?\s?(?:no|nr|id|number|code))?|(?:ca|connection|(?<!custome?r |client )service|consumer|customer|policy|invoice|order|bill|meter|case|ticket|booking|application|kunden|auftrags?|vertrags?|rechnungs?|sendungs?|commande|dossier|facture|pedido|factura|ordine|pratica|klant|factuur)[\s-]?(?:id|no|nr|n|number|num|numero|nummer)|for (?:your )?(?:mobile|prepaid|postpaid|jio|airtel|landline) (?:no|number))[.:#\s-]{0,3}(?:[a-z]{1,3}\s)?$/;
const REFERENCE_ELSEWHERE = new RegExp(
  `(?:${normalText('송장|운송장|주문번호|예약번호|승인번호|접수번호|单号|單號|订单号|訂單編號|追蹤碼|伝票番号|注文番号|予約番号|お客様番号|رقم الطلب|رقم الشحنة').text})(?:${normalText('번호').text})?[.:：# ]{0,3}$`,
  'u',
);
// Matches a date with the hour after it: "12-10-2024 09".
const DATED =
  /^(?:\d{1,2}[-.]\d{1,2}[-.](?:19|20)\d{2}|(?:19|20)\d{2}-\d{1,2}-\d{1,2}|20\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01]))(?!\d)/;
// Matches references in languages whose word follows the number: "112233445566 nolu".
const NUMBERED = /^\s?(?:nolu|no'lu|numarali|sayili|szamu)(?!\p{L})/u;

// Matches the most frequent case first: a word of plain letters, followed by a space and a letter. No other
// alternative matches at such a word.
const PLAIN_WORD = / ?[a-z]+(?= [a-z])/y;

const KNOWN_BARE =
  /(?:^|\.)(?:com|net|org|info|biz|co|uk|ng|in|us|xyz|top|club|online|site|shop|store|vip|click|link|live|app|dev|io|gov|edu|ly|gl|gd|cc|tk|ml|ga|cf|gq|ru|cn|de|fr|nl|br|au|ca|sg|za|ke|gh|eu|me|icu|cyou|sbs|cfd|bond|lol|win|mobi|tv|gy|tel|page|website|space|cloud|world)$/;
const MOSTLY_WORDS =
  /^(?:in|me|us|co|io|live|link|click|top|win|lol|fun|vip|tan|bet|bar|run|now|money|cash|mobi|page|space|world|app|site|cloud|store|shop|info|tv|de|tel|club|ga|cc|eu|ca|au|ly|cf|dev|za)$/;

// Suffixes that are seldom the first word of a sentence. With such a suffix, a long label makes a host name: words
// before a full stop are seldom as long.
const OF_SITES = /^(?:live|link|click|top|vip|mobi|page|space|world|app|site|cloud|store|shop|info)$/;
const LONG_LABEL = 10;

/** Returns a phone number in its dialled form: digits, and the plus of a country code. */
export function dialled(written: string): string {
  return written.replace(/[^\d+]/g, '');
}

export function readText(original: string): Reading {
  const normal = normalText(original.slice(0, READ_CHARACTERS));
  const tokens: Token[] = [];
  const links: (TextLink & { token: number })[] = [];
  const phones: number[] = [];
  const leet: number[] = [];
  let tooManyLinks = false;
  let clause = 0;
  const { text: source } = normal;
  for (let next = 0; ; ) {
    PLAIN_WORD.lastIndex = next;
    const gap = source.charCodeAt(next) === 32 ? 1 : 0;
    if (PLAIN_WORD.test(source)) {
      const start = next + gap;
      next = PLAIN_WORD.lastIndex;
      tokens.push({ kind: 'word', text: source.slice(start, next), start, end: next, clause });
      continue;
    }
    SCAN.lastIndex = next;
    const match = SCAN.exec(source);
    if (!match) break;
    next = SCAN.lastIndex;
    const groups = match.groups as Record<string, string | undefined>;
    const start = match.index;
    let text = match[0];
    let kind: TokenKind;
    if (groups.gap !== undefined) {
      clause++;
      continue;
    }
    if (groups.gapless !== undefined) {
      let at = start;
      for (const piece of segments(groups.gapless)) {
        tokens.push({ kind: 'word', text: piece, start: at, end: at + piece.length, clause });
        at += piece.length;
      }
      continue;
    }
    const web = groups.link ?? groups.bare;
    if (web !== undefined) {
      text = web.replace(/[.,;:!?)\]}'"*]+$/, '');
      const looksLike = plausible(text, groups.link !== undefined);
      if (looksLike && links.length >= READ_LINKS) tooManyLinks = true;
      const link = looksLike && !tooManyLinks ? linkAt(text, start, normal, original) : undefined;
      if (link) {
        kind = 'link';
        links.push({ ...link, token: tokens.length });
      } else {
        // "great.thanks" is two words with a missing space, and not a link.
        let at = start;
        for (const part of text.split(/[^\p{L}\p{N}'’]+/u, 64)) {
          const found = part === '' ? -1 : normal.text.indexOf(part, at);
          if (found < 0) continue;
          if (/^\d{9,12}$/.test(part)) phones.push(tokens.length);
          tokens.push({
            kind: /^\d{9,12}$/.test(part) ? 'phone' : /^\d+$/.test(part) ? 'number' : 'word',
            text: part,
            start: found,
            end: found + part.length,
            clause,
          });
          at = found + part.length;
        }
        continue;
      }
    } else if (groups.address !== undefined) kind = 'address';
    else if (groups.money !== undefined) kind = 'money';
    else if (groups.ussd !== undefined) kind = 'ussd';
    else if (groups.phone !== undefined) {
      const digits = text.replace(/\D/g, '').length;
      const reference =
        REFERENCE.test(source.slice(Math.max(0, start - 24), start)) ||
        REFERENCE_ELSEWHERE.test(source.slice(Math.max(0, start - 24), start)) ||
        NUMBERED.test(source.slice(start + text.length, start + text.length + 10));
      // Without a country code, no number has more than twelve digits.
      const most = /^(?:\+|\(\+|00)/.test(text) ? 15 : 12;
      kind = digits >= 7 && digits <= most && !reference && !DATED.test(text) ? 'phone' : 'number';
      if (kind === 'phone') phones.push(tokens.length);
    } else if (groups.number !== undefined) kind = 'number';
    else {
      kind = 'word';
      const plain = plainWord(text);
      if (plain.leet) leet.push(tokens.length);
      text = plain.text;
    }
    tokens.push({
      kind,
      text,
      start,
      end: start + text.length === match[0].length ? start + text.length : start + match[0].length,
      clause,
    });
  }
  const { concepts, brands } = tagged(tokens);
  return { original, normal, tokens, concepts, brands, links, phones, leet, tooManyLinks };
}

/**
 * Reads a link of the normal text. If letters of the original host look like those of another host, the original host
 * counts: "pаypal.com" with a Cyrillic "а" is not PayPal's. Accents alone are not a disguise ("bücher.de").
 */
function linkAt(text: string, start: number, normal: NormalText, original: string): TextLink | undefined {
  const [from, to] = originalSpan(normal, start, start + text.length);
  const source = original.slice(from, to);
  // The capitals of a path tell whether it was drawn at random.
  const link = readLink(source.toLowerCase() === text ? source : text);
  if (!link) return undefined;
  if (!/[^\0-\x7f]/.test(source)) return link;
  const written = domainToASCII(readLink(source)?.host ?? '');
  if (written === '' || written === link.host) return link;
  const real = readLink(refang(text).replace(link.host, written));
  const isDisguised = normal.hidden.some(([hiddenFrom, hiddenTo]) => hiddenFrom < to && hiddenTo > from);
  const isReal = real && (isDisguised || (link.owner && real.traits.has('lookalike')));
  return { ...(isReal ? real : link), written };
}

function plausible(text: string, marked: boolean): boolean {
  if (marked) return true;
  const host = text.split(/[/?#:]/, 1)[0] as string;
  const hasPath = host.length < text.length;
  const suffix = parseHost(host, { extractHostname: false, detectIp: false }).publicSuffix ?? '';
  if (hasPath) return suffix.length >= 2;
  if (!KNOWN_BARE.test(suffix) && !knownSuffix(host)) return false;
  // For suffixes that are also words ("call.me", "home.in"), a host name needs a digit, a dash or a third part.
  const labels = host.split('.');
  // In "We are group 1.lol", the number ends a sentence.
  if (labels.length === 2 && /^\d+$/.test(labels[0] as string) && MOSTLY_WORDS.test(suffix)) return false;
  return (
    !MOSTLY_WORDS.test(suffix) ||
    labels.length > 2 ||
    /[\d-]/.test(host) ||
    (OF_SITES.test(suffix) && (labels[0] as string).length >= LONG_LABEL)
  );
}

// True for a host under any public suffix, if it cannot be two words with a missing space: "well-known.help",
// "a.b.help".
function knownSuffix(host: string): boolean {
  return /[\d-]|\..+\./.test(host) && parseHost(host, { extractHostname: false }).isIcann === true;
}

// Concepts that neighbours also take from phrases: "next time you log in".
const KEPT_FROM_PHRASES: ReadonlySet<Concept> = new Set(['parcel', 'login']);
const PLANNED: ReadonlySet<string> = new Set(['for', 'on', 'this', 'next', 'tomorrow', 'tonight']);

function tagged(tokens: readonly Token[]) {
  const concepts = new Map<Concept, Mention[]>();
  const brands: (Mention & { brand: Brand })[] = [];
  const note = (concept: Concept, from: number, to: number) => {
    const known = concepts.get(concept);
    if (!known) concepts.set(concept, [{ from, to }]);
    else if (known.length < 200) known.push({ from, to });
  };
  const setting = new Setting(tokens);
  let at = 0;
  const wordAt = (ahead: number) => {
    const next = tokens[at + ahead];
    return next && next.clause === tokens[at]?.clause ? next.text : undefined;
  };
  for (; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if ((token.kind !== 'word' && token.kind !== 'number') || saysNothing(token.text)) continue;
    const notMeant = notMeantAt(tokens, at, setting);
    const phrase = phraseAt(token.text, wordAt);
    if (phrase) {
      // "Are you free for an interview on Wednesday" is a plan, and not a request for a favour.
      const planned = phrase.concepts.includes('favour') && PLANNED.has(wordAt(phrase.length) ?? '');
      for (const concept of phrase.concepts) {
        if (!(planned && concept === 'favour') && !(concept === notMeant && KEPT_FROM_PHRASES.has(concept)))
          note(concept, at, at + phrase.length);
      }
    }
    if (token.kind === 'word') {
      for (const concept of conceptsOf(token.text)) {
        if (!phrase?.concepts.includes(concept) && concept !== notMeant) note(concept, at, at + 1);
      }
    }
    const name = brandAt(token.text, wordAt);
    if (name) brands.push({ brand: name.brand, from: at, to: at + name.length });
  }
  return { concepts, brands };
}

// Each word is looked up once, and most words are not part of a concept, phrase or name. The table is emptied when it
// has too many words.
const silent = new Set<string>();
const SILENT_WORDS = 20_000;

function saysNothing(word: string): boolean {
  if (silent.has(word)) return true;
  if (conceptsOf(word).length > 0 || startsPhrase(word) || startsBrand(word)) return false;
  if (silent.size >= SILENT_WORDS) silent.clear();
  if (word.length <= 40) silent.add(word);
  return true;
}

/** Returns the span in the original text of the tokens [from, to). */
export function spanOf(reading: Reading, from: number, to: number): [number, number] {
  const first = reading.tokens[from] as Token;
  const last = reading.tokens[Math.max(from, to - 1)] as Token;
  return originalSpan(reading.normal, first.start, last.end);
}

/** Returns the tokens [from, to) as the message writes them, with capitals and accents. */
export function writtenIn(reading: Reading, from: number, to: number): string {
  return reading.original.slice(...spanOf(reading, from, to));
}

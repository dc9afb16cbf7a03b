import type { Email, Address as PostalAddress } from 'postal-mime';
import { ContentError } from '../judge/verdict.js';
import { domainOf } from '../text/domains.js';
import { readLink } from '../text/links.js';
import { READ_CHARACTERS } from '../text/reading.js';
import { trustedAuthentication } from './authentication.js';
import { boundMail, type Excess, MAIL_BOUNDS, mailBytes } from './bounds.js';
import { withHeaders } from './headers.js';
import { type HtmlBody, readHtml } from './html.js';
import type { Address, Attachment, Mail, MailLink, Markup } from './mail.js';
import { newestPart } from './newest.js';
import { PostalMime } from './parts.js';
import { withWindowsCharacters } from './windows-1252.js';

const NO_MARKUP: Markup = {
  present: false,
  forms: 0,
  passwordFields: 0,
  inputs: 0,
  images: 0,
  hiddenCharacters: 0,
  shownCharacters: 0,
  scripts: 0,
  refreshes: 0,
  voids: 0,
};
const NO_ADDRESS: Address = { name: '', address: '', domain: '' };
const HEADERS_OF_ALL = ['from', 'to', 'subject', 'date', 'received'];
// Matches the names of attached pages, whose links and forms are read.
const HTML_NAME = /\.(?:x?html?|shtml|svg)$/i;

/**
 * Reads a raw message within `MAIL_BOUNDS`; a broken message is read as far as possible. Authentication-Results are
 * accepted from the receiver's own server, and from `authServers`.
 * @throws ContentError if the content has control characters of binary files instead of text
 */
export async function parseMail(content: string, authServers?: readonly string[]): Promise<Mail> {
  if (controlCharacters(content))
    throw new ContentError('The content is binary data, not the text of an e-mail.');
  const bounded = boundMail(withHeaders(content));
  const excess = new Set<Excess>(bounded.excess);
  let undecodable = 0;
  let email: Email;
  try {
    email = await PostalMime.parse(mailBytes(bounded.text), {
      maxNestingDepth: MAIL_BOUNDS.depth + 2,
      maxHeadersSize: 1024 * 1024,
      maxRfc822NestingDepth: 2,
    });
  } catch {
    undecodable++;
    email = plainly(bounded.text);
  }
  const headers = new Map<string, string[]>();
  for (const { key, value } of email.headers) {
    const known = headers.get(key);
    if (known) known.push(value);
    else headers.set(key, [value]);
  }
  let html: HtmlBody | undefined;
  if (email.html) html = readHtml(withWindowsCharacters(email.html));
  const plain = withWindowsCharacters(email.text ?? '');
  const subject = withWindowsCharacters(email.subject ?? '');
  const shown = html && html.text.trim().length >= 20 ? html.text : `${html?.text ?? ''}\n${plain}`;
  const attachments = email.attachments.slice(0, MAIL_BOUNDS.parts).map(attachmentOf);
  const links: MailLink[] = [];
  const mailtos: string[] = [];
  const seen = new Set<string>();
  for (const link of html?.links ?? []) {
    if (links.length >= MAIL_BOUNDS.links) break;
    const written = /^mailto:([^?]{3,320})/i.exec(link.target)?.[1];
    if (written && mailtos.length < 20) mailtos.push(written.toLowerCase().trim());
    const read = readLink(link.target);
    if (!read) continue;
    const words = link.shown.replace(/\s+/g, ' ').trim().slice(0, 200);
    const key = `${read.raw}\n${words}`;
    if (seen.has(key)) continue;
    seen.add(key);
    links.push({ ...read, shown: words, kind: link.kind });
  }
  for (const code of await codesIn([...picturesOf(email.attachments)])) {
    const read = readLink(code);
    if (read) links.push({ ...read, shown: '', kind: 'qr' });
  }
  if (html?.tooManyLinks) excess.add('links');
  if (shown.includes('\ufffd')) undecodable++;
  const inner = forwardedSender(subject, shown);
  const from = addressOf(email.from) ?? addressFrom(headers.get('from')?.[0]) ?? NO_ADDRESS;
  const authentication = trustedAuthentication(headers, authServers);
  return {
    subject: subject.slice(0, 1000),
    from,
    fromDomain: from.domain,
    ...(inner ? { forwarded: inner } : {}),
    ...(email.sender ? { sender: addressOf(email.sender) ?? NO_ADDRESS } : {}),
    replyTo: addressesOf(email.replyTo),
    to: addressesOf(email.to),
    returnPath: (email.returnPath ?? headers.get('return-path')?.[0] ?? '')
      .replace(/[<>\s]/g, '')
      .toLowerCase(),
    headers,
    pasted: !HEADERS_OF_ALL.some((name) => headers.has(name)),
    ...(authentication === undefined ? {} : { authentication }),
    text: isForwarded(subject) ? shown : newestPart(shown.slice(0, READ_CHARACTERS)).newest,
    links,
    mailtos,
    markup: html?.markup ?? NO_MARKUP,
    attachments,
    excess: [...excess],
    undecodable,
  };
}

/** True if the attachment is a page, which a browser would open. */
export function isPage(attachment: Attachment): boolean {
  return HTML_NAME.test(attachment.name) || (attachment.type === 'text/html' && attachment.name !== '');
}

/** Reads QR codes. The decoders take memory, so they are loaded for the first picture. */
async function codesIn(pictures: readonly Uint8Array[]): Promise<string[]> {
  return pictures.length === 0 ? [] : (await import('./qr-codes.js')).qrCodesIn(pictures);
}

function* picturesOf(attachments: Email['attachments']): Generator<Uint8Array> {
  for (const { mimeType, content } of attachments.slice(0, MAIL_BOUNDS.parts))
    if (/^image\/(?:png|jpe?g|pjpeg)$/i.test(mimeType) && typeof content !== 'string')
      yield content instanceof Uint8Array ? content : new Uint8Array(content);
}

function attachmentOf(attachment: Email['attachments'][number]): Attachment {
  const { content } = attachment;
  const bytes =
    typeof content === 'string'
      ? Buffer.from(content.slice(0, 64), 'latin1')
      : content instanceof Uint8Array
        ? content
        : new Uint8Array(content);
  return {
    name: (attachment.filename ?? '').slice(0, 255),
    type: attachment.mimeType,
    size: typeof content === 'string' ? content.length : bytes.length,
    head: bytes.slice(0, 64),
  };
}

function addressOf(address: PostalAddress | undefined): Address | undefined {
  if (!address) return undefined;
  const plain = address.group ? address.group[0] : address;
  if (!plain) return undefined;
  return made(plain.name ?? '', plain.address ?? '');
}

function addressesOf(list: PostalAddress[] | undefined): Address[] {
  return (list ?? []).slice(0, 50).flatMap((address) => addressOf(address) ?? []);
}

function addressFrom(value: string | undefined): Address | undefined {
  const found = /([^\s<>@"]{1,64}@[^\s<>@"]{1,255})/.exec(value ?? '');
  return found ? made((value as string).slice(0, 100).replace(/<.*$/, ''), found[1] as string) : undefined;
}

// "From: Name <address>" at the head of a forwarded text, in the words of common programs.
const FORWARDED =
  /(?:^|\n)\s{0,4}\*?(?:From|De|Von|Da|Van|Od)\s?:\*?\s{0,4}"?([^\n<"]{0,100}?)"?\s{0,3}(?:<|\[mailto:|&lt;)\s?([^\s<>\]]{1,320}@[^\s<>\]]{1,255})/;

// Matches the same line as written by a program that omits the address; the next line gives the time of sending.
const FORWARDED_NAME =
  /(?:^|\n)\s{0,4}\*?(?:From|De|Von|Da|Van|Od)\s?:\*?[ \t]{0,4}([^\n<@]{2,100})\s{1,4}\*?(?:Sent|Date|Enviad[ao](?: em)?|Envoyé|Gesendet|Datum|Inviato|Verzonden|Wysłano|Fecha|Data)\s?:/;

/** True for a forwarded message; then the forwarded content is judged. */
function isForwarded(subject: string): boolean {
  return /^\s*(?:fwd?|enc|wg|tr|rv|i|encaminhada)\s?:/i.test(subject);
}

function forwardedSender(subject: string, text: string): Address | undefined {
  if (!isForwarded(subject)) return undefined;
  const head = text.slice(0, 2500);
  const found = FORWARDED.exec(head);
  if (found) return made((found[1] as string).trim(), found[2] as string);
  const named = FORWARDED_NAME.exec(head);
  return named ? made((named[1] as string).trim(), '') : undefined;
}

function made(name: string, address: string): Address {
  const lower = address.toLowerCase().trim();
  return {
    name: name.slice(0, 300).trim(),
    address: lower,
    domain: lower.includes('@') ? domainOf(lower) : '',
  };
}

/** Returns headers and text of a message that the parser refuses. */
function plainly(text: string): Email {
  const gap = /\r?\n\r?\n/.exec(text);
  const head = gap ? text.slice(0, gap.index) : '';
  const headers = [...head.matchAll(/^([!-9;-~]{1,76}):[ \t]?(.{0,2000})/gm)].map((match) => ({
    key: (match[1] as string).toLowerCase(),
    originalKey: match[1] as string,
    value: (match[2] as string).trim(),
  }));
  const body = gap ? text.slice(gap.index + gap[0].length) : text;
  const subject = headers.find(({ key }) => key === 'subject')?.value;
  return {
    headers,
    headerLines: [],
    attachments: [],
    ...(subject ? { subject } : {}),
    ...(/<(?:html|body|a|p|div)\b/i.test(body) ? { html: body } : { text: body }),
  };
}

// Matches control characters below the space, except tab, line ends, form feed and escape.
const CONTROL = new RegExp(
  `[${[
    [0, 8],
    [11, 11],
    [14, 26],
    [28, 31],
  ]
    .map((range) => range.map((code) => String.fromCharCode(code)).join('-'))
    .join('')}]`,
  'g',
);

function controlCharacters(content: string): boolean {
  const sample = content.slice(0, 65_536);
  const control = sample.match(CONTROL)?.length ?? 0;
  return control > sample.length / 20 && (control > 16 || control > sample.length / 2);
}

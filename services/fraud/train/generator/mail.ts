import { BRANDS } from '../../src/text/brands.js';
import type { Sample } from '../corpora.js';
import { type Chooser, filled } from './grammar.js';
import { type Letter, MAIL_FRAUD, MAIL_LEGIT } from './mail-texts.js';
import { badLink, messageSlots, slug } from './slots.js';

const OWN = [
  'example.com',
  'northwind.co',
  'mailhost.net',
  'brightworks.io',
  'stmarys.org',
  'kelso-farm.co.uk',
];
const ESP = [
  'click.mlsend.com',
  'links.e.sparkpostmail.com',
  'u1234.ct.sendgrid.net',
  'list-manage.com',
  'trk.klclick.com',
  'email.mg.mailgun.org',
  'clicks.hubspotlinks.com',
];

interface Party {
  name: string;
  address: string;
  domain: string;
}

/**
 * Returns a raw message. Mails of both classes have the same envelope and mark-up, so that these show no difference
 * except what thieves cannot avoid.
 */
export function generateMail(chooser: Chooser, fraud: boolean): Sample {
  const letter = chooser.of(fraud ? MAIL_FRAUD : MAIL_LEGIT);
  const to = reader(chooser);
  const words = messageSlots(chooser);
  const as =
    letter.as === 'person' || letter.as === 'office'
      ? ''
      : (words[letter.as] as (c: Chooser) => string)(chooser);
  const from = sender(chooser, letter, as, to, fraud);
  const marketing = letter.text.includes('nsubscribe}');
  const host = fraud
    ? badLink(chooser, as || chooser.of(['webmail', 'office365', 'sharepoint', 'docs', 'wallet'])).replace(
        /^(?!https?:)/,
        'https://',
      )
    : `https://${marketing && chooser.chance(60) ? chooser.of(ESP) : chooser.chance(70) ? `www.${from.domain}` : from.domain}/${chooser.letters(5)}`;
  const slots = {
    ...words,
    as: () => as,
    address: () => (chooser.chance(50) ? to.address : (to.address.split('@', 1)[0] as string)),
  };
  const [subject, ...paragraphs] = filled(
    letter.text.replace(/\{cta:([^}]*)\}/g, '<<$1>>').replaceAll('{cta}', '<<here>>'),
    slots,
    chooser,
  )
    .replaceAll('\\', '')
    .split('/') as [string, ...string[]];
  const url = () =>
    host.includes('?')
      ? host
      : `${host}${chooser.chance(40) ? `?${chooser.letters(1)}=${fraud && chooser.chance(30) ? to.address : chooser.letters(12)}` : ''}`;
  const html = chooser.chance(letter.as === 'person' ? 25 : 85);
  const body = html
    ? page(chooser, paragraphs, url, from, marketing)
    : paragraphs
        .map((text) => text.replace(/<<([^>]*)>>/g, (_, words: string) => `${words}: ${url()}`))
        .join('\n\n');
  const head = headers(chooser, { subject: subject.trim(), from, to, fraud, marketing });
  return {
    content: `${[...head, ...typed(chooser, html)].join('\r\n')}\r\n\r\n${body}\r\n`,
    fraud,
    kind: fraud ? 'made/fraud' : 'made/legitimate',
  };
}

function reader(chooser: Chooser): Party {
  const name = filled('{fullname}', messageSlots(chooser), chooser);
  const domain = chooser.of([...OWN, 'gmail.com', 'outlook.com', 'yahoo.com']);
  return {
    name,
    domain,
    address: `${slug(name.split(' ')[0] as string)}.${slug(name.split(' ')[1] as string)}@${domain}`,
  };
}

function sender(chooser: Chooser, letter: Letter, as: string, to: Party, fraud: boolean): Party {
  const made = (name: string, local: string, domain: string) => ({
    name,
    domain,
    address: `${local}@${domain}`,
  });
  const local = chooser.of([
    'no-reply',
    'info',
    'support',
    'service',
    'hello',
    'news',
    'notifications',
    'team',
    'account',
  ]);
  if (!fraud) {
    if (letter.as === 'person') {
      const name = filled('{fullname}', messageSlots(chooser), chooser);
      return made(
        name,
        slug(name),
        chooser.of([...OWN, 'gmail.com', 'outlook.com', 'icloud.com', to.domain]),
      );
    }
    if (letter.as === 'office')
      return made(
        chooser.of(['IT services', 'HR', 'Office', 'Builds']),
        local,
        OWN.includes(to.domain) ? to.domain : 'example.com',
      );
    const brand = BRANDS.find(({ label }) => label === slug(as));
    return made(
      as,
      local,
      brand
        ? ([...brand.domains][0] as string)
        : `${slug(as)}.${chooser.of(['com', 'co.uk', 'com.au', 'in', 'de'])}`,
    );
  }
  const junk = () =>
    `${chooser.letters(chooser.between(5, 9))}${chooser.chance(40) ? chooser.digits(2) : ''}.${chooser.of(['com', 'net', 'org', 'co.jp', 'com.br', 'top', 'xyz', 'site', 'info', 'de', 'shop'])}`;
  const near = () =>
    `${slug(as)}-${chooser.of(['support', 'secure', 'mail', 'service', 'id'])}.${chooser.of(['com', 'net', 'info', 'online'])}`;
  const free = filled('{mailbox}', messageSlots(chooser), chooser).split('@') as [string, string];
  if (letter.as === 'person') {
    const name = filled('{fullname}', messageSlots(chooser), chooser);
    return chooser.chance(70) ? made(name, free[0], free[1]) : made(name, slug(name), junk());
  }
  if (letter.as === 'office')
    return made(
      chooser.of([
        'Mail Admin',
        'IT Support',
        to.domain,
        'Webmail',
        'Accounts',
        'HR Department',
        'Voicemail',
      ]),
      chooser.of([local, free[0]]),
      junk(),
    );
  const name = chooser.of([
    as,
    `${as} Support`,
    `${as} Team`,
    `${as} Security`,
    `${as} Kundenservice`,
    `${as} Rewards`,
  ]);
  return chooser.chance(60)
    ? made(name, local, junk())
    : chooser.chance(60)
      ? made(name, local, near())
      : made(name, free[0], free[1]);
}

interface Envelope {
  subject: string;
  from: Party;
  to: Party;
  fraud: boolean;
  marketing: boolean;
}

function headers(chooser: Chooser, { subject, from, to, fraud, marketing }: Envelope): string[] {
  const list: string[] = [];
  const bounce =
    marketing && chooser.chance(60)
      ? `bounce@${chooser.of(ESP)}`
      : fraud && chooser.chance(30)
        ? `${chooser.letters(6)}@${chooser.letters(7)}.com`
        : from.address;
  if (chooser.chance(70)) list.push(`Return-Path: <${bounce}>`);
  if (chooser.chance(60)) {
    const result = fraud
      ? chooser.of(['pass', 'fail', 'none', 'softfail', 'pass'])
      : chooser.chance(93)
        ? 'pass'
        : 'none';
    const signed = fraud
      ? chooser.of(['pass', 'none', 'none', 'fail'])
      : chooser.chance(93)
        ? 'pass'
        : 'none';
    const aligned =
      result === 'pass' && signed === 'pass' ? 'pass' : fraud ? chooser.of(['fail', 'none']) : 'none';
    list.push(
      `Received: from ${bounce.split('@')[1]} by mx.${to.domain} with ESMTPS id ${chooser.letters(8)}`,
      `Authentication-Results: mx.${to.domain}; spf=${result} smtp.mailfrom=${bounce.split('@')[1]}; dkim=${signed} header.d=${from.domain}; dmarc=${aligned} header.from=${from.domain}`,
    );
  }
  const encoded = (text: string) =>
    /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
  list.push(`From: ${chooser.chance(90) ? `${JSON.stringify(from.name)} ` : ''}<${from.address}>`);
  if (!fraud || chooser.chance(85))
    list.push(`To: ${chooser.chance(50) ? `${to.name} <${to.address}>` : to.address}`);
  list.push(
    `Subject: ${encoded(`${chooser.chance(marketing ? 25 : fraud ? 15 : 3) ? chooser.of(['🎉 ', '✅ ', '🔥 ', '⚠️ ', '📦 ']) : ''}${subject}`)}`,
  );
  if (chooser.chance(95))
    list.push(
      `Date: ${new Date(Date.UTC(chooser.between(2018, 2026), chooser.below(12), chooser.between(1, 28), chooser.below(24))).toUTCString().replace('GMT', '+0000')}`,
    );
  if (chooser.chance(90))
    list.push(
      `Message-ID: <${chooser.letters(16)}@${chooser.chance(fraud ? 50 : 80) ? from.domain : `${chooser.letters(6)}.net`}>`,
    );
  if (fraud ? chooser.chance(20) : marketing && chooser.chance(25))
    list.push(
      `Reply-To: ${fraud && chooser.chance(60) ? filled('{mailbox}', messageSlots(chooser), chooser) : `reply@${from.domain}`}`,
    );
  if (marketing || (fraud && chooser.chance(15)))
    list.push(`List-Unsubscribe: <https://${from.domain}/u/${chooser.letters(8)}>`);
  if (!fraud && /^Re:/.test(subject)) list.push(`In-Reply-To: <${chooser.letters(14)}@${to.domain}>`);
  list.push('MIME-Version: 1.0');
  return list;
}

function typed(chooser: Chooser, html: boolean): string[] {
  return [
    `Content-Type: text/${html ? 'html' : 'plain'}; charset=${chooser.of(['utf-8', 'UTF-8', '"utf-8"'])}`,
    'Content-Transfer-Encoding: 8bit',
  ];
}

// Makes HTML with tables, a hidden preview line, pictures and buttons: the style of shops, and of their imitators.
function page(
  chooser: Chooser,
  paragraphs: readonly string[],
  url: () => string,
  from: Party,
  marketing: boolean,
): string {
  const button = (words: string) =>
    `<a href="${url()}" style="${chooser.of(['color:#fff;background:#06c;padding:12px', 'color:#0066cc', 'display:inline-block'])}">${words}</a>`;
  const linked = (text: string) => text.replace(/<<([^>]*)>>/g, (_, words: string) => button(words));
  const picture = () =>
    `<img src="https://${from.domain}/i/${chooser.letters(6)}.png" alt="${chooser.chance(50) ? from.name : ''}" width="${chooser.between(80, 600)}">`;
  const preview = chooser.chance(marketing ? 60 : 15)
    ? `<div style="display:none;max-height:0">${(paragraphs[1] ?? '').replace(/<<|>>/g, '').slice(0, 90)}${'&nbsp;&zwnj;'.repeat(20)}</div>`
    : '';
  const rows = paragraphs.map((text) =>
    chooser.chance(60) ? `<tr><td>${linked(text)}</td></tr>` : `<tr><td><p>${linked(text)}</p></td></tr>`,
  );
  const pictures = Array.from(
    { length: chooser.below(marketing ? 9 : 3) },
    () => `<tr><td>${picture()}</td></tr>`,
  );
  const footer = chooser.chance(50)
    ? `<tr><td style="font-size:11px">© ${from.name}, ${chooser.between(1, 99)} Main Street, ${filled('{city}', messageSlots(chooser), chooser)}</td></tr>`
    : '';
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><style>td{font-family:Arial}</style></head><body>${preview}<table width="600">${pictures.slice(0, 2).join('')}${rows.join('')}${pictures.slice(2).join('')}${footer}</table>${chooser.chance(50) ? '<img src="https://t.example.net/o.gif" width="1" height="1">' : ''}</body></html>`;
}

import type { Sample } from '../corpora.js';
import type { Chooser } from './grammar.js';
import { badLink, slug } from './slots.js';

const HOSTS = ['example.com', 'northwind.co', 'gmail.com', 'stmarys.org', 'kelso-farm.co.uk'];

/**
 * Returns a generated text as a raw mail: as plain text, as a page, or as both in two parts.
 */
export function mailOf({ content, fraud, kind }: Sample, chooser: Chooser): Sample {
  const name = `${chooser.of(['Anna', 'Ravi', 'Støtte', 'Customer Care'])} ${chooser.of(['Lee', 'Okafor', 'Team'])}`;
  const from = fraud ? `${slug(name)}-${chooser.letters(4)}.top` : chooser.of(HOSTS);
  const link = fraud
    ? badLink(chooser, 'webmail').replace(/^https?:\/\//, '')
    : `www.${from}/${chooser.letters(5)}`;
  const page = `<html><body><p>${content}</p><a href="https://${link}">${chooser.of(['here', 'Open', from])}</a></body></html>`;
  const plain = ['Content-Type: text/plain; charset=utf-8', '', content];
  const coded = [
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(page).toString('base64'),
  ];
  const boundary = `=_${chooser.letters(8)}`;
  const both = [
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...[plain, coded].flatMap((part) => [`--${boundary}`, ...part]),
    `--${boundary}--`,
  ];
  const id = `<${chooser.letters(12)}@${from}>`;
  const lines = [
    `From: "${name}" <${slug(name)}@${from}>`,
    `To: reader${chooser.digits(2)}@${chooser.of(HOSTS)}`,
    `Subject: ${content.replace(/\s+/g, ' ').slice(0, 40)}`,
    `Date: Tue, ${chooser.between(10, 28)} Mar 2026 09:15:00 +0000`,
    `Message-ID: ${id}`,
    ...(fraud ? [] : [`Authentication-Results: mx.example.net; spf=pass smtp.mailfrom=${from}; dkim=pass`]),
    'MIME-Version: 1.0',
    ...chooser.of([plain, coded, both]),
  ];
  return { content: `${lines.join('\r\n')}\r\n`, fraud, kind };
}

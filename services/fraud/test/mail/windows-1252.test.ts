import { expect, test } from 'vitest';
import { parseMail } from '../../src/mail/parse.js';

const mail = (charset: string) =>
  `From: a@example.org\nSubject: =?${charset}?Q?It=92s?=\nMIME-Version: 1.0\nContent-Type: text/plain; charset=${charset}\n` +
  'Content-Transfer-Encoding: quoted-printable\n\n=93Quoted=94 =96 caf=E9 =80 5\n';

test.each(['windows-1252', 'iso-8859-1', 'us-ascii'])(
  '%s is read with its quotes and dashes',
  async (charset) => {
    const { subject, text } = await parseMail(mail(charset));
    expect(subject).toBe('It’s');
    expect(text.trim()).toBe('“Quoted” – café € 5');
  },
);

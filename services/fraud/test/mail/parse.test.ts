import { rows } from '@services/kit/testing';
import { expect, test } from 'vitest';
import { isFreeMail } from '../../src/mail/hosts.js';
import { parseMail } from '../../src/mail/parse.js';
import { testFacts } from '../text/facts.js';

testFacts(
  (_name, domain) => isFreeMail(domain),
  `
  free mail | yes | gmail.com
  free mail | yes | wp.pl
  free mail | yes | yahoo.com.mx
  free mail | yes | hotmail.co.uk
  free mail | no | yahoo-support.es
  free mail | no | mail.yahoo.example
  free mail | no | outlook.cloud
  free mail | no | example.com
`,
);

test.each(['windows-1252', 'iso-8859-1', 'us-ascii'])(
  '%s is read with its quotes and dashes',
  async (charset) => {
    const head = `From: a@example.org\nSubject: =?${charset}?Q?It=92s?=\nContent-Type: text/plain; charset=${charset}\n`;
    const body = 'Content-Transfer-Encoding: quoted-printable\n\n=93Quoted=94 =96 caf=E9 =80 5\n';
    const { subject, text } = await parseMail(`${head}MIME-Version: 1.0\n${body}`);
    expect([subject, text.trim()]).toEqual(['It’s', '“Quoted” – café € 5']);
  },
);

// The mails were pasted without headers, or with some of their headers.
test.each(
  rows(`
  – | Dear customer,¶¶your mailbox is full. | Dear customer,¶¶your mailbox is full.
  – | DHL: Your parcel waits. Pay now. | DHL: Your parcel waits. Pay now.
  – | Dear customer¶¶Pay now | <p>Dear customer</p><p>Pay <b>now</b></p>
  – | Ihr Konto – gesperrt: jetzt prüfen | Ihr Konto – gesperrt: jetzt prüfen
  Lunch | Are you free? | From: Ann <ann@example.org>¶Subject: Lunch¶Are you free?
  Lunch | Are you free? | From ann@example.org Sat Jan  3 01:05:34 1996¶Subject: Lunch¶¶Are you free?
  A long subject | Are you free? | ¶¶Subject: A long¶ subject¶odd line¶X-Mailer: x¶¶Are you free?
  Warning | From: here on | Subject: Warning¶¶From: here on
`),
)('subject %s and text %s of: %s', async (subject, text, content) => {
  const mail = await parseMail(content.replaceAll('¶', '\n'));
  expect([mail.subject || '–', mail.text.trim().replaceAll('\n', '¶')]).toEqual([subject, text]);
});

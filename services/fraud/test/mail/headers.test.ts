import { expect, test } from 'vitest';
import { parseMail } from '../../src/mail/parse.js';

test.each([
  ['Dear customer,\n\nyour mailbox is full.', '', 'Dear customer,\n\nyour mailbox is full.'],
  ['DHL: Your parcel waits. Pay now.', '', 'DHL: Your parcel waits. Pay now.'],
  ['<p>Dear customer</p><p>Pay <b>now</b></p>', '', 'Dear customer\n\nPay now'],
  ['Ihr Konto – gesperrt: jetzt prüfen', '', 'Ihr Konto – gesperrt: jetzt prüfen'],
  ['From: Ann <ann@example.org>\nSubject: Lunch\nAre you free?', 'Lunch', 'Are you free?'],
  [
    'From ann@example.org Sat Jan  3 01:05:34 1996\nSubject: Lunch\n\nAre you free?',
    'Lunch',
    'Are you free?',
  ],
  [
    '\n\nSubject: A long\n subject\nodd line\nX-Mailer: x\n\nAre you free?',
    'A long subject',
    'Are you free?',
  ],
  ['Subject: Warning\n\nFrom: here on', 'Warning', 'From: here on'],
])('%j', async (content, subject, text) => {
  const mail = await parseMail(content);
  expect([mail.subject, mail.text.trim()]).toEqual([subject, text]);
});

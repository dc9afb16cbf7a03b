import { rows } from '@services/kit/testing';
import { expect, test } from 'vitest';
import type { MailMessage } from '../../src/detectors/detector.js';
import { messageOf } from '../../src/judge/message.js';
import { examine, type View } from '../../src/model/features.js';
import { mailFeatures } from '../../src/model/mail-features.js';
import type { FeatureBag } from '../../src/model/text-features.js';

const PASSED =
  'Received: from a.example by mx.example.org; Tue, 5 Mar 2024 09:12:46 +0000\nAuthentication-Results: mx.example.org; spf=pass; dkim=pass; dmarc=pass\n';
const REQUEST = 'Please confirm your card for the refund.';
const FORTUNE =
  'I am a barrister. My late client left an inheritance of $8,500,000 in a bank. As next of kin you may claim it. Please keep this confidential and reply.';

async function features(from: string, text: string, subject = 'News', checks = PASSED) {
  const type = text.startsWith('<')
    ? 'text/html'
    : text.startsWith('--b')
      ? 'multipart/mixed; boundary=b'
      : 'text/plain';
  const content = `${checks}From: ${from}\nTo: reader@example.org\nSubject: ${subject}\nContent-Type: ${type}; charset=utf-8\n\n${text}`;
  const message = (await messageOf({ dataType: 'email', content }, [])) as MailMessage;
  const bag: FeatureBag = new Map();
  mailFeatures(message, message.reading, bag);
  return { bag, view: examine(message).views[0] as View };
}
/** A row of the table is one line, so its ends of lines are written as "¶". */
const flat = (text: string) => text.replaceAll('\n', '¶');
const results = (text: string) => flat(PASSED.replace(/spf=.*\n/, text));
const button = (host: string) =>
  `<p>Hello</p><a href="https://${host}/s"><img src="https://${host}/i.png"></a>`;
const writes = (...addresses: string[]) =>
  `<p>Someone signed in.</p>${addresses.map((address) => `<a href="mailto:${address}">Report it</a>`).join('')}`;
const pages = (hosts: string) =>
  `<p>News</p>${hosts
    .split(' ')
    .map((host, at) => `<a href="https://${host}/${at}">Page ${at}</a>`)
    .join('¶')}`;
const file = (name: string) =>
  flat(
    `--b\nContent-Type: text/plain\n\nSee the file.\n--b\nContent-Type: application/pdf; name="${name}"\n\n%PDF\n--b--`,
  );

// A mail has the feature if a plus sign follows its name.
test.each(
  rows<string[]>(`
  mail.dressed_domain | + | Alpenkraft <refund@alpenkraft-kunden.com> | ${REQUEST}
  mail.dressed_domain | - | Alpenkraft <refund@alpenkraft.com> | ${REQUEST}
  mail.dressed_domain | - | Alpenkraft <news@alpenkraft-shop.com> | ${REQUEST}
  mail.dressed_domain | - | Alpenkraft <news@alpenkraft-kunden.com> | Our new colours are here.
  mail.moved_account | + | Kim <kim@a.example> | Our bank details have changed. Pay invoice 2291 to the new account.
  mail.moved_account | - | Kim <kim@a.example> | Invoice 2291 is due on Friday. Pay it to the known account.
  mail.moved_account | - | Kim <kim@a.example> | Our bank details have changed, pay: https://pay.example.com/
  mail.secret_payment | + | Kim <kim@a.example> | Can you pay £18,450 today? Keep this between us.
  mail.secret_payment | - | Kim <kim@a.example> | Keep this between us: it is a surprise party.
  mail.brand_writes_elsewhere | + | PayPal <service@paypal.com> | ${writes('check@b.example')}
  mail.brand_writes_elsewhere | - | PayPal <service@paypal.com> | ${writes('help@mail.paypal.com')}
  mail.answers_elsewhere | + | Kim <kim@a.example> | Please reply${' now'.repeat(7)} kim.j.p.moss@gmail.com
  mail.answers_elsewhere | - | Kim <kim@a.example> | Please reply${' now'.repeat(8)} kim.j.p.moss@gmail.com
  mail.answers_elsewhere | - | Kim <kim@a.example> | Please reply${' now'.repeat(7)} kim.j.p.moss@moss.example
  mail.answers_elsewhere | - | Kim <kim@a.example> | Please reply${' now'.repeat(7)} kim@a.example
  mail.answers_elsewhere | + | Ann <ann@a.example> | Please write to me at kim.b@gmail.com.
  mail.answers_elsewhere | - | Ann <ann@a.example> | The list is kept by kim.b@gmail.com.
  mail.random_domain | + | return@qlhcyzlln.com | Hello
  mail.random_domain | - | hello@brightwater.com | Hello
  mail.random_domain | - | hello@hdfcbank.com | Hello
  mail.forwarded | + | Kim <kim@a.example> | From: Ann <re@b.example>¶Date: Mon¶¶You won. | Fwd: Hello
  mail.authenticated | - | Kim <kim@a.example> | From: Ann <re@b.example>¶Date: Mon¶¶You won. | Fwd: Hello
  mail.authenticated | + | Kim <kim@a.example> | From: Ann <re@b.example>¶Date: Mon¶¶You won.
  mail.poses_as_receivers | + | Example.org Mail Server <x@brightwater.com> | Hello
  mail.poses_as_receivers | - | Brightwater Mail Server <x@brightwater.com> | Hello
  mail.own_links | + | Brightwater <x@brightwater.net> | ${button('www.brightwater.com')}
  mail.own_links | - | Brightwater <x@brightwater.net> | ${button('www.greywater.com')}
  mail.free_sender_page | + | Kim <kim@gmail.com> | ${button('www.greywater.com')}
  mail.free_sender_page | - | Kim <kim@gmail.com> | <p>See www.greywater.com</p>
  mail.stranger_button | + | Northwind <x@brightwater.com> | ${button('www.greywater.com')}
  mail.stranger_button | - | Northwind <x@northwind.com> | ${button('www.greywater.com')}
  mail.authenticated | - | Northwind <x@brightwater.com> | Hello
  mail.authenticated | + | Northwind <x@northwind.com> | Hello
  mail.list | + | Kim <kim@hotmail.com>¶Reply-To: reader@example.org | Hello
  mail.list | - | Kim <kim@hotmail.com>¶Reply-To: kim@hotmail.com | Hello
  mail.subject_code | + | Kim <kim@a.example> | Hello | Your order #48213
  mail.subject_code | - | Kim <kim@a.example> | Hello | Lunch at 12 in room 214
  mail.subject_count | + | Kim <kim@a.example> | Hello | You have (3) new messages
  mail.subject_garbled | + | Kim <kim@a.example> | Hello | Caf\u00c3\u00a9
  mail.subject_garbled | - | Kim <kim@a.example> | Hello | Caf\u00e9
  mail.returned | + | postmaster@a.example | No such user. | Failed | Return-Path: <>
  mail.returned | - | postmaster@a.example | No such user. | Failed | Return-Path: <kim@a.example>
  mail.returned_plain | + | Kim <kim@a.example> | I am away until Monday. | News | Return-Path: <>
  mail.returned_plain | - | Kim <kim@a.example> | I am away until Monday. See https://a.example.com/ | News | Return-Path: <>
  mail.brand_unproven | + | PayPal <service@paypal.com> | Hello | News | ${results('dkim=none; spf=softfail')}
  mail.brand_unproven | - | PayPal <service@paypal.com> | Hello | News | ${results('dkim=pass; spf=softfail')}
  mail.brand_unproven | - | Kim <kim@b.example> | Hello | News | ${results('dkim=none; spf=softfail')}
  mail.filler | + | Ann <ann@a.example> | tell, lot, pull, just, tales, noon, rocket, nine, shells, seeing, fig
  mail.filler | - | Ann <ann@a.example> | We have apples, pears, plums, figs and nuts, and honey.
  mail.fortune_letter | + | Ann <ann@a.example> | ${FORTUNE}
  mail.fortune_letter | - | Ann <ann@a.example> | The foundation thanks you for your donation of $25 to the fund.
  mail.free_sender_file | + | Maria Lopez <kim4411@gmail.com> | ${file('B064oMpC5p2dNd.pdf')}
  mail.drawn_file | + | Maria Lopez <kim4411@gmail.com> | ${file('B064oMpC5p2dNd.pdf')}
  mail.free_sender_file | - | Maria Lopez <kim4411@a.example> | ${file('IMG_20240512.pdf')}
  mail.drawn_file | - | Maria Lopez <kim4411@a.example> | ${file('IMG_20240512.pdf')}
  mail.writes_to_free_host | + | News <news@a.example> | ${writes('kim.b@gmail.com')}
  mail.writes_to_free_host | - | News <news@a.example> | ${writes('kim.b@gmail.com', 'news@a.example')}
  mail.own_house | + | Bright & Water <x@brightandwater.com> | ${button('brightandwater.com')}
  mail.own_house | - | Bright & Water <x@brightandwater.com> | ${button('brightandwater.com')} | News | ${results('spf=fail')}
  mail.own_house | - | Brightwater <x@brightwater-login.com> | ${button('brightwater-login.com')}
  mail.own_house | - | Brightwater <x@brightwater.com> | ${button('greywater.com')}
  mail.own_house | - | Brightwater <x@brightwater.com> | ${button('brightwater.com')} | You are the winner of a prize
  mail.own_pages | + | Ann <ann@a.com> | ${pages('news.a.com news.a.com a.com a.com shop.a.com')}
  mail.own_pages | - | Ann <ann@a.com> | ${pages('a.com b.com c.com d.com e.com')}
`),
)('%s %s: %s | %s | %s', async (name, sign, from, text, subject, checks) => {
  const lines = (cell: string) => cell.replaceAll('¶', '\n');
  const head = checks === undefined ? PASSED : `${lines(checks)}\n`;
  const { bag } = await features(lines(from), lines(text), subject, head);
  expect(bag.has(name)).toBe(sign === '+');
});

test.each([
  ['Identity Review <a@identity-review.com>', [true, true, true]],
  ['Microsoft account team <a@identity-review.com>', [false, false, false]],
])('%s with a link to identity-review.com uses its own address: %j', async (from, expected) => {
  const { bag } = (await features(from, '<a href="https://identity-review.com/s">Review</a>')).view;
  expect(['mail.own_links', 'mail.authenticated', 'sign.own_link'].map((name) => bag.has(name))).toEqual(
    expected,
  );
});

test.each([
  ['report; report-type=delivery-status', true],
  ['mixed', false],
])('a mail of the type multipart/%s is a report of failed delivery: %s', async (type, expected) => {
  const checks = `Content-Type: multipart/${type}; boundary=b\n`;
  const { bag } = await features('postmaster@a.example', '--b\n\nNo such user.\n--b--', 'Failed', checks);
  expect(bag.has('mail.returned')).toBe(expected);
});

test('nothing is told of the sender and the receivers of a mail whose text was pasted', async () => {
  const told = ['mail.no_name', 'mail.undisclosed', 'mail.subject_empty', 'email.missing_headers'];
  const names = async (content: string) => {
    const { bag } = examine(await messageOf({ dataType: 'email', content }, [])).views[0] as View;
    return told.filter((name) => bag.has(name));
  };
  expect(await names('Dear customer,\n\nyour order has been shipped.')).toEqual([]);
  expect(await names('Received: by mx.example.org\n\nYour order has been shipped.')).toEqual(told);
});

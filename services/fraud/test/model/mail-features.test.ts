import { expect, test } from 'vitest';
import type { MailMessage } from '../../src/detectors/detector.js';
import { messageOf } from '../../src/judge/message.js';
import { examine, type View } from '../../src/model/features.js';
import { mailFeatures } from '../../src/model/mail-features.js';
import type { FeatureBag } from '../../src/model/text-features.js';

const PASSED =
  'Received: from a.example by mx.example.org; Tue, 5 Mar 2024 09:12:46 +0000\nAuthentication-Results: mx.example.org; spf=pass; dkim=pass; dmarc=pass\n';

async function featuresOf(content: string): Promise<FeatureBag> {
  const bag: FeatureBag = new Map();
  const message = (await messageOf({ dataType: 'email', content }, [])) as MailMessage;
  mailFeatures(message, message.reading, bag);
  return bag;
}

function features(
  from: string,
  text: string,
  { subject = 'News', type = 'text/plain; charset=utf-8', checks = PASSED } = {},
): Promise<FeatureBag> {
  return featuresOf(
    `${checks}From: ${from}\nTo: reader@example.org\nSubject: ${subject}\nContent-Type: ${type}\n\n${text}`,
  );
}

test.each([
  ['Alpenkraft <refund@alpenkraft-kunden.com>', 'Please confirm your card for the refund.', true],
  ['Alpenkraft <refund@alpenkraft.com>', 'Please confirm your card for the refund.', false],
  ['Alpenkraft Tirol <refund@alpenkraft-tirol.com>', 'Please confirm your card for the refund.', false],
  ['Alpenkraft <news@alpenkraft-shop.com>', 'Please confirm your card for the refund.', false],
  ['Alpenkraft <news@alpenkraft-kunden.com>', 'Our new colours are here.', false],
])('%s has the name among other words of the domain: %s', async (from, text, expected) => {
  expect((await features(from, text)).has('mail.dressed_domain')).toBe(expected);
});

test.each([
  ['Our bank details have changed. Pay invoice 2291 to the new account.', 'mail.moved_account', true],
  ['Invoice 2291 is due on Friday. Pay it to the known account.', 'mail.moved_account', false],
  ['Our bank details have changed, pay: https://pay.example.com/', 'mail.moved_account', false],
  ['Can you pay £18,450 today? Keep this between us.', 'mail.secret_payment', true],
  ['Keep this between us: it is a surprise party.', 'mail.secret_payment', false],
])('%s: %s, %s', async (text, name, expected) => {
  expect((await features('Kim <kim@a.example>', text)).has(name)).toBe(expected);
});

test('a sender who uses the name of another company does not count as using its own address', async () => {
  const link = '<a href="https://identity-review.com/s">Review</a>';
  const told = async (from: string) => {
    const content = `${PASSED}From: ${from}\nTo: reader@example.org\nSubject: News\nContent-Type: text/html\n\n${link}`;
    const { views } = examine(await messageOf({ dataType: 'email', content }, []));
    const bag = (views[0] as View).bag;
    return ['mail.own_links', 'mail.authenticated', 'sign.own_link'].map((name) => bag.has(name));
  };
  expect(await told('Identity Review <a@identity-review.com>')).toEqual([true, true, true]);
  expect(await told('Microsoft account team <a@identity-review.com>')).toEqual([false, false, false]);
});

test.each([
  ['PayPal <service@paypal.com>', 'check@b.example', true],
  ['PayPal <service@paypal.com>', 'help@paypal.com', false],
  ['PayPal <service@paypal.com>', 'help@mail.paypal.com', false],
  ['Kim <kim@a.example>', 'check@b.example', false],
])('%s with a button that writes to %s: %s', async (from, address, expected) => {
  const html = `<p>Someone signed in.</p><a href="mailto:${address}">Report it</a>`;
  expect((await features(from, html, { type: 'text/html' })).has('mail.brand_writes_elsewhere')).toBe(
    expected,
  );
});

test.each([
  ['kim.j.p.moss@gmail.com', 7, true],
  ['kim.j.p.moss@gmail.com', 8, false],
  ['kim.j.p.moss@moss.example', 7, false],
  ['kim@a.example', 7, false],
])('an answer to %s, %i words after the request, goes elsewhere: %s', async (address, words, expected) => {
  const text = `Please reply${' now'.repeat(words)} ${address}`;
  const bag = await features('Kim <kim@a.example>', text);
  expect(bag.has('mail.answers_elsewhere')).toBe(expected);
});

test.each([
  ['return@qlhcyzlln.com', true],
  ['return@ghtbnrpq.com', true],
  ['hello@brightwater.com', false],
  ['hello@dpdgroup.com', false],
  ['hello@hdfcbank.com', false],
])('the domain of %s is randomly generated: %s', async (address, expected) => {
  expect((await features(address, 'Hello')).has('mail.random_domain')).toBe(expected);
});

test.each([
  ['Fwd: Hello', 'From: Ann <re@b.example>\nDate: Mon\n\nYou won.'],
  ['Fw: Hello', 'De: Ambassador Ann\n\nEnviado: quarta-feira\n\nYou won.'],
])('the signature of a forwarded mail is only the forwarder’s: %s', async (subject, text) => {
  const bag = await features('Kim <kim@a.example>', text, { subject });
  expect(bag.has('mail.forwarded')).toBe(true);
  expect(bag.has('mail.authenticated')).toBe(false);
  expect((await features('Kim <kim@a.example>', text)).has('mail.authenticated')).toBe(true);
});

const BUTTON = (host: string) =>
  `<p>Hello</p><a href="https://${host}/s"><img src="https://${host}/i.png"></a>`;

test.each([
  ['mail.poses_as_receivers', 'Example.org Mail Server <x@brightwater.com>', 'Hello', 'News', true],
  ['mail.poses_as_receivers', 'Brightwater Mail Server <x@brightwater.com>', 'Hello', 'News', false],
  ['mail.own_links', 'Brightwater <x@brightwater.net>', BUTTON('www.brightwater.com'), 'News', true],
  ['mail.own_links', 'Brightwater <x@brightwater.net>', BUTTON('www.greywater.com'), 'News', false],
  ['mail.free_sender_page', 'Kim <kim@gmail.com>', BUTTON('www.greywater.com'), 'News', true],
  ['mail.free_sender_page', 'Kim <kim@gmail.com>', '<p>See www.greywater.com</p>', 'News', false],
  ['mail.stranger_button', 'Northwind <x@brightwater.com>', BUTTON('www.greywater.com'), 'News', true],
  ['mail.stranger_button', 'Northwind <x@northwind.com>', BUTTON('www.greywater.com'), 'News', false],
  ['mail.authenticated', 'Northwind <x@brightwater.com>', 'Hello', 'News', false],
  ['mail.authenticated', 'Northwind <x@northwind.com>', 'Hello', 'News', true],
  ['mail.list', 'Kim <kim@hotmail.com>\nReply-To: reader@example.org', 'Hello', 'News', true],
  ['mail.list', 'Kim <kim@hotmail.com>\nReply-To: kim@hotmail.com', 'Hello', 'News', false],
  ['mail.subject_code', 'Kim <kim@a.example>', 'Hello', 'Your order #48213', true],
  ['mail.subject_code', 'Kim <kim@a.example>', 'Hello', 'Lunch at 12 in room 214', false],
  ['mail.subject_count', 'Kim <kim@a.example>', 'Hello', 'You have (3) new messages', true],
  ['mail.subject_garbled', 'Kim <kim@a.example>', 'Hello', 'Caf\u00c3\u00a9', true],
  ['mail.subject_garbled', 'Kim <kim@a.example>', 'Hello', 'Caf\u00e9', false],
])('%s of "%s": %s, %s, %s', async (name, from, body, subject, expected) => {
  const bag = await features(from, body, {
    subject,
    type: `text/${body.startsWith('<') ? 'html' : 'plain'}; charset=utf-8`,
  });
  expect(bag.has(name)).toBe(expected);
});

test.each([
  ['Return-Path: <>', true],
  ['Return-Path: <kim@a.example>', false],
  ['Content-Type: multipart/report; report-type=delivery-status; boundary=b', true],
  ['Content-Type: multipart/mixed; boundary=b', false],
])('%s marks a report of failed delivery: %s', async (header, expected) => {
  const content = `${header}\nFrom: postmaster@a.example\nTo: reader@example.org\nSubject: Failed\n\n--b\n\nNo such user.\n--b--`;
  expect((await featuresOf(content)).has('mail.returned')).toBe(expected);
});

test.each([
  ['I am away until Monday.', true],
  ['I am away until Monday. See https://a.example.com/', false],
])('"%s" without a return address has nothing to open: %s', async (text, expected) => {
  const bag = await features('Kim <kim@a.example>', text, { checks: 'Return-Path: <>\n' });
  expect(bag.has('mail.returned_plain')).toBe(expected);
});

test.each([
  ['PayPal <service@paypal.com>', 'dkim=none; spf=softfail', true],
  ['PayPal <kim@b.example>', 'dkim=fail; spf=none', true],
  ['PayPal <service@paypal.com>', 'dkim=pass; spf=softfail', false],
  ['Kim <kim@b.example>', 'dkim=none; spf=softfail', false],
])('%s with %s writes under a known name without a proof: %s', async (from, results, expected) => {
  const checks = PASSED.replace(/spf=.*/, results);
  expect((await features(from, 'Hello', { checks })).has('mail.brand_unproven')).toBe(expected);
});

test.each([
  ['Please write to me at kim.b@gmail.com.', 'mail.answers_elsewhere', true],
  ['Please write to me at ann@a.example.', 'mail.answers_elsewhere', false],
  ['The list is kept by kim.b@gmail.com.', 'mail.answers_elsewhere', false],
  ['tell, lot, pull, just, tales, noon, rocket, nine, shells, seeing, fig', 'mail.filler', true],
  ['We have apples, pears, plums, figs and nuts, and honey.', 'mail.filler', false],
  [
    'I am a barrister. My late client left an inheritance of $8,500,000 in a bank. As next of kin you may claim it. Please keep this confidential and reply.',
    'mail.fortune_letter',
    true,
  ],
  ['The foundation thanks you for your donation of $25 to the fund.', 'mail.fortune_letter', false],
])('%s: %s, %s', async (text, name, expected) => {
  expect((await features('Ann <ann@a.example>', text)).has(name)).toBe(expected);
});

test.each([
  ['Maria Lopez <kim4411@gmail.com>', 'B064oMpC5p2dNd.pdf', [true, true]],
  ['Maria Lopez <mlopez@gmail.com>', 'Invoice-2024-118.pdf', [false, false]],
  ['Maria Lopez <kim4411@a.example>', 'IMG_20240512.pdf', [false, false]],
])('%s sends %s as a stranger, under a drawn name: %j', async (from, file, expected) => {
  const part = (type: string, body: string) => `--b\nContent-Type: ${type}\n\n${body}\n`;
  const text = `${part('text/plain', 'See the file.')}${part(`application/pdf; name="${file}"`, '%PDF')}--b--`;
  const bag = await features(from, text, { type: 'multipart/mixed; boundary=b' });
  expect(['mail.free_sender_file', 'mail.drawn_file'].map((name) => bag.has(name))).toEqual(expected);
});

test.each([
  ['<a href="mailto:kim.b@gmail.com">Stop</a>', true],
  ['<a href="mailto:kim.b@gmail.com">Editor</a><a href="mailto:news@a.example">Stop</a>', false],
])('all buttons of %s write to a free mail host: %s', async (html, expected) => {
  const bag = await features('News <news@a.example>', html, { type: 'text/html' });
  expect(bag.has('mail.writes_to_free_host')).toBe(expected);
});

test.each([
  [['news.a.com', 'news.a.com', 'a.com', 'a.com', 'shop.a.com'], true],
  [['a.com', 'b.com', 'c.com', 'd.com', 'e.com'], false],
])('a page of ann@a.com with links to %j is a newsletter: %s', async (hosts, expected) => {
  const html = hosts.map((host, at) => `<a href="https://${host}/${at}">Page ${at}</a>`).join('\n');
  const bag = await features('Ann <ann@a.com>', html, { type: 'text/html' });
  expect(bag.has('mail.own_pages')).toBe(expected);
});

import { expect, test } from 'vitest';
import { readLink } from '../../src/text/links.js';
import { readText } from '../../src/text/reading.js';

const traits = (address: string) => [...(readLink(address)?.traits ?? [])].sort();

test.each([
  ['https://example.com/', []],
  ['http://example.com/', ['plain_http']],
  ['https://a.b.c.example.com/', []],
  ['https://a.b.c.d.example.com/', ['deep_subdomain']],
  ['https://a-b-c.example.com/', []],
  ['https://a-b-c-d.example.com/', ['many_hyphens']],
  ['https://example.com:443/', []],
  ['https://example.com:8443/', ['odd_port']],
  [`https://example.com/${'a'.repeat(199)}`, []],
  [`https://example.com/${'a'.repeat(200)}`, ['long_query']],
  ['https://someone@example.com/', ['url_userinfo']],
  ['https://3232235777/', ['ip_host']],
  ['https://0xc0a80101/', ['ip_host']],
  ['https://bcdfga.com/', []],
  ['https://bcdfgh.com/', ['random_host']],
  ['https://a1b2c.com/', []],
  ['https://a1b2c3.com/', ['random_host']],
  ['https://ab1cde.com/', []],
  ['https://ab12cd.com/', ['random_host']],
  ['https://example.com/Window', []],
  ['https://example.com/page12', []],
  ['https://example.com/8xGFWJD', ['random_path']],
  ['https://example.com/r/Uz39q', ['random_path']],
  ['https://example.com/8xG', []],
  ['https://bit.ly/8xGFWJD', ['shortener']],
  ['https://paypal.com/8xGFWJD', []],
  ['https://example.info/', ['cheap_suffix']],
  ['https://example.museum/', []],
  ['https://example.bank/', ['new_suffix']],
  ['https://example.com/login', ['bait_words']],
  ['https://example.com/a?next=login', []],
  ['https://example.com/blogin', []],
  ['https://paypal.com/login', []],
  ['whatsapp://chat/?code=8xGFWJD', ['chat_app']],
  ['tg://resolve?domain=example', ['chat_app']],
  ['https://name.de-mail.com/', ['posed_suffix']],
  [`https://name.de-mail.com/${'a'.repeat(199)}`, []],
  ['https://www.de-mail.com/', []],
])('traits of %s', (address, expected) => {
  expect(traits(address)).toEqual(expected);
});

test.each([
  ['https://www.google.com/search?q=a', true, []],
  ['https://www.google.com/url?q=https://example.com', false, ['open_redirect']],
  ['https://docs.google.com/forms/a', false, ['free_hosting']],
  ['https://lnkd.in/g7jb5b_7', false, ['shortener']],
  ['https://linkedin.com/jobs', true, []],
  ['https://example.com/url?q=https://example.org', false, []],
])('the brand that owns the domain is responsible for %s: %s', (address, owned, expected) => {
  expect(readLink(address)?.owner !== undefined).toBe(owned);
  expect(traits(address)).toEqual(expected);
});

test.each([
  ['https://192.0.2.7/paypal/', 'brand_elsewhere', true],
  ['https://example.com/paypal/', 'brand_elsewhere', true],
  ['https://paypal.example.com/', 'brand_elsewhere', true],
  ['https://bit.ly/paypal', 'brand_elsewhere', false],
  ['https://paypal.com/paypal/', 'brand_elsewhere', false],
  ['https://paypa1.com/', 'lookalike', true],
  ['https://paypal.com/', 'lookalike', false],
] as const)('%s borrows a name, %s: %s', (address, trait, expected) => {
  const link = readLink(address);
  expect(link?.traits.has(trait)).toBe(expected);
  expect(link?.borrowed?.label).toBe(expected ? 'paypal' : undefined);
});

// The host names are those of browsers: `new URL('https://pаypal.com').host`, with a Cyrillic "а".
test.each([
  ['https://pаypal.com/invoice', 'xn--pypal-4ve.com', 'paypal'],
  ['https://xn--pypal-4ve.com/invoice', 'xn--pypal-4ve.com', 'paypal'],
  ['pаypal-login.com/invoice', 'xn--pypal-login-yij.com', 'paypal'],
  ['hxxps://pаypal[.]com/invoice', 'xn--pypal-4ve.com', 'paypal'],
  ['https://páypal.com/', 'xn--pypal-xqa.com', 'paypal'],
  ['https://аррӏе.com/', 'аррӏе.com', 'apple'],
  ['https://ｐａｙｐａｌ.com/', 'paypal.com', undefined],
  ['https://pay\u200bpal.com/', 'paypal.com', undefined],
  ['https://sparkasse-köln.de/', 'sparkasse-koln.de', undefined],
  ['https://bücher.de/', 'bucher.de', undefined],
  ['https://сбербанк.рф/', 'сбербанк.рф', undefined],
])('%s leads to %s and imitates %s', (text, host, imitated) => {
  const [link] = readText(`See ${text} today`).links;
  expect(link?.host).toBe(host);
  expect(link?.borrowed?.label).toBe(imitated);
  expect(link?.traits.has('lookalike')).toBe(imitated !== undefined);
});

import { expect, test } from 'vitest';
import { readLink } from '../../src/text/links.js';
import { readText } from '../../src/text/reading.js';
import { testFacts } from './facts.js';

testFacts(
  (name, address) => {
    const link = readLink(address);
    if (name === 'posed') return link?.traits.has('posed_suffix');
    return name === 'borrowed' ? link?.borrowed?.label : [...(link?.traits ?? [])].sort();
  },
  `
  traits | – | https://example.com/
  traits | plain_http | http://example.com/
  traits | – | https://a.b.c.example.com/
  traits | deep_subdomain | https://a.b.c.d.example.com/
  traits | – | https://a-b-c.example.com/
  traits | many_hyphens | https://a-b-c-d.example.com/
  traits | – | https://example.com:443/
  traits | odd_port | https://example.com:8443/
  traits | – | https://example.com/${'a'.repeat(199)}
  traits | long_query | https://example.com/${'a'.repeat(200)}
  traits | url_userinfo | https://someone@example.com/
  traits | ip_host | https://3232235777/
  traits | – | https://bcdfga.com/
  traits | random_host | https://bcdfgh.com/
  traits | – | https://a1b2c.com/
  traits | random_host | https://a1b2c3.com/
  traits | – | https://ab1cde.com/
  traits | random_host | https://ab12cd.com/
  traits | – | https://example.com/Window
  traits | – | https://example.com/page12
  traits | random_path | https://example.com/8xGFWJD
  traits | random_path | https://example.com/r/Uz39q
  traits | – | https://example.com/8xG
  traits | shortener | https://bit.ly/8xGFWJD
  traits | shortener | https://other.app.goo.gl/8xGFWJD
  traits | – | https://photos.app.goo.gl/8xGFWJD
  traits | – | https://paypal.com/8xGFWJD
  traits | cheap_suffix | https://example.info/
  traits | new_suffix | https://example.bank/
  traits | bait_words | https://example.com/login
  traits | – | https://example.com/a?next=login
  traits | – | https://paypal.com/login
  traits | chat_app | whatsapp://chat/?code=8xGFWJD
  traits | posed_suffix | https://name.de-mail.com/
  traits | – | https://www.de-mail.com/
  posed | yes | hsbc.co.uk-login.com
  posed | yes | bcr-george.net-auth.info
  posed | – | www.in-store.example
  posed | no | co-op.co.uk
  traits | – | https://example.com/url?q=https://example.org
  borrowed | paypal | https://192.0.2.7/paypal/
  borrowed | paypal | https://example.com/paypal/
  borrowed | paypal | https://paypal.example.com/
  borrowed | – | https://bit.ly/paypal
  borrowed | – | https://paypal.com/paypal/
  borrowed | paypal | https://paypa1.com/
`,
);

test.each([
  ['https://www.google.com/search?q=a', true, []],
  ['https://www.google.com/url?q=https://example.com', false, ['open_redirect']],
  ['https://docs.google.com/forms/a', false, ['free_hosting']],
  ['https://lnkd.in/g7jb5b_7', false, ['shortener']],
  ['https://linkedin.com/jobs', true, []],
])('the brand that owns the domain is responsible for %s: %s', (address, owned, expected) => {
  const link = readLink(address);
  expect([link?.owner !== undefined, [...(link?.traits ?? [])]]).toEqual([owned, expected]);
});

test.each([
  ['https://example.com/paypal/', 'brand_elsewhere', true],
  ['https://bit.ly/paypal', 'brand_elsewhere', false],
  ['https://paypa1.com/', 'lookalike', true],
  ['https://paypal.com/', 'lookalike', false],
] as const)('%s borrows a name, %s: %s', (address, trait, expected) => {
  expect(readLink(address)?.traits.has(trait)).toBe(expected);
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

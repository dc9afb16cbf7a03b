import { expect, test } from 'vitest';
import type { MailMessage } from '../../src/detectors/detector.js';
import { EMAIL_DETECTORS } from '../../src/detectors/email/index.js';
import { messageOf } from '../../src/judge/message.js';

const head = (lines: Record<string, string> = {}) =>
  Object.entries({
    From: 'Ann <ann@example.com>',
    To: 'bob@example.org',
    Subject: 'Hello',
    Date: 'Mon, 4 Mar 2024 10:00:00 +0000',
    ...lines,
  })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n');
const plain = (lines: Record<string, string> = {}, body = 'Good day.') =>
  `${head(lines)}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}\r\n`;
const html = (body: string, lines: Record<string, string> = {}) =>
  `${head(lines)}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html><body>${body}</body></html>\r\n`;
const attached = (name: string, content: string, type = 'application/octet-stream') =>
  `${head()}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee the file.\r\n--b\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content, 'latin1').toString('base64')}\r\n--b--\r\n`;
const link = (target: string, shown = 'here') => html(`<p>Please look <a href="${target}">${shown}</a></p>`);
const ok = 'mx.example.org; spf=pass; dkim=pass; dmarc=pass';

const TABLE: Readonly<Record<string, readonly [fires: string, silent: string]>> = {
  'email.display_name_spoof': [
    plain({ From: '"PayPal Support" <info@qwfp.net>' }),
    plain({ From: '"PayPal" <service@paypal.com>' }),
  ],
  'email.reply_to_mismatch': [
    plain({ 'Reply-To': 'ann77@gmail.com' }),
    plain({ 'Reply-To': 'office@mail.example.com' }),
  ],
  'email.return_path_mismatch': [
    plain({ 'Return-Path': '<x@other.net>' }),
    plain({ 'Return-Path': '<bounce@mail.example.com>' }),
  ],
  'email.auth_failed': [
    plain({ 'Authentication-Results': 'mx.example.org; spf=fail; dmarc=fail' }),
    plain({ 'Authentication-Results': ok }),
  ],
  'email.lookalike_domain': [link('https://micros0ft-login.com/x'), link('https://www.microsoft.com/x')],
  'email.link_text_mismatch': [
    link('https://evil.example.net/a', 'www.chase.com'),
    link('https://secure.chase.com/a', 'www.chase.com'),
  ],
  'email.ip_host': [link('http://93.184.216.34/a'), link('https://example.com/93.184.216.34')],
  'email.punycode_host': [link('https://xn--pypal-4ve.com/'), link('https://example.com/xn--a')],
  'email.url_userinfo': [link('https://www.paypal.com@qwfp.net/'), link('https://qwfp.net/?m=a@b.com')],
  'email.shortener': [link('https://bit.ly/abc'), link('https://example.com/bit.ly')],
  'email.odd_port': [link('http://qwfp.net:8081/'), link('https://qwfp.net:443/')],
  'email.deep_subdomain': [link('https://a.b.c.d.qwfp.net/'), link('https://www.mail.qwfp.net/')],
  'email.free_hosting': [link('https://portal-9.weebly.com/'), link('https://weekly.com/')],
  'email.credential_form': [
    html('<form action="https://qwfp.net/p"><input name=u><input type=password></form>'),
    html('<form action="/s"><input name=q></form>'),
  ],
  'email.html_hidden_text': [
    html(`<p>Click now</p><div style="display:none">${'ordinary words to fool filters '.repeat(30)}</div>`),
    html(
      `<div style="display:none">Your order is on its way</div><p>${'Hello and thank you. '.repeat(20)}</p>`,
    ),
  ],
  'email.zero_width_text': [
    plain({}, 'Your a\u200bc\u200bc\u200bo\u200bunt'),
    plain({}, 'Your account \u{1f468}\u200d\u{1f469}'),
  ],
  'email.image_only': [
    html('<a href="https://qwfp.net/x"><img src="https://qwfp.net/a.png"></a>'),
    html(
      `<p>${'Much text to read. '.repeat(30)}</p><a href="https://qwfp.net/x"><img src="https://qwfp.net/a.png"></a>`,
    ),
  ],
  'email.dangerous_attachment': [attached('setup.exe', 'MZ'), attached('notes.pdf', '%PDF-1.7')],
  'email.double_extension': [attached('invoice.pdf.html', '<p>x</p>'), attached('archive.tar.gz', 'x')],
  'email.archive_encrypted': [
    attached('a.zip', 'PK\x03\x04\x14\x00\x01\x00\x08\x00'),
    attached('a.zip', 'PK\x03\x04\x14\x00\x00\x00\x08\x00'),
  ],
  'email.html_attachment': [attached('login.htm', '<form>'), attached('page.pdf', '%PDF')],
  'email.forged_date': [
    plain({
      Received: 'from a by b; Mon, 4 Mar 2024 10:00:00 +0000',
      Date: 'Mon, 4 Mar 2019 10:00:00 +0000',
    }),
    plain({ Received: 'from a by b; Mon, 4 Mar 2024 10:00:09 +0000' }),
  ],
  'email.missing_headers': [plain({ To: '', Date: '' }), plain()],
  'email.excessive_structure': [
    `${head()}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(150)}--b--`,
    plain(),
  ],
  'email.undecodable': [
    `${head()}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=FF=FE=C3 text\r\n`,
    plain({}, 'naïve'),
  ],
};

test('the table has every e-mail detector', () => {
  expect(Object.keys(TABLE).sort()).toEqual(EMAIL_DETECTORS.map(({ code }) => code).sort());
});

for (const detector of EMAIL_DETECTORS) {
  const [fires, silent] = TABLE[detector.code] as readonly [string, string];
  test(`${detector.code} fires on its positive and is silent on its negative example`, async () => {
    expect(
      detector.detect((await messageOf({ dataType: 'email', content: fires })) as MailMessage)?.strength ?? 0,
    ).toBeGreaterThan(0);
    expect(
      detector.detect((await messageOf({ dataType: 'email', content: silent })) as MailMessage),
    ).toBeUndefined();
  });
}

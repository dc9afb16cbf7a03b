import { rows } from '@services/kit/testing';
import { encode as encodeJpeg } from 'jpeg-js';
import { PNG } from 'pngjs';
import { encodeQR } from 'qr';
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
/** Returns a QR code as a PNG, with four pixels for each module. */
function qrPicture(text: string): Buffer {
  const modules = encodeQR(text, 'raw', { scale: 4 });
  const png = new PNG({ width: modules.length, height: modules.length });
  png.data = Buffer.from(modules.flat().flatMap((dark) => [...Array(3).fill(dark ? 0 : 255), 255]));
  return PNG.sync.write(png);
}
const pictured = (type: string, bytes: Buffer) =>
  `${head()}\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Please see below</p><img src="cid:1">\r\n--b\r\nContent-Type: ${type}\r\nContent-ID: <1>\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}\r\n--b--\r\n`;
const qrMail = (text: string) => pictured('image/png', qrPicture(text));
const link = (target: string, shown = 'here') => html(`<p>Please look <a href="${target}">${shown}</a></p>`);
const ok = 'mx.example.org; spf=pass; dkim=pass; dmarc=pass';
const FAILED = 'mx.example.org; spf=fail; dmarc=fail';
const taken = 'from a.example.com by mx.example.org with ESMTPS id 1; Mon, 4 Mar 2024 10:00:00 +0000';

const button = '<a href="https://qwfp.net/x"><img src="https://qwfp.net/a.png"></a>';
const hidden = (text: string) => `<div style="display:none">${text}</div>`;
const parts = `${head()}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(150)}--b--`;
const quoted =
  'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n';

/** Reads a cell: HTML, the target of a link with its text, an attachment as `name = content`, or header fields. */
function mailOf(cell: string): string {
  if (cell.startsWith('<')) return html(cell);
  if (cell.includes('://')) return link(...(cell.split(' ') as [string]));
  const [, name, content] = /^(\S+) = (.*)$/.exec(cell) ?? [];
  if (name !== undefined) return attached(name, content ?? '');
  return plain(
    Object.fromEntries(
      cell.split(' & ').map((line) => [/^[^:]*/.exec(line)![0], line.replace(/^[^:]*: ?/, '')]),
    ),
  );
}

/** Code, a mail on which it fires, and a similar mail on which it does not. */
const TABLE: [code: string, fires: string, silent: string][] = [
  ...rows(`
  email.display_name_spoof | From: "PayPal Support" <info@qwfp.net> | From: "PayPal" <service@paypal.com>
  email.reply_to_mismatch | Reply-To: ann77@gmail.com | Reply-To: office@mail.example.com
  email.return_path_mismatch | Return-Path: <x@other.net> | Return-Path: <bounce@mail.example.com>
  email.auth_failed | Received: ${taken} & Authentication-Results: ${FAILED} | Received: ${taken} & Authentication-Results: ${ok}
  email.lookalike_domain | https://micros0ft-login.com/x | https://www.microsoft.com/x
  email.link_text_mismatch | https://evil.example.net/a www.chase.com | https://secure.chase.com/a www.chase.com
  email.ip_host | http://93.184.216.34/a | https://example.com/93.184.216.34
  email.punycode_host | https://xn--pypal-4ve.com/ | https://example.com/xn--a
  email.url_userinfo | https://www.paypal.com@qwfp.net/ | https://qwfp.net/?m=a@b.com
  email.shortener | https://bit.ly/abc | https://example.com/bit.ly
  email.odd_port | http://qwfp.net:8081/ | https://qwfp.net:443/
  email.deep_subdomain | https://a.b.c.d.qwfp.net/ | https://www.mail.qwfp.net/
  email.free_hosting | https://portal-9.weebly.com/ | https://weekly.com/
  email.credential_form | <form action="https://qwfp.net/p"><input name=u><input type=password></form> | <form action="/s"><input name=q></form>
  email.html_hidden_text | <p>Click now</p>${hidden('ordinary words to fool filters '.repeat(30))} | ${hidden('Your order is on its way')}<p>${'Hello and thank you. '.repeat(20)}</p>
  email.image_only | ${button} | <p>${'Much text to read. '.repeat(30)}</p>${button}
  email.dangerous_attachment | setup.exe = MZ | notes.pdf = %PDF-1.7
  email.double_extension | invoice.pdf.html = <p>x</p> | archive.tar.gz = x
  email.archive_encrypted | a.zip = PK\x03\x04\x14\x00\x01\x00\x08\x00 | a.zip = PK\x03\x04\x14\x00\x00\x00\x08\x00
  email.html_attachment | login.htm = <form> | page.pdf = %PDF
  email.forged_date | Received: from a by b; Mon, 4 Mar 2024 10:00:00 +0000 & Date: Mon, 4 Mar 2019 10:00:00 +0000 | Received: from a by b; Mon, 4 Mar 2024 10:00:09 +0000
  email.missing_headers | To: & Date: | Subject: Hi
`).map(([code, fires, silent]) => [code, mailOf(fires), mailOf(silent)] as [string, string, string]),
  [
    'email.zero_width_text',
    plain({}, 'a\u200bc\u200bc\u200bo\u200bunt'),
    plain({}, 'An account \u{1f468}\u200d\u{1f469}'),
  ],
  ['email.qr_code', qrMail('https://secure-login.top/a'), qrMail('https://www.example.com/a')],
  ['email.excessive_structure', parts, plain()],
  ['email.undecodable', `${head()}\r\n${quoted}=FF=FE=C3 text\r\n`, plain({}, 'naïve')],
];

test('the table has every e-mail detector', () => {
  expect(TABLE.map(([code]) => code).sort()).toEqual(EMAIL_DETECTORS.map(({ code }) => code).sort());
});

async function detected(code: string, content: string) {
  const message = (await messageOf({ dataType: 'email', content })) as MailMessage;
  return EMAIL_DETECTORS.find((one) => one.code === code)?.detect(message);
}

test.each(TABLE)('%s fires on its positive, and not on its negative example', async (code, fires, silent) => {
  expect((await detected(code, fires))?.strength).toBeGreaterThan(0);
  expect(await detected(code, silent)).toBeUndefined();
});

test.each([
  ['Island.is <post@island-is.email>', true],
  ['Buch24.de <info@buch24.de>', false],
  ['Buch24.de <info@mail.buch24.com>', false],
  ['Ann B. Example <ann@example.com>', false],
])('a name is the web address of another owner: %s, %s', async (from, fires) => {
  expect((await detected('email.display_name_spoof', plain({ From: from }))) !== undefined).toBe(fires);
});

test.each([
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*', true],
  [`MZ${'\0'.repeat(600)}`, true],
  ['MZ and EICAR are two of them', false],
])('an attached text is a program: %s, %s', async (content, expected) => {
  const found = await detected('email.dangerous_attachment', attached('note.txt', content));
  expect(found !== undefined).toBe(expected);
});

test('QR codes are read from JPEG and PNG within limits; broken and too large pictures are skipped', async () => {
  const links = async (type: string, bytes: Buffer) =>
    ((await messageOf({ dataType: 'email', content: pictured(type, bytes) })) as MailMessage).mail.links.map(
      ({ host, kind }) => `${kind} ${host}`,
    );
  const png = qrPicture('https://secure-login.top/a');
  expect(await links('image/png', png)).toEqual(['qr secure-login.top']);
  const { width, height, data } = PNG.sync.read(png);
  const jpeg = encodeJpeg({ width, height, data }, 80).data;
  expect(await links('image/jpeg', jpeg)).toEqual(['qr secure-login.top']);
  expect(await links('image/png', png.subarray(0, png.length - 40))).toEqual([]);
  expect(await links('image/jpeg', jpeg.subarray(0, 60))).toEqual([]);
  const scan = jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])));
  const manyScans = Buffer.concat([jpeg.subarray(0, jpeg.length - 2), ...Array(20).fill(scan)]);
  expect(await links('image/jpeg', manyScans)).toEqual([]);
  const vast = Buffer.from(png);
  vast.writeUInt32BE(100_000, 16);
  expect(await links('image/png', vast)).toEqual([]);
  expect(await links('image/png', qrPicture('no address'))).toEqual([]);
});

const MICROSOFT = 'from a by BN8NAM11.namprd11.prod.outlook.com (2603:10b6::1) with HTTPS';
const BY_IP = 'spf=pass (sender IP is 192.0.2.1)';
const GOOGLE = 'by 2002:a05:6402:1::1 with SMTP id 1\r\nReceived: from a by mx.google.com with ESMTPS id 2';

test.each<[string, string, boolean, string[]?]>([
  [taken, FAILED, true],
  ['', FAILED, false],
  [taken, 'mx.bank.com; dmarc=pass', false],
  ['', FAILED, true, ['example.org']],
  ['', FAILED, false, ['ample.org']],
  [MICROSOFT, BY_IP, true],
  [taken, BY_IP, false],
  [GOOGLE, 'mx.google.com; dkim=pass', true],
])('received %s with %s: the results are accepted, %s', async (received, results, accepted, servers) => {
  const content = plain({ Received: received, 'Authentication-Results': results });
  const message = (await messageOf({ dataType: 'email', content }, servers)) as MailMessage;
  expect(message.mail.authentication !== undefined).toBe(accepted);
});

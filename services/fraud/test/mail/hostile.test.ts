import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ContentError, judge, loadModels, type Models } from '../../src/judge/index.js';
import { boundMail, MAIL_BOUNDS } from '../../src/mail/bounds.js';
import { parseMail } from '../../src/mail/parse.js';
import { Chooser } from '../../train/generator/grammar.js';
import { generate } from '../../train/generator/index.js';

const MESSAGES = Number(process.env.SERVICES_HOSTILE_MESSAGES ?? 500);
/**
 * Limit for the processor time of one check, in microseconds. The processor time does not depend on other processes of
 * the machine.
 */
const MOST_CPU_US = 2_000_000;

let models: Models;
beforeAll(async () => {
  models = await loadModels();
});

async function judged(content: string): Promise<void> {
  const before = process.cpuUsage();
  try {
    const verdict = await judge({ dataType: 'email', content }, models);
    expect(verdict.confidenceScore).toBeGreaterThanOrEqual(0);
    expect(verdict.confidenceScore).toBeLessThanOrEqual(1);
    for (const { spans } of verdict.indicators)
      for (const [start, end] of spans) expect(end).toBeGreaterThan(start);
  } catch (error) {
    expect(error).toBeInstanceOf(ContentError);
  }
  const { user, system } = process.cpuUsage(before);
  expect(user + system).toBeLessThan(MOST_CPU_US);
}

const JUNK = [
  ...'\0 \r \n \r\n\r\n -- = =? ?= =?utf-8?q? < > <!-- <style> &# \ud800 \u202e \uffff boundary= ; : " --x % http://'.split(
    ' ',
  ),
  ...['<a href="', 'Content-Type: multipart/mixed; boundary=x', 'Content-Transfer-Encoding: base64'],
  ...['charset=utf-16', '\u{1f4a3}'],
];

/** Cuts, duplicates and swaps parts of a message, and inserts random text. */
function mutated(content: string, chooser: Chooser): string {
  let text = content;
  for (let n = chooser.between(1, 8); n > 0; n--) {
    const at = chooser.below(text.length + 1);
    const length = chooser.below(200);
    const [before, part, after] = [text.slice(0, at), text.slice(at, at + length), text.slice(at + length)];
    text = [
      () => before + after,
      () => before + part.repeat(chooser.between(2, 20)) + after,
      () => before + chooser.of(JUNK).repeat(chooser.between(1, 40)) + part + after,
      () => part + after + before,
      () => before + String.fromCharCode(chooser.below(65_536)) + text.slice(at + 1),
    ][chooser.below(5)]!();
  }
  return text;
}

test(`${MESSAGES} mutated messages: each gets a verdict or a clear refusal within the time limit`, async () => {
  const chooser = new Chooser(77);
  const seeds = generate('email', 200, 9);
  for (let n = 0; n < MESSAGES; n++) await judged(mutated(seeds[n % seeds.length]!.content, chooser));
}, 300_000);

const head = 'From: a@example.com\r\nTo: b@example.com\r\nSubject: x\r\n';
const nested = (levels: number) => {
  let text = head;
  for (let n = 0; n < levels; n++) text += `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`;
  return `${text}\r\nend`;
};
/** Returns pictures as attachments of an HTML mail. */
const pictures = (type: string, ...list: Uint8Array[]) =>
  `${head}Content-Type: multipart/related; boundary=q\r\n\r\n--q\r\nContent-Type: text/html\r\n\r\n<img src="cid:a">\r\n${list
    .map(
      (bytes) =>
        `--q\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(bytes).toString('base64')}\r\n`,
    )
    .join('')}--q--\r\n`;

/** Returns a PNG with the given shades of grey. */
function picture(side: number, grey: (x: number, y: number) => number): Buffer {
  const png = new PNG({ width: side, height: side });
  for (let at = 0; at < side * side; at++) {
    const value = grey(at % side, Math.floor(at / side));
    png.data.set([value, value, value, 255], at * 4);
  }
  return PNG.sync.write(png);
}

/** Returns a PNG whose data do not fit its header. */
function forgedPng(width: number, height: number, interlaced: number, data: Buffer): Buffer {
  const integers = (...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 4);
    for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
    return bytes;
  };
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content]);
    return Buffer.concat([integers(content.length), body, integers(crc32(body))]);
  };
  const header = Buffer.concat([integers(width, height), Buffer.from([8, 6, 0, 0, interlaced])]);
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

// Rings in the proportions of a QR code's corners, all over the picture: each looks like the beginning of a code.
const rings = (x: number, y: number) => {
  const from = Math.max(Math.abs((x % 21) - 10), Math.abs((y % 21) - 10));
  return from <= 4 || (from > 7 && from <= 10) ? 0 : 255;
};
const noise = (x: number, y: number) => ((Math.imul(x * 7919 + y, 0x9e3779b1) >>> 13) & 1 ? 255 : 0);
const zeros = deflateSync(Buffer.alloc(50_000_000));
const nothing = deflateSync(Buffer.alloc(99));

const BOMBS: Record<string, string> = {
  'nesting of 2,000 levels': nested(2_000),
  'messages within messages': `${head}${'Content-Type: message/rfc822\r\n\r\nSubject: y\r\n'.repeat(10_000)}\r\nend`,
  '100,000 headers': `${head}${'X-A: b\r\n'.repeat(100_000)}\r\nbody`,
  'a header of 1 MB': `${head}X-Long: ${'a '.repeat(500_000)}\r\n\r\nbody`,
  'a folded header of 100,000 lines': `${head}X-Long: a\r\n${' b\r\n'.repeat(100_000)}\r\nbody`,
  '20,000 parts': `${head}Content-Type: multipart/mixed; boundary=p\r\n\r\n${'--p\r\n\r\nx\r\n'.repeat(20_000)}`,
  'an unknown charset': `${head}Content-Type: text/plain; charset=x-none-such\r\n\r\n\xff\xfe\x00`,
  'utf-7 and utf-16 claimed': `${head}Content-Type: text/plain; charset=utf-16\r\n\r\n+ADw-script+AD4-`,
  'quoted-printable bomb': `${head}Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${'=\r\n'.repeat(200_000)}`,
  'encoded words': `From: ${'=?utf-8?q?=41?= '.repeat(20_000)}<a@example.com>\r\n\r\nx`,
  '200,000 addresses': `From: a@example.com\r\nTo: ${'a@example.com,'.repeat(60_000)}\r\n\r\nx`,
  'a million line ends': `${head}\r\n${'\n'.repeat(1_000_000)}`,
  'base64 of a letter a line': `${head}Content-Transfer-Encoding: base64\r\n\r\n${'a\n'.repeat(700_000)}`,
  '180,000 closing tags of no element': `${head}Content-Type: text/html\r\n\r\n${'<b>'.repeat(80_000)}${'</i>'.repeat(180_000)}`,
  '50,000 open elements': `${head}Content-Type: text/html\r\n\r\n${'<div><a href="http://a.b">'.repeat(38_000)}`,
  entities: `${head}Content-Type: text/html\r\n\r\n${'&#x41;&amp;&'.repeat(80_000)}`,
  '20,000 links': `${head}Content-Type: text/html\r\n\r\n${'<a href="http://paypal-login.top/x">www.paypal.com</a>'.repeat(18_000)}`,
  'one long word': `${head}\r\n${'a'.repeat(1_000_000)}`,
  'one long number': `${head}\r\n${'1'.repeat(1_000_000)}`,
  'dots and dashes': `${head}\r\n${'a.-'.repeat(330_000)}`,
  'spaced letters': `${head}\r\n${'a b '.repeat(250_000)}`,
  'addresses in a row': `${head}\r\n${'a@'.repeat(500_000)}`,
  'percent signs in a link': `${head}\r\nhttp://${'%41'.repeat(300_000)}`,
  'combining marks': `${head}\r\n${'a\u0301\u200b'.repeat(300_000)}`,
  'a comment without an end': `${head}Content-Type: text/html\r\n\r\n<!--${'-'.repeat(900_000)}`,
  'a picture of a thousand million points': pictures('image/png', forgedPng(40_000, 40_000, 0, nothing)),
  'a small picture that unpacks to 50 MB': pictures('image/png', forgedPng(100, 100, 0, zeros)),
  'the same interlaced': pictures('image/png', forgedPng(100, 100, 1, zeros)),
  'pictures full of corners of codes': pictures('image/png', ...Array(3).fill(picture(1_200, rings))),
  'pictures of noise': pictures('image/png', ...Array(3).fill(picture(1_200, noise))),
  'a JPEG of 65,535 lines': pictures(
    'image/jpeg',
    Buffer.from('ffd8ffc0001108ffffffff03012200021101031101ffda000c03010002110311003f00', 'hex'),
  ),
  styles: `${head}Content-Type: text/html\r\n\r\n<p style="${'display : '.repeat(90_000)}">`,
};

/**
 * Memory that all bombs together may use: a picture of the largest size takes 6 MB, and a page of 1 MB about 100 MB.
 */
const MOST_MEMORY_KB = 500_000;

describe('bombs', () => {
  const before = process.resourceUsage().maxRSS;
  afterAll(() => expect(process.resourceUsage().maxRSS - before).toBeLessThan(MOST_MEMORY_KB));

  test.each(Object.keys(BOMBS))('%s', async (name) => {
    await judged(BOMBS[name]!.slice(0, 1_500_000));
  });
});

test('a mail within bounds has at most the allowed parts, levels and headers', async () => {
  const parts = boundMail(BOMBS['20,000 parts']!);
  expect(parts.excess).toEqual(['parts']);
  expect(parts.text.split('--p\r\n').length - 1).toBe(MAIL_BOUNDS.parts);
  expect(boundMail(BOMBS['nesting of 2,000 levels']!).excess).toEqual(['depth']);
  const headers = boundMail(BOMBS['100,000 headers']!);
  expect(headers.text.match(/^X-A/gm)?.length).toBeLessThanOrEqual(MAIL_BOUNDS.headers);
  expect((await parseMail(BOMBS['20,000 links']!)).links.length).toBeLessThanOrEqual(MAIL_BOUNDS.links);
});

const parted = (parts: number) =>
  `${head}Content-Type: multipart/mixed; boundary=p\r\n\r\n${'--p\r\n\r\nx\r\n'.repeat(parts)}--p--\r\n`;
const headed = (headers: number) => `${head}${'X-A: y\r\n'.repeat(headers - 3)}\r\nx\r\n`;
const addresses = (count: number) => Array.from({ length: count }, (_, n) => `https://example.com/${n}`);
const linked = (links: number) =>
  `${head}Content-Type: text/html\r\n\r\n${addresses(links)
    .map((to) => `<a href="${to}">x</a>`)
    .join('')}\r\n`;
const listed = (links: number) => `${head}\r\n${addresses(links).join('\r\n')}\r\n`;

test.each([
  ['parts', parted, MAIL_BOUNDS.parts, 100],
  ['levels', nested, MAIL_BOUNDS.depth, 10],
  ['headers', headed, MAIL_BOUNDS.headers, 200],
  ['links of a page', linked, MAIL_BOUNDS.links, 500],
  ['links of a text', listed, MAIL_BOUNDS.links, 500],
] as const)('one more of %s than the limit is an indicator', async (_name, make, bound, most) => {
  expect(bound).toBe(most);
  const fires = async (count: number) => {
    const verdict = await judge({ dataType: 'email', content: make(count) }, models);
    return verdict.indicators.some(({ code }) => code === 'email.excessive_structure');
  };
  expect(await fires(most)).toBe(false);
  expect(await fires(most + 1)).toBe(true);
});

test('an ordinary message passes the bounds unchanged', () => {
  for (const { content } of generate('email', 50, 3))
    expect(boundMail(content)).toEqual({ text: content, excess: [] });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { ContentError, judge, loadModels, type Models } from '../../src/judge/index.js';
import { boundMail, MAIL_BOUNDS } from '../../src/mail/bounds.js';
import { parseMail } from '../../src/mail/parse.js';
import { Chooser } from '../../train/generator/grammar.js';
import { generate } from '../../train/generator/index.js';

const MESSAGES = Number(process.env.FRAUD_HOSTILE_MESSAGES ?? 1_000);
/** CPU of one check; the tests allow for a busy machine by measuring the process's own time. */
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
  '\0',
  '\r',
  '\n',
  '\r\n\r\n',
  '--',
  '=',
  '=?',
  '?=',
  '=?utf-8?q?',
  '<',
  '>',
  '<!--',
  '<a href="',
  '<style>',
  '&#',
  '\ud800',
  '\u202e',
  '\uffff',
  'boundary=',
  ';',
  ':',
  '"',
  'Content-Type: multipart/mixed; boundary=x',
  '--x',
  'Content-Transfer-Encoding: base64',
  '%',
  'http://',
  'charset=utf-16',
  '\u{1f4a3}',
];

/** Cuts, doubles, swaps and sows junk. */
function mutated(content: string, chooser: Chooser): string {
  let text = content;
  for (let n = chooser.between(1, 8); n > 0; n--) {
    const at = chooser.below(text.length + 1);
    const length = chooser.below(200);
    switch (chooser.below(5)) {
      case 0:
        text = text.slice(0, at) + text.slice(at + length);
        break;
      case 1:
        text =
          text.slice(0, at) +
          text.slice(at, at + length).repeat(chooser.between(2, 20)) +
          text.slice(at + length);
        break;
      case 2:
        text = text.slice(0, at) + chooser.of(JUNK).repeat(chooser.between(1, 40)) + text.slice(at);
        break;
      case 3:
        text = text.slice(at) + text.slice(0, at);
        break;
      default:
        text = text.slice(0, at) + String.fromCharCode(chooser.below(65_536)) + text.slice(at + 1);
    }
  }
  return text;
}

test(`${MESSAGES} mutated messages: a verdict or a clear refusal, each within its time`, async () => {
  const chooser = new Chooser(77);
  const seeds = generate('email', 200, 9);
  for (let n = 0; n < MESSAGES; n++)
    await judged(mutated((seeds[n % seeds.length] as { content: string }).content, chooser));
}, 300_000);

const head = 'From: a@example.com\r\nTo: b@example.com\r\nSubject: x\r\n';
const nested = (levels: number) => {
  let text = head;
  for (let n = 0; n < levels; n++) text += `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`;
  return `${text}\r\nend`;
};
const BOMBS: Readonly<Record<string, string>> = {
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
  styles: `${head}Content-Type: text/html\r\n\r\n<p style="${'display : '.repeat(90_000)}">`,
};

describe('bombs', () => {
  for (const [name, content] of Object.entries(BOMBS)) {
    test(name, async () => {
      await judged(content.slice(0, 1_500_000));
    });
  }
});

test('what the bounds let through has no more parts, levels or headers than they say', async () => {
  const parts = boundMail(BOMBS['20,000 parts'] as string);
  expect(parts.excess).toEqual(['parts']);
  expect(parts.text.split('--p\r\n').length - 1).toBe(MAIL_BOUNDS.parts);
  expect(boundMail(BOMBS['nesting of 2,000 levels'] as string).excess).toEqual(['depth']);
  const headers = boundMail(BOMBS['100,000 headers'] as string);
  expect(headers.text.match(/^X-A/gm)?.length).toBeLessThanOrEqual(MAIL_BOUNDS.headers);
  expect((await parseMail(BOMBS['20,000 links'] as string)).links.length).toBeLessThanOrEqual(
    MAIL_BOUNDS.links,
  );
});

test('an ordinary message passes the bounds unchanged', () => {
  for (const { content } of generate('email', 50, 3))
    expect(boundMail(content)).toEqual({ text: content, excess: [] });
});

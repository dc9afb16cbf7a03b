import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ManualClock, systemRandom } from '@services/kit/clock';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressIn, isMailAddress } from '../../src/mail/address.js';
import { composeLetter } from '../../src/mail/letter.js';
import { createMailer } from '../../src/mail/mailer.js';
import { Mailbox } from '../support/mailbox.js';

let folder: string;
const mailbox = new Mailbox();
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'chat-mail-'));
  url = await mailbox.start();
});
afterAll(async () => {
  await mailbox.stop();
  await rm(folder, { recursive: true });
});

const mailer = (to: 'server' | 'folder') =>
  createMailer({
    url: to === 'server' ? url : '',
    folder,
    sender: () => ({ from: 'noreply@chat.test', host: 'chat.test' }),
    clock: new ManualClock(Date.UTC(2026, 0, 2, 3, 4, 5)),
    random: systemRandom,
  });

describe('addresses', () => {
  it.each(['a@b.c', 'A.b+c@x-y.test', "o'hara@x.test", `${'a'.repeat(64)}@x.test`, 'a@localhost'])(
    '%s is one',
    (text) => expect(isMailAddress(text)).toBe(true),
  );
  it.each([
    ...[
      '',
      'a',
      '@b',
      'a@',
      'a b@c.d',
      'a@b c',
      'a@b..c',
      '.a@b.c',
      'a.@b.c',
      'a@-b.c',
      'a@b.c\n',
      'a@b.c\r\nBcc: x@y.z',
    ],
    ...[
      '"a b"@c.d',
      'a@[127.0.0.1]',
      'a,b@c.d',
      'a:b@c.d',
      'ä@b.c',
      `${'a'.repeat(65)}@b.c`,
      `a@${'b'.repeat(64)}.c`,
    ],
    `a@${'b.'.repeat(130)}c`,
  ])('%j is none', (text) => expect(isMailAddress(text)).toBe(false));

  it('names around an address are removed', () => {
    expect(addressIn(' Bea "B" <b@x.test> ')).toBe('b@x.test');
    expect(addressIn('<b@x.test>')).toBe('b@x.test');
    expect(addressIn('b@x.test <c@x.test> d')).toBeUndefined();
  });
});

describe('letters', () => {
  it('reach a mail server with text and HTML, whatever names contain', async () => {
    const hostile = 'Evil\r\nBcc: all@x.test\r\n\r\n<script>';
    await mailer('server').send(composeLetter('a@x.test', `${hostile} invites you`, [`${hostile} wrote`]));
    const [mail] = mailbox.to('a@x.test');
    expect(mail!.headers).not.toMatch(/^Bcc:/im);
    expect(mail!.headers).toMatch(/^Date: Fri, 02 Jan 2026 03:04:05 \+0000\r?$/im);
    expect(mail!.headers).toMatch(/^Auto-Submitted: auto-generated\r?$/im);
    expect(mail!.headers).toMatch(/^Content-Type: multipart\/alternative/im);
    expect(mail!.text).toContain('&#60;script&#62;');
    expect(mailbox.mails).toHaveLength(1);
  });

  it('to an invalid address are not sent', async () => {
    const letter = composeLetter('a@x.test, b@x.test', 's', ['t']);
    await expect(mailer('server').send(letter)).rejects.toThrow('address');
    await expect(mailer('folder').send(letter)).rejects.toThrow('address');
  });

  it('have a subject of one line, whatever the subject contains', async () => {
    const server = mailer('server');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (subject) => {
        await server.send(composeLetter('p@x.test', subject, [subject]));
        const { headers } = mailbox.to('p@x.test').at(-1)!;
        const names = headers
          .split(/\r\n(?![ \t])/)
          .map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
        const known = [
          'from',
          'to',
          'subject',
          'message-id',
          'auto-submitted',
          'date',
          'mime-version',
          'content-type',
        ];
        expect(names.filter((name) => !known.includes(name))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('without a mail server are written to complete .eml files', async () => {
    await mailer('folder').send(composeLetter('b@x.test', 'Grüße', ['Text ü']));
    const files = await readdir(folder);
    expect(files).toEqual([expect.stringMatching(/^2026-01-02T03-04-05\.000Z-[A-Za-z0-9]{8}\.eml$/)]);
    const text = await readFile(path.join(folder, files[0]!), 'utf8');
    expect(text).toMatch(/^To: b@x\.test$/m);
    expect(text).toMatch(/^Subject: =\?UTF-8\?Q\?Gr=C3=BC=C3=9Fe\?=$/m);
  });
});

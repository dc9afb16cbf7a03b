import { rows } from '@services/kit/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newestPart } from '../../src/mail/newest.js';

const OWN = 'Our bank details have changed, please pay the invoice today.';

test.each(
  rows<[string, string]>(`
  lines with a mark of quoting | On Mon, 2 Sep 2024 at 10:11, Kim <kim@a.example> wrote:¶> shall we meet¶> on Friday
  an attribution over two lines | On Tue, 11 Aug 2020 at 08:47, Blake Tanner¶<blake@a.example> wrote:¶>¶> fine with me
  the head of an older message | -----Original Message-----¶From: Kim¶shall we meet
  a German head | Von: Kim <kim@a.example>¶Gesendet: Montag, 2. September 2024¶An: Ann¶¶wollen wir uns treffen
  a French attribution | Le 2 septembre 2024 à 10:11, Kim a écrit :¶> on se voit vendredi
  a signature | -- ¶Kim Lee¶Head of meetings
  a legal notice | This e-mail is confidential and intended only for its reader. If you got it by mistake, delete it.
`),
)('the newest part ends at %s', (_, rest) => {
  expect(newestPart(`${OWN}\n\n${rest.replaceAll('¶', '\n')}`).newest.trim()).toBe(OWN);
});

test('answers below quotes belong to the newest part', () => {
  const { newest } = newestPart(
    'On 2 May 2024 Kim wrote:\n> shall we meet\nYes, at noon please.\n> where\nAt the harbour cafe.',
  );
  expect(newest.replace(/\s+/g, ' ').trim()).toBe('Yes, at noon please. At the harbour cafe.');
});

test('a body of quotes only, and a long text after a signature mark, count as the newest part', () => {
  const quoted = '> shall we meet\n> on Friday';
  expect(newestPart(quoted).newest).toBe(quoted);
  const long = `Hello.\n-- \n${'You have won a prize, claim it now. '.repeat(20)}`;
  expect(newestPart(long).newest).toContain('claim it now');
});

test('the newest part is never longer than the body, and never empty if the body has words', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom('> a b c', '-- ', 'On 1 May x wrote:', 'one two three', '', 'From: a', 'Sent: b'),
      ),
      (lines) => {
        const body = lines.join('\n');
        const { newest } = newestPart(body);
        expect(newest.length).toBeLessThanOrEqual(body.length);
        if (/\w\w/.test(body)) expect(newest).toMatch(/\w/);
      },
    ),
  );
});

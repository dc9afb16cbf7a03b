import { expect, test } from 'vitest';
import { matchPhrases, phrase } from '../../src/text/phrases.js';
import { readText } from '../../src/text/reading.js';

function matched(text: string, all: string, options: Parameters<typeof phrase>[1] = {}) {
  const found = matchPhrases(readText(text), [phrase(all, options)]);
  return (found?.spans ?? []).map(([start, end]) => text.slice(start, end));
}
const gap = (words: number) => ' leaf'.repeat(words);

test.each([
  [3, true],
  [4, false],
])('two elements with %i words between them match within three: %s', (words, expected) => {
  const forth = `verify${gap(words)} account`;
  const back = `account${gap(words)} verify`;
  expect(matched(forth, 'verify account', { within: 3 })).toEqual(expected ? [forth] : []);
  expect(matched(back, 'verify account', { within: 3 })).toEqual(expected ? [back] : []);
});

test('a match has at most four tokens more than the width', () => {
  const text = (words: number) => `account${gap(3)} verify${gap(words)} password`;
  expect(matched(text(3), 'verify account credential', { within: 5 })).toEqual([text(3)]);
  expect(matched(text(4), 'verify account credential', { within: 5 })).toEqual([]);
});

test('elements must be in one clause, and excluded words count only in that clause', () => {
  expect(matched('verify. account', 'verify account')).toEqual([]);
  expect(matched('verify account, scam', 'verify account', { none: 'warning' })).toEqual([]);
  expect(matched('verify account. scam', 'verify account', { none: 'warning' })).toEqual(['verify account']);
});

test('one word with two concepts does not match two elements, but two such words do', () => {
  expect(matched('passcode', 'credential otp')).toEqual([]);
  expect(matched('passcode passcode', 'credential otp')).toEqual(['passcode passcode']);
  // "mail account" means a mailbox, and its second word also means an account.
  expect(matched('webmail', 'mailbox account')).toEqual([]);
  expect(matched('mail account', 'mailbox account')).toEqual(['mail account']);
});

test('the nearest of several elements is used, and at most five passages are returned', () => {
  expect(matched(`account${gap(6)} verify account`, 'verify account')).toEqual(['verify account']);
  const text = Array.from({ length: 7 }, () => 'verify account.').join(' ');
  expect(matched(text, 'verify account')).toHaveLength(5);
});

test('overlapping passages are merged', () => {
  const text = 'verify your account now, password leaf';
  // The third phrase is not in the text, and adds no evidence.
  const wanted = ['verify account', 'account credential', 'otp'].map((words) =>
    phrase(words, { strength: 0.5 }),
  );
  const found = matchPhrases(readText(text), wanted);
  expect(found?.strength).toBe(0.75);
  expect(found?.spans.map(([start, end]) => text.slice(start, end))).toEqual([
    'verify your account now, password',
  ]);
});

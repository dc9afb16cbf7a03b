import { expect, test } from 'vitest';
import { partOf, windowsOf } from '../../src/text/parts.js';
import { readText } from '../../src/text/reading.js';
import { SMS_NOTICES } from '../../train/generator/sms-legit.js';

const LURE =
  'Your mailbox is full. Verify your account at https://mail-quota.example.top/login within 24 hours.';
const PADDING = 'There is enough flour for the weekend and plenty of honey in the cupboard. '.repeat(40);

test('a part from the first to the last token is the whole', () => {
  for (const text of [LURE, `${LURE}\n\n${PADDING}`, ...SMS_NOTICES.slice(0, 20)]) {
    const whole = readText(text);
    const part = partOf(whole, [[0, whole.tokens.length]]);
    expect(part.tokens).toEqual(whole.tokens);
    expect(part.concepts).toEqual(whole.concepts);
    expect(part.links).toEqual(whole.links);
    expect(part.normal.text).toBe(whole.normal.text);
    expect(part.original).toBe(text);
  }
});

test('a part of a text reads as that text by itself', () => {
  const whole = readText(`${PADDING}\n\n${LURE}`);
  const alone = readText(LURE);
  const from = whole.tokens.length - alone.tokens.length;
  const part = partOf(whole, [[from, whole.tokens.length]]);
  expect(part.tokens.map(({ kind, text }) => [kind, text])).toEqual(
    alone.tokens.map(({ kind, text }) => [kind, text]),
  );
  expect([...part.concepts.keys()].sort()).toEqual([...alone.concepts.keys()].sort());
  expect(part.links.map(({ host }) => host)).toEqual(['mail-quota.example.top']);
});

test.each([
  ['before', `${LURE}\n\n${PADDING}`],
  ['after', `${PADDING}\n\n${LURE}`],
  ['among', `${PADDING}\n\n${LURE}\n\n${PADDING}`],
])('a lure %s many honest words has a window of its own', (_, text) => {
  const windows = windowsOf(readText(text), 0, new Set(['verify', 'click']));
  expect(windows.some(({ original }) => original.trim() === LURE)).toBe(true);
  expect(windows.length).toBeLessThanOrEqual(9);
});

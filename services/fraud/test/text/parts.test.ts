import { expect, test } from 'vitest';
import { partOf, windowsOf } from '../../src/text/parts.js';
import { readText } from '../../src/text/reading.js';
import { WORLD_LEGIT } from '../../train/generator/sms-world.js';

const LURE =
  'Your mailbox is full. Verify your account at https://mail-quota.example.top/login within 24 hours.';
const PADDING = 'There is enough flour for the weekend and plenty of honey in the cupboard. '.repeat(40);

test('a part that contains all tokens equals the whole text', () => {
  for (const text of [LURE, `${LURE}\n\n${PADDING}`, ...WORLD_LEGIT.slice(0, 20)]) {
    const whole = readText(text);
    const part = partOf(whole, [[0, whole.tokens.length]]);
    const { tokens, concepts, links } = whole;
    expect(part).toMatchObject({ tokens, concepts, links, original: text });
    expect(part.normal.text).toBe(whole.normal.text);
  }
});

test('a part of a text has the same reading as the same text alone', () => {
  const whole = readText(`${PADDING}\n\n${LURE}`);
  const alone = readText(LURE);
  const from = whole.tokens.length - alone.tokens.length;
  const part = partOf(whole, [[from, whole.tokens.length]]);
  const read = ({ tokens, concepts }: typeof part) => ({
    tokens: tokens.map(({ kind, text }) => [kind, text]),
    concepts: new Set(concepts.keys()),
  });
  expect(read(part)).toEqual(read(alone));
  expect(part.links.map(({ host }) => host)).toEqual(['mail-quota.example.top']);
});

test.each([
  ['before', `${LURE}\n\n${PADDING}`],
  ['after', `${PADDING}\n\n${LURE}`],
  ['among', `${PADDING}\n\n${LURE}\n\n${PADDING}`],
])('a lure %s many honest words gets a separate window', (_, text) => {
  const windows = windowsOf(readText(text), 0, new Set(['verify', 'click']));
  expect(windows.some(({ original }) => original.trim() === LURE)).toBe(true);
  expect(windows.length).toBeLessThanOrEqual(9);
});

test('a lure before a hundred honest words is a window too, although the whole text is one', () => {
  const text = `${LURE}\n\n${PADDING.slice(0, 500)}`;
  const windows = windowsOf(readText(text), 0, new Set()).map(({ original }) => original.trim());
  expect(windows).toEqual([text.trim(), LURE]);
});

const CALM = 'leaf '.repeat(30);
const VERIFY = new Set(['verify'] as const);
const texts = (text: string, head = 0) =>
  windowsOf(readText(text), head, VERIFY).map(({ original }) => original.trim());

test.each([
  ['verify the leaf at once', false],
  ['verify the leaf at once now', true],
])('paragraphs with a request become a window from six words on: %s, %s', (ask, expected) => {
  expect(texts(`${CALM}\n\n${ask}`).includes(ask)).toBe(expected);
  // At the beginning of a long text, a paragraph is a window even if it requests nothing.
  const quiet = ask.replace('verify', 'gather');
  expect(texts(`${quiet}\n\n${CALM.repeat(5)}`).includes(quiet)).toBe(expected);
});

test('a paragraph counts as a request even if the request’s phrase begins at its last word', () => {
  const ask = 'now is the time for everyone to verify';
  expect(texts(`${CALM}\n\n${ask}\n\n${CALM}`)).toContain(ask);
});

test('the first and the last run of a long text are windows, even if all runs between them have requests', () => {
  const runs = Array.from(
    { length: 20 },
    (_, at) => `${at === 0 ? 'first' : at === 19 ? 'last' : 'verify'} ${CALM}`,
  );
  const windows = texts(runs.join(''));
  expect(windows).toHaveLength(6);
  expect(windows[0]).toMatch(/^first/);
  expect(windows.at(-1)).toMatch(/last( leaf)+$/);
});

test('of the runs between, those with the most requests are windows', () => {
  const runs = Array.from({ length: 20 }, (_, at) =>
    at === 7 || at === 12 ? `verify run${at} ${CALM}` : CALM,
  );
  const asking = texts(runs.join('')).filter((text) => text.includes('verify'));
  for (const run of ['run7', 'run12']) expect(asking.some((text) => text.includes(run))).toBe(true);
});

test('the subject precedes each window and is not a separate window', () => {
  const subject = 'verify the leaf at once now';
  const windows = texts(`${subject}\n\n${CALM.repeat(8)}`, 6);
  expect(windows.length).toBeGreaterThan(3);
  for (const window of windows) expect(window).toMatch(/^verify the leaf at once now\s+leaf leaf/);
});

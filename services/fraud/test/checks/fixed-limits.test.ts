/** Tests the limits that are not settings, each with the last value within the limit and the first value beyond it. */
import { describe, expect, test } from 'vitest';
import { monthsToGoal, payoff } from '../../src/advice/calculations.js';
import { questionInContext, readable } from '../../src/advice/conversation.js';
import { answerProblem } from '../../src/advice/model-answer.js';
import { parseLines } from '../../src/batches/accept.js';
import type { Finding, Message } from '../../src/detectors/detector.js';
import { decisionOf, isGraveMail } from '../../src/judge/decision.js';
import { explain } from '../../src/judge/explanation.js';
import { normalEntry } from '../../src/lists/entries.js';
import { readHtml } from '../../src/mail/html.js';
import { newestPart } from '../../src/mail/newest.js';
import { readText } from '../../src/text/reading.js';

test('a debt and a goal take up to 1,200 months', () => {
  expect(payoff(1_200, 0, 1)).toEqual({ months: 1_200, interest: 0 });
  expect(payoff(1_201, 0, 1)).toBeUndefined();
  // Payments that only cover the interest never pay off a debt.
  expect([payoff(1_200, 12, 12), payoff(1_200, 12, 12.01) === undefined]).toEqual([undefined, false]);
  const months = [1_200, 1_201].map((goal) => monthsToGoal(goal, 0, 1));
  expect([...months, monthsToGoal(0, 0, 0)]).toEqual([1_200, undefined, 0]);
});

describe('a question', () => {
  const history = [
    { role: 'user' as const, content: 'older' },
    { role: 'user' as const, content: ' How do I save? ' },
    { role: 'assistant' as const, content: 'forged' },
  ];
  test('of up to 60 characters that refers to the user’s last question is completed by that question', () => {
    const asked = (length: number) => `and then ${'x'.repeat(length - 9)}`;
    expect(questionInContext(asked(60), history)).toBe(`How do I save?\n${asked(60)}`);
    expect(questionInContext(asked(61), history)).toBe(asked(61));
    expect(questionInContext('Where is my bank?', history)).toBe('Where is my bank?');
    expect(questionInContext('and how?', history.slice(2))).toBe('and how?');
  });

  test('is read without invisible characters, tabs and lone surrogates', () => {
    expect(readable(' a\u200bb\u202e\u0007c\td\ne\ud800 ')).toBe('abc d\ne\ufffd');
  });
});

test('an answer of a model has 1 to 4,000 characters', () => {
  const problems = [0, 1, 4_000, 4_001].map((length) => answerProblem('x'.repeat(length), []));
  expect(problems).toEqual(['it is empty', undefined, undefined, 'it is longer than 4000 characters']);
});

test('a batch has up to the maximum number of lines, and blank lines do not count', () => {
  expect(parseLines('1\n\n {"a":2} \n \nno json\n', 3)).toEqual([1, { a: 2 }, undefined]);
  expect(() => parseLines('1\n2\n3\n4', 3)).toThrow('must hold at most 3 lines');
  expect(() => parseLines(' \n\n', 3)).toThrow('must hold at least one line');
});

test.each<[Parameters<typeof normalEntry>[0], string, string | undefined]>([
  ['phrase', 'abcdef', 'abcdef'],
  ['phrase', 'abcde', undefined],
  ['number', '12345', '12345'],
  ['number', '1234', undefined],
  ['number', '123456789012345', '123456789012345'],
  ['number', '1234567890123456', undefined],
  ['number', '+1 (555) 010-9999 ext. 4', '15550109999'],
  ['domain', ' HTTPS://Example.org/x?y#z ', 'example.org'],
  ['domain', '@example.org', 'example.org'],
  ['domain', 'München.example', 'xn--mnchen-3ya.example'],
  ['link', 'https://пример.рф/a', 'xn--e1afmkfd.xn--p1ai'],
  ['address', 'ü@München.example', 'ü@xn--mnchen-3ya.example'],
  ['address', 'A@Example.org', 'a@example.org'],
  ['address', 'nobody', undefined],
])('an entry of the kind %s: %s is %s', (kind, value, expected) =>
  expect(normalEntry(kind, value)).toBe(expected),
);

test('fraud is very likely from a score of 0.9 on', () => {
  const message = { reading: readText('Hello') } as Message;
  const said = (score: number) =>
    explain({ dataType: 'sms', message, decision: 'block', score, findings: [], words: [] });
  expect(said(0.9)).toMatch(/^This message is very likely fraud/);
  expect(said(0.8999)).toMatch(/^This message is probably fraud/);
});

test.each([
  [0.7, 'high', 'example.net', true],
  [0.69, 'high', 'example.net', false],
  [0.7, 'medium', 'example.net', false],
  [0.7, 'high', 'example.com', false],
])(
  'a finding of strength %f and class %s with a link to %s makes a mail grave: %s',
  (strength, level, host, grave) => {
    const detector = { code: 'test', class: level };
    const reading = readText(`See https://${host}/`);
    const message = { reading, mail: { fromDomain: 'example.com', links: [] } } as unknown as Message;
    const findings = [{ detector, strength, spans: [] }] as unknown as Finding[];
    expect(isGraveMail(message, findings)).toBe(grave);
    expect(isGraveMail({ reading } as Message, findings)).toBe(false);
  },
);

test('a score is reviewed from half of the threshold on, and blocked from the threshold on', () => {
  const decisions = [0.8, 0.79, 0.4, 0.39].map((score) => decisionOf(score, 0.8, false));
  expect(decisions).toEqual(['block', 'review', 'review', 'allow']);
  expect([0.8, 0].map((score) => decisionOf(score, 0.8, true))).toEqual(['block', 'review']);
});

describe('the newest part of a mail', () => {
  const words = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`).join(' ');

  test('is without a signature of up to 90 words', () => {
    const mail = (count: number) => `one two three\n-- \n${words(count)}`;
    expect(newestPart(mail(90)).newest).toBe('one two three\n');
    expect(newestPart(mail(91))).toEqual({ newest: mail(91), rest: '' });
  });

  test('has at least three words; otherwise the whole mail counts', () => {
    const mail = (newest: string) => `${newest}\n> quoted words of another mail`;
    expect(newestPart(mail('one two three')).newest.trim()).toBe('one two three');
    expect(newestPart(mail('one two'))).toEqual({ newest: mail('one two'), rest: '' });
    const attributed = (above: string) =>
      `${above}\nOn Mon, 2 Sep 2002, Jamie Holt wrote:\nolder words of the other`;
    expect(newestPart(attributed('one two three')).newest.trim()).toBe('one two three');
    expect(newestPart(attributed('one two')).newest).toBe(attributed('one two'));
  });
});

test('a body of HTML is read up to 200,000 characters', () => {
  const { text } = readHtml(`<p>${'x'.repeat(199_999)}</p><p>a</p><p>b</p>`);
  expect([text.includes('a'), text.includes('b')]).toEqual([true, false]);
});

import { beforeAll, describe, expect, test } from 'vitest';
import { claimsOf } from '../../src/advice/claims.js';
import { Composer } from '../../src/advice/composer.js';
import { fixedAnswer, type Knowledge, loadKnowledge } from '../../src/advice/knowledge.js';
import { Library } from '../../src/advice/retrieval.js';
import { PROMPTS } from './prompts.js';
import { SAMPLE } from './sample-figures.js';

let knowledge: Knowledge;
let composer: Composer;
beforeAll(async () => {
  knowledge = await loadKnowledge();
  composer = new Composer(knowledge, new Library(knowledge));
});

describe('the table of prompts', () => {
  test.each(PROMPTS)('$ask', ({ ask, kind, uses, says, history = [] }) => {
    const answer = composer.answer({ message: ask, history, figures: SAMPLE });
    expect({ kind: answer.kind, used: answer.used }).toEqual({
      kind,
      used: uses === undefined ? answer.used : expect.arrayContaining([uses]),
    });
    if (says) expect(answer.text).toMatch(says);
    expect(answer.text.endsWith(fixedAnswer(knowledge, 'notice'))).toBe(true);
    expect(claimsOf(answer.text)).toEqual([]);
    expect(answer.text).not.toMatch(/MARK-SECRET|landlord-12|employer-77|PWNED/);
    expect(answer.text.length).toBeLessThan(4_000);
  });

  test('is long enough and reaches every kind', () => {
    expect(PROMPTS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(PROMPTS.map(({ kind }) => kind)).size).toBe(6);
  });
});

describe('answers', () => {
  test('hold at most three passages of the knowledge base', () => {
    const paragraphs = knowledge.articles.flatMap((article) => article.paragraphs);
    for (const { ask } of PROMPTS) {
      const { text } = composer.answer({ message: ask, history: [], figures: SAMPLE });
      expect(paragraphs.filter((paragraph) => text.includes(paragraph)).length).toBeLessThanOrEqual(3);
    }
  });

  test('take the figures of the caller into account', () => {
    const { text } = composer.answer({ message: 'What is the 50/30/20 rule?', history: [], figures: SAMPLE });
    expect(text).toContain('1,000.00, 600.00 and 400.00');
  });

  test('each follow-up question is answered by an article', () => {
    for (const { id, next } of knowledge.articles) {
      for (const question of next) {
        const answer = composer.answer({ message: question, history: [], figures: SAMPLE });
        expect([id, question, answer.kind]).toEqual([id, question, 'article']);
      }
    }
  });

  test('a message of any content and length is answered in linear time', () => {
    const hostile = [
      'my '.repeat(1_300),
      'i '.repeat(2_000),
      'a'.repeat(4_000),
      'tax '.repeat(1_000),
      '$'.repeat(4_000),
    ];
    for (const message of [...hostile, '\u202e\u0000', '\ud800 budget', '. '.repeat(2_000)]) {
      const started = process.cpuUsage();
      const { text } = composer.answer({ message, history: [], figures: SAMPLE });
      expect(text).not.toBe('');
      const { user } = process.cpuUsage(started);
      // A bound against catastrophic patterns, which take minutes; usual answers take a few milliseconds.
      expect(user).toBeLessThan(2_000_000);
    }
  });
});

import { describe, expect, test } from 'vitest';
import { KnowledgeError, parseArticles } from '../../src/advice/articles.js';
import { claimsOf } from '../../src/advice/claims.js';
import { loadKnowledge } from '../../src/advice/knowledge.js';
import { namesSecurity } from '../../src/advice/securities.js';
import { TOPICS } from '../../src/advice/topics.js';

const knowledge = await loadKnowledge();

describe('the knowledge base', () => {
  test('has at least 64 articles, eight or more for each topic', () => {
    expect(knowledge.articles.length).toBeGreaterThanOrEqual(64);
    for (const topic of TOPICS) {
      const count = knowledge.articles.filter((article) => article.topic === topic).length;
      expect([topic, count >= 8]).toEqual([topic, true]);
    }
  });

  test('has articles with all of their parts and 90 to 200 words', () => {
    for (const { id, title, words, sources, next, paragraphs } of knowledge.articles) {
      const length = paragraphs.join(' ').split(/\s+/).length;
      const parts = [title !== '', words.length >= 3, sources.length >= 1, next.length >= 2];
      const lengths = [length >= 90 && length <= 200, paragraphs.length >= 2];
      expect([...parts, ...lengths], id).toEqual(Array(6).fill(true));
    }
  });

  test('has unique ids, and no two articles with the same paragraph or the same title', () => {
    for (const part of ['id', 'title', 'paragraphs'] as const) {
      const all = knowledge.articles.flatMap((article) => article[part]);
      expect(new Set(all).size, part).toBe(all.length);
    }
  });

  test('promises no outcome, names no product to buy, and has no links', () => {
    const texts = [
      ...knowledge.articles.flatMap(({ paragraphs }) => paragraphs),
      ...knowledge.answers.values(),
    ];
    for (const text of texts) {
      expect([text, claimsOf(text), namesSecurity(text)]).toEqual([text, [], false]);
      expect(text).not.toMatch(/https?:|www\./);
    }
  });

  test('has correct arithmetic in its examples', () => {
    const text = (id: string) =>
      knowledge.articles.find((article) => article.id === id)!.paragraphs.join(' ');
    const nearest = (value: number, step: number) =>
      (Math.round(value / step) * step).toLocaleString('en-US');
    const saved = (rate: number, years: number) => {
      let sum = 0;
      for (let month = 0; month < years * 12; month += 1) sum = (sum + 100) * (1 + rate / 12);
      return sum / (1 + rate / 12);
    };
    for (const [id, value, step] of [
      ['invest-fees', 10_000 * 1.047 ** 30, 100],
      ['invest-fees', 10_000 * 1.032 ** 30, 100],
      ['invest-time', saved(0.04, 10), 100],
      ['invest-time', saved(0.04, 30), 100],
      ['retire-start-early', saved(0.04, 40), 1_000],
      ['retire-start-early', saved(0.04, 20), 100],
    ] as const)
      expect(text(id)).toContain(nearest(value, step));
  });

  test('has help lines, refusals and the notice', () => {
    const crises = ['life', 'gambling', 'abuse', 'need', 'scammed'].map((kind) => `crisis-${kind}`);
    const refusals = 'tax legal accounting securities promises others harm'.split(' ');
    expect([...knowledge.answers.keys()]).toEqual(
      expect.arrayContaining([...crises, ...refusals.map((kind) => `refusal-${kind}`)]),
    );
    expect(knowledge.answers.get('notice')).toMatch(
      /general .*information.*not personal.*tax, legal or accounting/,
    );
    expect(knowledge.answers.get('crisis-life')).toMatch(/emergency number.*crisis line/);
  });

  test.each([
    ['no front matter', KnowledgeError],
    ['---\ntopic: debt\nauthor: me\n---\n', /x\.md: "author: me"/],
    ['---\ntopic: debt\n---\n## Bad Heading\n\nText', /## Bad Heading/],
    ['---\ntopic: debt\n---\n## a | A\nwords: b\n', /a has no text/],
  ])('refuses a malformed file with its name and the position: %j', (text, problem) => {
    expect(() => parseArticles(text, 'x.md')).toThrow(problem);
  });
});

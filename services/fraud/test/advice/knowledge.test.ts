import { beforeAll, describe, expect, test } from 'vitest';
import { KnowledgeError, parseArticles } from '../../src/advice/articles.js';
import { claimsOf } from '../../src/advice/claims.js';
import { type Knowledge, loadKnowledge } from '../../src/advice/knowledge.js';
import { namesSecurity } from '../../src/advice/securities.js';
import { TOPICS } from '../../src/advice/topics.js';

let knowledge: Knowledge;
beforeAll(async () => {
  knowledge = await loadKnowledge();
});

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
      expect([id, length >= 90 && length <= 200]).toEqual([id, true]);
      expect([id, title !== '', words.length >= 3, sources.length >= 1, next.length >= 2]).toEqual([
        id,
        true,
        true,
        true,
        true,
      ]);
      expect(paragraphs.length).toBeGreaterThanOrEqual(2);
    }
  });

  test('has unique ids, and no two articles with the same paragraph or the same title', () => {
    const { articles } = knowledge;
    expect(new Set(articles.map(({ id }) => id)).size).toBe(articles.length);
    expect(new Set(articles.map(({ title }) => title)).size).toBe(articles.length);
    const paragraphs = articles.flatMap((article) => article.paragraphs);
    expect(new Set(paragraphs).size).toBe(paragraphs.length);
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
    expect(text('invest-fees')).toContain(nearest(10_000 * 1.047 ** 30, 100));
    expect(text('invest-fees')).toContain(nearest(10_000 * 1.032 ** 30, 100));
    expect(text('invest-time')).toContain(nearest(saved(0.04, 10), 100));
    expect(text('invest-time')).toContain(nearest(saved(0.04, 30), 100));
    expect(text('retire-start-early')).toContain(nearest(saved(0.04, 40), 1_000));
    expect(text('retire-start-early')).toContain(nearest(saved(0.04, 20), 100));
  });

  test('has help lines, refusals and the notice', () => {
    for (const kind of ['life', 'gambling', 'abuse', 'need', 'scammed']) {
      expect(knowledge.answers.has(`crisis-${kind}`)).toBe(true);
    }
    for (const kind of ['tax', 'legal', 'accounting', 'securities', 'promises', 'others', 'harm']) {
      expect(knowledge.answers.has(`refusal-${kind}`)).toBe(true);
    }
    expect(knowledge.answers.get('notice')).toMatch(
      /general .*information.*not personal.*tax, legal or accounting/,
    );
    expect(knowledge.answers.get('crisis-life')).toMatch(/emergency number.*crisis line/);
  });

  test('refuses a malformed file with its name and the position', () => {
    expect(() => parseArticles('no front matter', 'x.md')).toThrow(KnowledgeError);
    expect(() => parseArticles('---\ntopic: debt\nauthor: me\n---\n', 'x.md')).toThrow(/x\.md: "author: me"/);
    expect(() => parseArticles('---\ntopic: debt\n---\n## Bad Heading\n\nText', 'x.md')).toThrow(
      /## Bad Heading/,
    );
    expect(() => parseArticles('---\ntopic: debt\n---\n## a | A\nwords: b\n', 'x.md')).toThrow(
      /a has no text/,
    );
  });
});

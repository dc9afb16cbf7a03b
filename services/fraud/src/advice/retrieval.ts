import MiniSearch from 'minisearch';
import type { Article } from './articles.js';
import type { Knowledge } from './knowledge.js';
import type { Language } from './languages.js';
import { foreignStems, stem, stems } from './stems.js';
import type { Topic } from './topics.js';

export interface Hit {
  article: Article;
  score: number;
}

/** Articles that the search found; empty for questions that are not about money. */
export interface Found {
  hits: Hit[];
  /** Topic to which the question's words and the best articles belong. */
  topic: Topic | undefined;
}

/** Minimum score of an article. In the table of test prompts, the weakest good answers score 25 to 60. */
const SCORE_FLOOR = 20;
/**
 * An article must contain more than this share of the question's words: "my interest in music" has a word of the
 * topic, but is a different question. If an article contains ENOUGH_WORDS of them, the share does not matter, because
 * a story around a question adds other words.
 */
const LEAST_COVERAGE = 0.5;
const ENOUGH_WORDS = 3;
/** Share that replaces LEAST_COVERAGE if the question contains a word that always means money, such as "mortgage". */
const COVERAGE_WITH_SURE_WORD = 0.2;
/** A synonym counts less than the word itself. */
const SYNONYM_WEIGHT = 0.4;
/** Maximum number of words that are looked up, so that a search takes bounded time. */
const MOST_WORDS = 200;
const TOPIC_WEIGHT = 0.25;

/** Minimum score of an article in another language, multiplied by its share of the question's words. */
const FOREIGN_FLOOR = 22;

function indexOf(articles: readonly Article[], tokenize: (text: string) => string[]): MiniSearch {
  const index = new MiniSearch({
    fields: ['title', 'words', 'text'],
    idField: 'id',
    tokenize,
    // The tokens are stems already, and stay as they are.
    processTerm: (term) => term,
    searchOptions: { boost: { title: 3, words: 2.5, text: 1 } },
  });
  index.addAll(
    articles.map(({ id, title, words, paragraphs }) => ({
      id,
      title,
      words: words.join(' '),
      text: paragraphs.join(' '),
    })),
  );
  return index;
}

/** Finds articles in a language other than English by the words of that language. */
export class ForeignLibrary {
  readonly #index: MiniSearch;
  readonly #stems: (text: string) => string[];

  constructor(articles: Iterable<Article>, { code, marks }: Language) {
    this.#stems = (text) => foreignStems(text, code, marks);
    this.#index = indexOf(
      [...articles].filter(({ title }) => title !== ''),
      this.#stems,
    );
  }

  /** Returns the id of the best article; undefined if no article certainly fits. */
  find(question: string): string | undefined {
    const asked = [...new Set(this.#stems(question))].slice(0, MOST_WORDS);
    const [best] = this.#index.search(asked.join(' '), { tokenize: (text) => text.split(' ') });
    const known = new Set(best?.queryTerms).size;
    const covered = known / asked.length;
    // One word in common is enough only if it is most of the question: "mon enfant a de la fièvre" is not about saving.
    const enough = known > 1 || covered > 0.5;
    return best && enough && best.score * covered >= FOREIGN_FLOOR ? (best.id as string) : undefined;
  }
}

export class Library {
  readonly #index: MiniSearch;
  readonly #byId: Map<string, Article>;
  readonly #synonyms = new Map<string, Set<string>>();
  /**
   * Phrases (of stems) by topic. A question without any of these phrases is not about money. A question mark after a
   * word in the file means that the word also has other senses.
   */
  readonly #lexicon: { topic: Topic; phrase: string; sure: boolean }[] = [];

  constructor(knowledge: Knowledge) {
    this.#byId = new Map(knowledge.articles.map((article) => [article.id, article]));
    this.#index = indexOf(knowledge.articles, stems);
    for (const group of knowledge.synonyms) {
      const stemmed = new Set(group.map(stem));
      for (const member of stemmed) {
        const others = this.#synonyms.get(member) ?? new Set();
        for (const other of stemmed) if (other !== member) others.add(other);
        this.#synonyms.set(member, others);
      }
    }
    for (const [topic, { words }] of knowledge.topics) {
      for (const word of words) {
        const phrase = stems(word).join(' ');
        if (phrase !== '') this.#lexicon.push({ topic, phrase, sure: !word.endsWith('?') });
      }
    }
  }

  /** Returns an article, in another language if it is translated. */
  article(id: string, translations?: ReadonlyMap<string, Article>): Article | undefined {
    return translations?.get(id) ?? this.#byId.get(id);
  }

  /** Returns articles for a question, best first; `named` is the id of an article that certainly answers it. */
  find(question: string, named?: string): Found {
    const article = this.article(named ?? '');
    if (article) return { hits: [{ article, score: 1 }], topic: article.topic as Topic };
    const asked = stems(question).slice(0, MOST_WORDS);
    const { topics, sure } = this.#topicsOf(asked);
    if (asked.length === 0 || topics.size === 0) return { hits: [], topic: undefined };
    const weights = new Map<string, number>();
    for (const word of asked) weights.set(word, 1);
    for (const word of asked) {
      for (const other of this.#synonyms.get(word) ?? []) {
        if (!weights.has(other)) weights.set(other, SYNONYM_WEIGHT);
      }
    }
    const distinct = new Set(asked);
    const hits = this.#index
      .search([...weights.keys()].join(' '), {
        // The terms are stems already, and stay as they are.
        tokenize: (text) => text.split(' '),
        boostTerm: (term) => weights.get(term) ?? 1,
      })
      .map((result) => {
        const article = this.#byId.get(result.id as string)!;
        const known = this.#covered(distinct, new Set(result.queryTerms));
        const topical = 1 + TOPIC_WEIGHT * Math.min(topics.get(article.topic as Topic) ?? 0, 3);
        return { article, score: result.score * (0.5 + known) * topical, known };
      })
      .filter(({ score, known }) => {
        const enough = known > (sure ? COVERAGE_WITH_SURE_WORD : LEAST_COVERAGE);
        return score >= SCORE_FLOOR && (enough || known * distinct.size >= ENOUGH_WORDS);
      })
      .sort((a, b) => b.score - a.score || (a.article.id < b.article.id ? -1 : 1));
    const best = hits[0];
    if (!best) return { hits: [], topic: leading(topics) };
    return {
      hits: hits.map(({ article, score }) => ({ article, score })),
      topic: best.article.topic as Topic,
    };
  }

  #covered(asked: Set<string>, matched: Set<string>): number {
    let known = 0;
    for (const word of asked) {
      if (matched.has(word)) known += 1;
      else if ([...(this.#synonyms.get(word) ?? [])].some((other) => matched.has(other)))
        known += SYNONYM_WEIGHT;
    }
    return known / asked.size;
  }

  #topicsOf(asked: string[]): { topics: Map<Topic, number>; sure: boolean } {
    const line = ` ${asked.join(' ')} `;
    const found = this.#lexicon.filter(({ phrase }) => line.includes(` ${phrase} `));
    const topics = new Map<Topic, number>();
    for (const { topic } of found) topics.set(topic, (topics.get(topic) ?? 0) + 1);
    return { topics, sure: found.some(({ sure }) => sure) };
  }
}

function leading(topics: Map<Topic, number>): Topic | undefined {
  return [...topics].sort(([, a], [, b]) => b - a)[0]?.[0];
}

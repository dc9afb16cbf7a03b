import type { Article } from './articles.js';
import { type Calculated, calculate } from './calculate.js';
import { SENTENCES, type SentenceLanguage } from './calculation-sentences.js';
import { questionInContext, readable, type Turn } from './conversation.js';
import { askedFigures, topicFigures } from './figure-sentences.js';
import type { Figures } from './figures.js';
import { type Intent, intentOf } from './intent.js';
import { fixedAnswer, type Knowledge } from './knowledge.js';
import { crisisLanguage, englishTerms, foreignLanguage } from './languages.js';
import type { Hit, Library } from './retrieval.js';
import { TOPICS, type Topic } from './topics.js';

export type AnswerKind = 'article' | 'figures' | 'refusal' | 'crisis' | 'talk' | 'unknown';

export interface Answer {
  kind: AnswerKind;
  /** The text, which ends with the notice. */
  text: string;
  topic: Topic | undefined;
  /** Ids of the articles and fixed answers in the text. */
  used: string[];
}

export interface Question {
  message: string;
  history: Turn[];
  figures: Figures;
}

/** A second article is added if its score is at least this share of the first article's score. */
const SECOND_SHARE = 0.6;
/**
 * Refusals that may be followed by a general article; after other refusals, an article would look like a way around
 * the refusal.
 */
const REFUSALS_WITH_ARTICLE = new Set([
  'refusal-tax',
  'refusal-securities',
  'refusal-accounting',
  'refusal-legal',
]);
const QUESTIONS = 3;
/** Topics whose articles may accompany the caller's figures. */
const FIGURE_TOPICS = new Set<string>(['spending', 'saving', 'budgeting']);
const USUAL_FIGURE_ARTICLE = 'spend-where-it-goes';

/**
 * Returns the language in which calculations are explained: the language of the question if it is supported, otherwise
 * English.
 */
function spokenOf(code = 'en'): SentenceLanguage {
  return Object.hasOwn(SENTENCES, code) ? (code as SentenceLanguage) : 'en';
}

/** Composes answers from the knowledge base and the caller's figures. Answers never repeat text of the message. */
export class Composer {
  constructor(
    readonly knowledge: Knowledge,
    readonly library: Library,
  ) {}

  answer({ message, history, figures }: Question): Answer {
    const plain = questionInContext(message, history);
    const language = foreignLanguage(readable(message), this.knowledge);
    const { languages } = this.knowledge;
    // Words for suicide are looked up in all languages, because some are the same in several.
    const foreignCrisis = crisisLanguage(plain, language ? [language, ...languages] : languages);
    if (foreignCrisis && (language || intentOf(plain).kind !== 'crisis')) {
      return this.#finish(
        'crisis',
        undefined,
        ['crisis-life'],
        [foreignCrisis.crisisNote, this.#fixed('crisis-life')],
      );
    }
    // Only the English words for known terms are looked up: all other words would count as words that no article has.
    const question = language ? englishTerms(plain, language) : plain;
    const spoken = spokenOf(language?.code);
    const own = language && this.knowledge.translations.get(language.code);
    const note = language ? [language.note] : [];
    const intent = intentOf(question);
    if (intent.kind === 'crisis') {
      const help = own?.get(intent.answer);
      if (help) return this.#finish('crisis', undefined, [intent.answer], help.paragraphs, own);
      return this.#finish('crisis', undefined, [intent.answer], [...note, this.#fixed(intent.answer)]);
    }
    if (intent.kind === 'talk') {
      const translated = own?.get(intent.answer);
      if (translated) return this.#finish('talk', undefined, [intent.answer], translated.paragraphs, own);
      const body = [...note, this.#fixed(intent.answer)];
      const start = intent.answer === 'check-message' ? body : [...body, this.#starters()];
      return this.#finish('talk', undefined, [intent.answer], start);
    }
    const { hits, topic } = this.library.find(question);
    // A calculation takes precedence over a refusal to give tax advice: in "I earn 3,000 before tax", the word "tax"
    // is not a request for such advice.
    if (intent.kind === 'question' || (intent.kind === 'refusal' && intent.answer === 'refusal-tax')) {
      const calculated = calculate(plain, figures, spoken);
      if (calculated) return this.#withCalculation(calculated, hits, { spoken, own, note });
    }
    if (own) {
      const translated = this.#translated(intent, hits, figures, question, own);
      if (translated) return translated;
    }
    if (intent.kind === 'refusal') {
      const refusal = this.#fixed(intent.answer);
      const best = REFUSALS_WITH_ARTICLE.has(intent.answer) ? hits[0] : undefined;
      if (!best) return this.#finish('refusal', topic, [intent.answer], [...note, refusal]);
      const general = `In general: ${best.article.paragraphs[0]}`;
      return this.#finish('refusal', topic, [intent.answer, best.article.id], [...note, refusal, general]);
    }
    const asked = askedFigures(question, figures);
    if (asked.length > 0) return this.#withFigures(asked, hits, note);
    if (hits.length === 0) {
      return this.#finish(
        'unknown',
        topic,
        ['unknown'],
        [...note, this.#fixed('unknown'), this.#starters(topic)],
      );
    }
    return this.#fromArticles(hits, figures, note);
  }

  /**
   * Returns at most three passages of the best articles, from which the answer or a language model's prompt is made.
   */
  passages(hits: Hit[]): { id: string; text: string }[] {
    const [best, second] = hits;
    if (!best) return [];
    const passages = best.article.paragraphs.slice(0, 2).map((text) => ({ id: best.article.id, text }));
    if (second && second.score >= best.score * SECOND_SHARE) {
      passages.push({ id: second.article.id, text: second.article.paragraphs[0]! });
    }
    return passages;
  }

  #fromArticles(hits: Hit[], figures: Figures, note: string[]): Answer {
    const { article } = hits[0]!;
    const passages = this.passages(hits);
    const topic = article.topic as Topic;
    const own = topicFigures(topic, article.id, figures);
    const parts = [...note, ...passages.map(({ text }) => text)];
    if (own.length > 0) parts.push(`From your own accounts: ${own.join(' ')}`);
    parts.push(`${this.#fixed('follow-up')}\n${article.next.map((next) => `- ${next}`).join('\n')}`);
    return this.#finish('article', topic, [...new Set(passages.map(({ id }) => id))], parts);
  }

  /** Returns an answer in the language of the question, if the article or fixed answer is translated. */
  #translated(
    intent: Intent,
    hits: Hit[],
    figures: Figures,
    question: string,
    own: ReadonlyMap<string, Article>,
  ): Answer | undefined {
    if (intent.kind === 'refusal') {
      const refusal = own.get(intent.answer);
      return refusal && this.#finish('refusal', undefined, [refusal.id], refusal.paragraphs, own);
    }
    if (askedFigures(question, figures).length > 0) return undefined;
    const [best] = hits;
    if (!best) {
      const unknown = own.get('unknown');
      return unknown && this.#finish('unknown', undefined, ['unknown'], unknown.paragraphs, own);
    }
    const near = hits.find(
      ({ article, score }) =>
        own.has(article.id) && (article.id === best.article.id || score >= best.score * SECOND_SHARE),
    );
    const article = near && own.get(near.article.id);
    return (
      article && this.#finish('article', near.article.topic as Topic, [article.id], article.paragraphs, own)
    );
  }

  #withCalculation(
    { topic, text }: Calculated,
    hits: Hit[],
    {
      spoken,
      own,
      note,
    }: { spoken: SentenceLanguage; own: ReadonlyMap<string, Article> | undefined; note: readonly string[] },
  ): Answer {
    const article = hits[0]?.article.topic === topic ? hits[0].article : undefined;
    const parts = [...(spoken === 'en' ? note : []), text];
    if (article && spoken === 'en') {
      parts.push(article.paragraphs[0] as string);
      parts.push(`${this.#fixed('follow-up')}\n${article.next.map((next) => `- ${next}`).join('\n')}`);
    }
    return this.#finish(article ? 'article' : 'figures', topic, article ? [article.id] : [], parts, own);
  }

  #withFigures(asked: string[], hits: Hit[], note: string[]): Answer {
    // A word such as "balance" also finds articles about debt; the caller's figures only accompany an article on the
    // caller's own money.
    const best = hits.find(({ article }) => FIGURE_TOPICS.has(article.topic))?.article;
    const usual = this.knowledge.articles.find(({ id }) => id === USUAL_FIGURE_ARTICLE);
    const parts = [...note, asked.join(' ')];
    if (best) parts.push(best.paragraphs[0]!);
    const next = (best ?? usual)?.next ?? [];
    parts.push(`${this.#fixed('follow-up')}\n- ${next.join('\n- ')}`);
    return this.#finish(
      'figures',
      (best?.topic as Topic | undefined) ?? 'spending',
      best ? [best.id] : [],
      parts,
    );
  }

  #fixed(id: string): string {
    return fixedAnswer(this.knowledge, id);
  }

  /** Returns questions that the user may ask first: several on the topic, or one on each of several topics. */
  #starters(topic?: Topic): string {
    const articles = this.knowledge.articles;
    const from = topic
      ? articles.filter((article) => article.topic === topic)
      : TOPICS.map((each) => articles.find((article) => article.topic === each)!);
    const questions = [...new Set(from.flatMap(({ next }) => next.slice(0, 1)))].slice(0, QUESTIONS);
    return questions.map((question) => `- ${question}`).join('\n');
  }

  #finish(
    kind: AnswerKind,
    topic: Topic | undefined,
    used: string[],
    parts: readonly string[],
    own?: ReadonlyMap<string, Article>,
  ): Answer {
    const notice = own?.get('notice')?.paragraphs.join('\n\n') ?? this.#fixed('notice');
    return { kind, topic, used, text: [...parts, notice].join('\n\n') };
  }
}

import type { Article } from './articles.js';
import { calculate } from './calculate.js';
import { questionInContext, readable, type Turn } from './conversation.js';
import { articleFigures, askedFigures } from './figure-sentences.js';
import type { Figures } from './figures.js';
import { type Intent, intentOf } from './intent.js';
import { fixedAnswer, type Knowledge } from './knowledge.js';
import { crisisLanguage, englishTerms, foreignLanguage, type Language } from './languages.js';
import { ForeignLibrary, type Hit, type Library } from './retrieval.js';
import { spokenOf } from './sentences.js';
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
const REFUSALS_WITH_ARTICLE = new Set(['refusal-securities', 'refusal-legal']);
const QUESTIONS = 3;
/** Topics whose articles may accompany the caller's figures. */
const FIGURE_TOPICS = new Set<string>(['spending', 'saving', 'budgeting']);
const USUAL_FIGURE_ARTICLE = 'spend-where-it-goes';

/** Articles and fixed answers in one language, by id. */
type Translations = ReadonlyMap<string, Article>;

/** Composes answers from the knowledge base and the caller's figures. Answers never repeat text of the message. */
export class Composer {
  /** Libraries of other languages, each built for the first question in its language. */
  readonly #foreign = new Map<string, ForeignLibrary>();

  constructor(
    readonly knowledge: Knowledge,
    readonly library: Library,
  ) {}

  answer({ message, history, figures }: Question): Answer {
    const plain = questionInContext(message, history);
    const language = foreignLanguage(readable(message), this.knowledge);
    const { languages, translations } = this.knowledge;
    // Words for suicide are looked up in all languages, because some are the same in several.
    const foreignCrisis = crisisLanguage(plain, language ? [language, ...languages] : languages);
    if (foreignCrisis && (language || intentOf(plain).kind !== 'crisis')) {
      const own = translations.get(foreignCrisis.code);
      const help = own?.get('crisis-life')?.paragraphs ?? [this.#fixed('crisis-life')];
      const parts = [foreignCrisis.crisisNote, ...help];
      return this.#finish({ kind: 'crisis', used: ['crisis-life'], parts, own });
    }
    // Only the English words for known terms are looked up: all other words would count as words that no article has.
    const question = language ? englishTerms(plain, language) : plain;
    const own = language && translations.get(language.code);
    const note = language ? [language.note] : [];
    const intent = language ? intentOf(plain, question) : intentOf(plain);
    if (intent.kind === 'crisis' || intent.kind === 'talk') {
      const { kind, answer } = intent;
      const translated = own?.get(answer);
      if (translated) return this.#finish({ kind, used: [answer], parts: translated.paragraphs, own });
      const starters = kind === 'crisis' || answer === 'check-message' ? [] : [this.#starters()];
      return this.#finish({ kind, used: [answer], parts: [...note, this.#fixed(answer), ...starters] });
    }
    const named = 'article' in intent ? intent.article : undefined;
    const fits = named ?? (own && this.#libraryOf(language, own).find(plain));
    const { hits, topic } = this.library.find(question, fits);
    // A calculation takes precedence over a refusal to give tax advice: in "I earn 3,000 before tax", the word "tax"
    // is not a request for such advice. The sums of a fraud are not calculated.
    if (intent.kind === 'question' ? !named?.endsWith('-scam') : intent.answer === 'refusal-tax') {
      const spoken = spokenOf(language?.code);
      const calculated = calculate(plain, figures, spoken);
      if (calculated) {
        const article = calculated.article ? this.library.article(calculated.article, own) : undefined;
        const general = article ? [article.paragraphs[0]!] : [];
        const parts = [...(spoken === 'en' ? note : []), calculated.text, ...general];
        const kind = article ? 'article' : 'figures';
        const used = article ? [article.id] : [];
        return this.#finish({ kind, topic: calculated.topic, used, parts, own });
      }
    }
    const translated = own && this.#translated(intent, hits, figures, question, own);
    if (translated) return translated;
    if (intent.kind === 'refusal') {
      const best = REFUSALS_WITH_ARTICLE.has(intent.answer) ? hits[0]?.article : undefined;
      const general = best ? [`In general: ${best.paragraphs[0]}`] : [];
      const used = [intent.answer, ...(best ? [best.id] : [])];
      const parts = [...note, this.#fixed(intent.answer), ...general];
      return this.#finish({ kind: 'refusal', topic, used, parts });
    }
    const asked = named ? [] : askedFigures(question, figures);
    if (asked.length > 0) return this.#withFigures(asked, hits, note);
    if (hits.length > 0) return this.#fromArticles(hits, figures, note);
    const parts = [...note, this.#fixed('unknown'), this.#starters(topic)];
    return this.#finish({ kind: 'unknown', topic, used: ['unknown'], parts });
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
    const own = articleFigures(article.id, figures);
    const parts = [
      ...note,
      ...passages.map(({ text }) => text),
      ...(own.length > 0 ? [`From your own accounts: ${own.join(' ')}`] : []),
      this.#followUp(article.next),
    ];
    return this.#finish({ kind: 'article', topic, used: [...new Set(passages.map(({ id }) => id))], parts });
  }

  #libraryOf(language: Language, own: Translations): ForeignLibrary {
    const library = this.#foreign.get(language.code) ?? new ForeignLibrary(own.values(), language);
    this.#foreign.set(language.code, library);
    return library;
  }

  /** Returns an answer in the language of the question, if the article or fixed answer is translated. */
  #translated(
    intent: Intent,
    hits: Hit[],
    figures: Figures,
    question: string,
    own: Translations,
  ): Answer | undefined {
    const fixed = (kind: AnswerKind, id: string) => {
      const answer = own.get(id);
      return answer && this.#finish({ kind, used: [id], parts: answer.paragraphs, own });
    };
    if (intent.kind === 'refusal') return fixed('refusal', intent.answer);
    if (askedFigures(question, figures).length > 0) return undefined;
    const [best] = hits;
    if (!best) return fixed('unknown', 'unknown');
    const near = hits.find(
      ({ article, score }) =>
        own.has(article.id) && (article.id === best.article.id || score >= best.score * SECOND_SHARE),
    );
    if (!near) return undefined;
    const { id, paragraphs: parts } = own.get(near.article.id)!;
    return this.#finish({ kind: 'article', topic: near.article.topic as Topic, used: [id], parts, own });
  }

  #withFigures(asked: string[], hits: Hit[], note: string[]): Answer {
    // A word such as "balance" also finds articles about debt; the caller's figures only accompany an article on the
    // caller's own money.
    const best = hits.find(({ article }) => FIGURE_TOPICS.has(article.topic))?.article;
    const usual = this.knowledge.articles.find(({ id }) => id === USUAL_FIGURE_ARTICLE);
    const parts = [
      ...note,
      asked.join(' '),
      ...(best ? [best.paragraphs[0]!] : []),
      this.#followUp((best ?? usual)?.next ?? []),
    ];
    const topic = (best?.topic as Topic | undefined) ?? 'spending';
    return this.#finish({ kind: 'figures', topic, used: best ? [best.id] : [], parts });
  }

  #fixed(id: string): string {
    return fixedAnswer(this.knowledge, id);
  }

  #followUp(questions: readonly string[]): string {
    return `${this.#fixed('follow-up')}\n- ${questions.join('\n- ')}`;
  }

  /** Returns questions that the user may ask first: several on the topic, or one on each of several topics. */
  #starters(topic?: Topic): string {
    const { articles } = this.knowledge;
    const from = topic
      ? articles.filter((article) => article.topic === topic)
      : TOPICS.map((each) => articles.find((article) => article.topic === each)!);
    const questions = [...new Set(from.flatMap(({ next }) => next.slice(0, 1)))].slice(0, QUESTIONS);
    return questions.map((question) => `- ${question}`).join('\n');
  }

  /** Adds the notice, in the language of the translations if there are any. */
  #finish({
    parts,
    own,
    topic,
    ...answer
  }: Pick<Answer, 'kind' | 'used'> & {
    topic?: Topic | undefined;
    parts: readonly string[];
    own?: Translations | undefined;
  }): Answer {
    const notice = own?.get('notice')?.paragraphs.join('\n\n') ?? this.#fixed('notice');
    return { ...answer, topic, text: [...parts, notice].join('\n\n') };
  }
}

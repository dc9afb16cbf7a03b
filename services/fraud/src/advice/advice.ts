import { type Answer, Composer } from './composer.js';
import { questionInContext, readable, type Turn } from './conversation.js';
import { figureList } from './figure-sentences.js';
import type { Figures } from './figures.js';
import { fixedAnswer, type Knowledge } from './knowledge.js';
import { askModel, type ModelOptions } from './model-answer.js';
import { ProviderError } from './provider.js';
import { Library } from './retrieval.js';
import type { Topic } from './topics.js';
import { type PartnerVideo, VideoCatalogue } from './videos.js';

export interface AdviceOptions {
  /** The language model that writes the answers; undefined if the articles give all answers. */
  model: ModelOptions | undefined;
  /** True if the articles answer instead of a model that fails. */
  fallback: boolean;
  videos: { topic: string; title: string; url: string; thumbnail: string }[];
  /** Topics whose lessons have a film. */
  films: ReadonlySet<Topic>;
  publicUrl: () => string;
}

export interface Reply {
  text: string;
  video: PartnerVideo;
  kind: Answer['kind'];
  source: 'articles' | 'model';
  /** Reason why the model's answer was not used, if it was not. */
  failure?: ProviderError;
}

/** Answers questions with articles, rules, figures, and a language model if one is configured. Stores nothing. */
export class Advice {
  readonly #composer: Composer;
  readonly #videos: VideoCatalogue;

  constructor(
    readonly knowledge: Knowledge,
    readonly options: AdviceOptions,
  ) {
    this.#composer = new Composer(knowledge, new Library(knowledge));
    this.#videos = new VideoCatalogue(options.videos, knowledge.topics, options.films, options.publicUrl);
  }

  /** @throws {ProviderError} if the language model fails and the fallback is off */
  async reply(question: { message: string; history: Turn[]; figures: Figures }): Promise<Reply> {
    const own = this.#composer.answer(question);
    const video = own.kind === 'crisis' ? this.#videos.help() : this.#videos.for(own.topic);
    const { model, fallback } = this.options;
    // Help lines, refusals and greetings come from the articles, and the messages that lead to them are never sent to
    // a model.
    if (model === undefined || own.kind === 'crisis' || own.kind === 'refusal' || own.kind === 'talk') {
      return { text: own.text, video, kind: own.kind, source: 'articles' };
    }
    try {
      const text = await this.#askModel(model, question);
      return { text, video, kind: own.kind, source: 'model' };
    } catch (error) {
      if (!(error instanceof ProviderError) || !fallback) throw error;
      return { text: own.text, video, kind: own.kind, source: 'articles', failure: error };
    }
  }

  async #askModel(
    model: ModelOptions,
    { message, history, figures }: { message: string; history: Turn[]; figures: Figures },
  ) {
    const context = questionInContext(message, history);
    const { hits } = this.#composer.library.find(context);
    const text = await askModel(model, {
      message: readable(message),
      history: history.map(({ role, content }) => ({ role, content: readable(content) })),
      figures: figureList(figures),
      passages: this.#composer.passages(hits).map((passage) => passage.text),
    });
    return `${text}\n\n${fixedAnswer(this.knowledge, 'notice')}`;
  }
}

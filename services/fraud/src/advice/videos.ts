import { ConfigError } from '@services/kit/config';
import { isTopic, TOPICS, type Topic } from './topics.js';

/** A recommended educational video or lesson. */
export interface PartnerVideo {
  title: string;
  url: string;
  thumbnail: string;
}

export const HELP_TITLE = 'Where to find help';

/** Topic of the video for a message without a topic: most people begin with this lesson. */
const USUAL_TOPIC: Topic = 'budgeting';

/** A video for each topic: the configured video, or the service's own lesson. */
export class VideoCatalogue {
  readonly #videos: Map<Topic, PartnerVideo>;

  /** @throws {ConfigError} if a configured entry has an unknown topic or a URL that is not https */
  constructor(
    configured: { topic: string; title: string; url: string; thumbnail: string }[],
    lessons: Map<Topic, { title: string }>,
    /** Topics whose lessons have a film; the others have a page. */
    films: ReadonlySet<Topic>,
    /** A function, because the port may only be known once the service listens. */
    readonly publicUrl: () => string,
  ) {
    const ownOf = (topic: Topic) => ({
      title: lessons.get(topic)?.title ?? topic,
      url: `/learn/${topic}${films.has(topic) ? '.webm' : ''}`,
      thumbnail: `/learn/${topic}.${films.has(topic) ? 'png' : 'svg'}`,
    });
    this.#videos = new Map(TOPICS.map((topic) => [topic, ownOf(topic)]));
    for (const { topic, title, url, thumbnail } of configured) {
      if (!isTopic(topic))
        throw new ConfigError([`advice.videos: "${topic}" is none of ${TOPICS.join(', ')}.`]);
      if (![url, thumbnail].every((one) => URL.canParse(one) && new URL(one).protocol === 'https:'))
        throw new ConfigError([`advice.videos: the addresses of "${topic}" must begin with https://.`]);
      this.#videos.set(topic, { title, url, thumbnail });
    }
  }

  for(topic: Topic | undefined): PartnerVideo {
    return this.#whole(this.#videos.get(topic ?? USUAL_TOPIC)!);
  }

  /**
   * Returns the page with help lines, which replaces the lesson: in a crisis, a lesson on money would be out of place.
   */
  help(): PartnerVideo {
    return this.#whole({ title: HELP_TITLE, url: '/learn/help', thumbnail: '/learn/help.svg' });
  }

  #whole({ title, url, thumbnail }: PartnerVideo): PartnerVideo {
    const base = this.publicUrl().replace(/\/+$/, '');
    const whole = (address: string) => (address.startsWith('/') ? base + address : address);
    return { title, url: whole(url), thumbnail: whole(thumbnail) };
  }
}

import { ConfigError } from '@services/kit/config';
import { isTopic, TOPICS, type Topic } from './topics.js';

/** A recommended educational video or lesson. */
export interface PartnerVideo {
  title: string;
  url: string;
  thumbnail: string;
}

export const HELP_TITLE = 'Where to find help';

/** Topic for messages without a topic: the lesson that most people begin with. */
const USUAL_TOPIC: Topic = 'budgeting';

/** Videos by topic: the configured ones, and the service's own lessons for the other topics. */
export class VideoCatalogue {
  readonly #videos: Map<Topic, PartnerVideo>;

  /** @throws {ConfigError} if a configured entry has an unknown topic or a URL that is not https */
  constructor(
    configured: { topic: string; title: string; url: string; thumbnail: string }[],
    lessons: Map<Topic, { title: string }>,
    /** Topics whose lessons have a film; the others have a page. */
    films: ReadonlySet<Topic>,
    /** Called for each video: the port may become known only after the service listens. */
    readonly publicUrl: () => string,
  ) {
    this.#videos = new Map(
      TOPICS.map((topic) => [
        topic,
        {
          title: lessons.get(topic)?.title ?? topic,
          url: `/learn/${topic}${films.has(topic) ? '.webm' : ''}`,
          thumbnail: `/learn/${topic}.${films.has(topic) ? 'png' : 'svg'}`,
        },
      ]),
    );
    for (const { topic, title, url, thumbnail } of configured) {
      if (!isTopic(topic))
        throw new ConfigError([`advice.videos: "${topic}" is none of ${TOPICS.join(', ')}.`]);
      for (const address of [url, thumbnail]) {
        if (!URL.canParse(address) || new URL(address).protocol !== 'https:') {
          throw new ConfigError([`advice.videos: the addresses of "${topic}" must begin with https://.`]);
        }
      }
      this.#videos.set(topic, { title, url, thumbnail });
    }
  }

  for(topic: Topic | undefined): PartnerVideo {
    return this.#whole(this.#videos.get(topic ?? USUAL_TOPIC)!);
  }

  /** Returns the page with help lines: a lesson on money would be out of place in a crisis. */
  help(): PartnerVideo {
    return this.#whole({ title: HELP_TITLE, url: '/learn/help', thumbnail: '/learn/help.svg' });
  }

  #whole({ title, url, thumbnail }: PartnerVideo): PartnerVideo {
    const base = this.publicUrl().replace(/\/+$/, '');
    const whole = (address: string) => (address.startsWith('/') ? base + address : address);
    return { title, url: whole(url), thumbnail: whole(thumbnail) };
  }
}

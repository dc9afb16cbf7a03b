import type { ApiClient } from './client.js';

/** A client of the event API that knows the protocol only: it counts ids and retries. */
export class Listener {
  readonly messages: { id: number; content: string }[] = [];
  readonly problems: string[] = [];
  readonly #next: () => ApiClient;
  #queue = '';
  #last = -1;
  #isStopped = false;
  running: Promise<void> = Promise.resolve();

  /** @param next returns the client for the next request; requests may go to different processes */
  constructor(next: () => ApiClient) {
    this.#next = next;
  }

  async start(): Promise<void> {
    const { queue_id, last_event_id } = await this.#next().ok('post', '/register', {
      event_types: ['message'],
      fetch_event_types: [],
    });
    this.#queue = queue_id;
    this.#last = last_event_id;
    this.running = this.#loop();
  }
  stop(): void {
    this.#isStopped = true;
  }

  async #loop(): Promise<void> {
    while (!this.#isStopped) {
      const answer = await this.#next()
        .get('/events', { queue_id: this.#queue, last_event_id: this.#last })
        .catch(() => undefined);
      if (answer === undefined || answer.status === 503) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      if (answer.status !== 200) {
        this.problems.push(JSON.stringify(answer.body));
        return;
      }
      for (const event of answer.body.events) this.#take(event);
    }
  }

  #take(event: { type: string; id: number; message?: { id: number; content: string } }): void {
    if (event.type !== 'message') return;
    if (event.id <= this.#last) this.problems.push(`event ${event.id} came again after ${this.#last}`);
    this.#last = event.id;
    const { id, content } = event.message!;
    const before = this.messages.at(-1)?.id ?? 0;
    if (id <= before) this.problems.push(`message ${id} came after ${before}`);
    this.messages.push({ id, content });
  }
}

import { ApiError, call } from '../api/call.js';
import type { Event, Snapshot } from '../api/types.js';

const CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  include_deactivated_groups: false,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
};

/** If a poll gets neither an event nor a heartbeat for this time, the poll counts as lost. */
const POLL_TIMEOUT_MS = 90_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** Interruptions that are shorter than this are not shown. */
const SAY_AFTER_MS = 3_000;

export interface QueueListener {
  onSnapshot(snapshot: Snapshot): void;
  onEvents(events: Event[]): void;
  /** Called when the connection is back after an interruption. */
  onConnected(): void;
}

/** The event queue of this window, which registers, polls, and recovers from interruptions. */
export class Queue {
  /** True if an interruption has lasted long enough to be shown. */
  isInterrupted = $state(false);
  id = '';
  #lastEventId = -1;
  #ended = false;
  #failures = 0;
  #sayTimer: ReturnType<typeof setTimeout> | undefined;
  #wake: (() => void) | undefined;
  #poll: AbortController | undefined;
  readonly #listener: QueueListener;

  constructor(listener: QueueListener) {
    this.#listener = listener;
    addEventListener('online', this.#retryNow);
    document.addEventListener('visibilitychange', this.#retryNow);
  }

  /** Registers for the first time; throws if that fails. Polling continues until `stop`. */
  async start(): Promise<void> {
    await this.#register();
    void this.#run();
  }

  stop(): void {
    this.#ended = true;
    this.#poll?.abort();
    clearTimeout(this.#sayTimer);
    this.#wake?.();
    removeEventListener('online', this.#retryNow);
    document.removeEventListener('visibilitychange', this.#retryNow);
    if (this.id !== '') call('DELETE', '/events', { queue_id: this.id }).catch(() => {});
  }

  /** Ends the pause before the next attempt, because the network or the reader is back. */
  readonly #retryNow = (): void => {
    if (!document.hidden) this.#wake?.();
  };

  async #register(): Promise<void> {
    const snapshot = await call<Snapshot>('POST', '/register', {
      apply_markdown: true,
      client_gravatar: false,
      slim_presence: true,
      include_subscribers: true,
      client_capabilities: CAPABILITIES,
    });
    if (this.#ended) return;
    this.id = snapshot.queue_id;
    this.#lastEventId = snapshot.last_event_id;
    this.#listener.onSnapshot(snapshot);
  }

  async #run(): Promise<void> {
    while (!this.#ended)
      try {
        if (this.id === '') await this.#register();
        else await this.#pollOnce();
        this.#recovered();
      } catch (error) {
        if (this.#ended) return;
        if (error instanceof ApiError && error.code === 'BAD_EVENT_QUEUE_ID') this.id = '';
        else if (error instanceof ApiError && error.status === 401) return;
        else await this.#pause();
      }
  }

  async #pollOnce(): Promise<void> {
    this.#poll = new AbortController();
    const timer = setTimeout(() => this.#poll?.abort(), POLL_TIMEOUT_MS);
    try {
      const { events } = await call<{ events: Event[] }>(
        'GET',
        '/events',
        // After an interruption, the first poll returns immediately, so that the page can show that the connection is
        // back.
        { queue_id: this.id, last_event_id: this.#lastEventId, dont_block: this.#failures > 0 },
        { signal: this.#poll.signal },
      );
      if (this.#ended) return;
      const fresh = events.filter((event) => event.id > this.#lastEventId);
      for (const event of events) this.#lastEventId = Math.max(this.#lastEventId, event.id);
      if (fresh.length > 0) this.#listener.onEvents(fresh);
    } finally {
      clearTimeout(timer);
    }
  }

  #recovered(): void {
    if (this.#failures === 0) return;
    this.#failures = 0;
    clearTimeout(this.#sayTimer);
    this.#sayTimer = undefined;
    this.isInterrupted = false;
    this.#listener.onConnected();
  }

  async #pause(): Promise<void> {
    this.#failures++;
    this.#sayTimer ??= setTimeout(() => {
      this.isInterrupted = true;
    }, SAY_AFTER_MS);
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#failures - 1));
    // The delay is random, because all windows lost the same server at the same time.
    const wait = longest * (0.5 + Math.random() / 2);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, wait);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }
}

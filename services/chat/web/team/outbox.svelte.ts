import { ApiError, call } from '../api/call.js';
import type { Message } from '../api/types.js';
import { type ConversationKey, directKey, topicKey } from '../places/conversation.js';
import type { Destination } from '../places/narrow.js';

export type Recipient = Exclude<Destination, { topic: undefined }> & { topic?: string };

/** A message that is being sent. The page shows it at once, and replaces it when the server's copy has arrived. */
export interface Pending {
  /** By this id and the id of the queue, the server recognises a repeated attempt to send the message. */
  localId: string;
  queueId: string;
  key: ConversationKey;
  destination: Recipient;
  content: string;
  /** Time of the message in UNIX seconds. */
  time: number;
  state: 'sending' | 'waiting' | 'failed';
  /** Reason why sending has failed. */
  problem: string;
  /** Id of the message on the server; set once the server has accepted the message. */
  id?: number;
}

const KEPT_AS = 'chat-outbox';
const RETRY_MS = 5_000;

/**
 * Sends messages in order and only once, and waits while the server is unreachable. Unsent messages survive a reload
 * of the window.
 */
export class Outbox {
  pending = $state.raw<readonly Pending[]>([]);
  readonly #me: () => number;
  readonly #queueId: () => string;
  readonly #isKnown: (id: number) => boolean;
  #isRunning = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(me: () => number, queueId: () => string, isKnown: (id: number) => boolean) {
    this.#me = me;
    this.#queueId = queueId;
    this.#isKnown = isKnown;
  }

  /** Restores the unsent messages of an earlier page in this window. */
  restore(): void {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? '[]') as (Pending & { me: number })[];
      this.pending = kept.filter(({ me, id }) => me === this.#me() && id === undefined);
    } catch {
      // The browser may deny storage.
    }
    void this.flush();
  }

  #set(pending: readonly Pending[]): void {
    this.pending = pending;
    try {
      const me = this.#me();
      sessionStorage.setItem(KEPT_AS, JSON.stringify(pending.map((one) => ({ ...one, me }))));
    } catch {
      // Without storage, unsent messages last as long as the page.
    }
  }

  #change(localId: string, fields: Partial<Pending>): void {
    this.#set(this.pending.map((one) => (one.localId === localId ? { ...one, ...fields } : one)));
  }

  send(destination: Recipient, content: string): void {
    const key =
      destination.kind === 'channel'
        ? topicKey(destination.channelId, destination.topic ?? '')
        : directKey(destination.userIds, this.#me());
    const one: Pending = {
      localId: randomId(),
      queueId: this.#queueId(),
      key,
      destination,
      content,
      time: Date.now() / 1000,
      state: 'sending',
      problem: '',
    };
    this.#set([...this.pending, one]);
    void this.flush();
  }

  retry(localId: string): void {
    this.#change(localId, { state: 'sending', problem: '' });
    void this.flush();
  }

  drop(localId: string): void {
    this.#set(this.pending.filter((one) => one.localId !== localId));
  }

  /** Sends waiting messages, one after the other. */
  async flush(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    clearTimeout(this.#retry);
    try {
      for (;;) {
        const next = this.pending.find(({ id, state }) => id === undefined && state !== 'failed');
        if (next === undefined) return;
        if (!(await this.#sendOne(next))) {
          this.#retry = setTimeout(() => void this.flush(), RETRY_MS);
          return;
        }
      }
    } finally {
      this.#isRunning = false;
    }
  }

  /** Sends a message; returns false if the server could not be reached. */
  async #sendOne({ destination, content, queueId, localId }: Pending): Promise<boolean> {
    const to =
      destination.kind === 'channel'
        ? { type: 'channel', to: destination.channelId, topic: destination.topic }
        : { type: 'direct', to: destination.userIds };
    try {
      const { id } = await call<{ id: number }>('POST', '/messages', {
        ...to,
        content,
        queue_id: queueId,
        local_id: localId,
        read_by_sender: true,
      });
      if (this.#isKnown(id)) this.drop(localId);
      else this.#change(localId, { id });
      return true;
    } catch (error) {
      // Without a session the message also waits, until the reader signs in again.
      const isRefused = error instanceof ApiError && error.status !== 401;
      this.#change(localId, isRefused ? { state: 'failed', problem: error.message } : { state: 'waiting' });
      return isRefused;
    }
  }

  /** Removes a pending message after the message has arrived from the server. */
  arrived(message: Message, localId: string | undefined): void {
    const rest = this.pending.filter((one) => one.localId !== localId && one.id !== message.id);
    if (rest.length < this.pending.length) this.#set(rest);
  }

  /** Removes pending messages that the server has accepted, because a new snapshot includes them. */
  settle(): void {
    const rest = this.pending.filter(({ id }) => id === undefined);
    if (rest.length < this.pending.length) this.#set(rest);
  }

  in(key: ConversationKey | undefined): readonly Pending[] {
    return this.pending.filter((one) => one.key === key);
  }
}

/** Browsers offer `crypto.randomUUID` over TLS only. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

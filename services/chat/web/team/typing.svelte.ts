import { SvelteMap } from 'svelte/reactivity';
import { call } from '../api/call.js';
import type { Event } from '../api/types.js';
import { type ConversationKey, directKey, topicKey } from '../places/conversation.js';
import type { Destination } from '../places/narrow.js';
import type { Part } from './part.js';

const EXPIRES_MS = 15_000;
const REPEAT_MS = 10_000;
const STOP_AFTER_MS = 5_000;

/** Users who are typing, by conversation. */
export class Typing implements Part {
  readonly #me: () => number;
  readonly #writers = new SvelteMap<ConversationKey, readonly number[]>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(me: () => number) {
    this.#me = me;
  }

  load(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#writers.clear();
  }

  in(key: ConversationKey): readonly number[] {
    return this.#writers.get(key) ?? [];
  }

  /** Hides that the user is typing, because a message of the user has arrived. */
  end(key: ConversationKey, userId: number): void {
    const writers = this.#writers.get(key);
    if (writers === undefined) return;
    clearTimeout(this.#timers.get(`${key} ${userId}`));
    const others = writers.filter((id) => id !== userId);
    if (others.length === 0) this.#writers.delete(key);
    else this.#writers.set(key, others);
  }

  readonly on = {
    typing: ({ op, message_type, sender, recipients, stream_id, topic }: Event) => {
      const me = this.#me();
      if (sender.user_id === me) return;
      const key =
        message_type === 'stream'
          ? topicKey(stream_id, topic)
          : directKey(
              recipients.map((person: { user_id: number }) => person.user_id),
              me,
            );
      this.end(key, sender.user_id);
      if (op !== 'start') return;
      this.#writers.set(key, [...this.in(key), sender.user_id]);
      const expire = setTimeout(() => this.end(key, sender.user_id), EXPIRES_MS);
      this.#timers.set(`${key} ${sender.user_id}`, expire);
    },
  };
}

/** Reports that the reader is typing: at the start, again while typing continues, and at the end. */
export class TypingReports {
  #destination: Destination | undefined;
  #sentAt = 0;
  #stop: ReturnType<typeof setTimeout> | undefined;
  readonly #isWanted: (kind: Destination['kind']) => boolean;

  constructor(isWanted: (kind: Destination['kind']) => boolean) {
    this.#isWanted = isWanted;
  }

  typed(destination: Destination): void {
    if (!this.#isWanted(destination.kind)) return;
    if (destination.kind === 'channel' && destination.topic === undefined) return;
    if (JSON.stringify(destination) !== JSON.stringify(this.#destination)) this.stopped();
    this.#destination = destination;
    if (Date.now() - this.#sentAt > REPEAT_MS) {
      this.#sentAt = Date.now();
      report('start', destination);
    }
    clearTimeout(this.#stop);
    this.#stop = setTimeout(() => this.stopped(), STOP_AFTER_MS);
  }

  stopped(): void {
    clearTimeout(this.#stop);
    if (this.#destination !== undefined && this.#sentAt > 0) report('stop', this.#destination);
    this.#destination = undefined;
    this.#sentAt = 0;
  }
}

function report(op: 'start' | 'stop', destination: Destination): void {
  const params =
    destination.kind === 'channel'
      ? { op, type: 'stream', stream_id: destination.channelId, topic: destination.topic }
      : { op, type: 'direct', to: destination.userIds };
  // A lost report is not sent again: the next report follows soon.
  call('POST', '/typing', params).catch(() => {});
}

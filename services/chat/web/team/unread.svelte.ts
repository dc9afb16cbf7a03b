import { SvelteSet } from 'svelte/reactivity';
import type { Event, Message, Snapshot } from '../api/types.js';
import { type ConversationKey, directKey, foldTopic, keyOf, topicKey } from '../places/conversation.js';
import type { Part } from './part.js';

/** The reader's unread messages, by conversation. */
export class Unread implements Part {
  readonly #me: () => number;
  readonly #conversations = new Map<ConversationKey, Set<number>>();
  readonly #keys = new Map<number, ConversationKey>();
  /** Names of topics as they were written, by the conversation's key. */
  readonly #topics = new Map<ConversationKey, string>();
  readonly mentions = new SvelteSet<number>();
  /**
   * Version of the counts. Counts change often and in groups; values that depend on them are recomputed once for each
   * group.
   */
  #version = $state(0);

  readonly counts: ReadonlyMap<ConversationKey, number> = $derived.by(() => {
    this.#version;
    return new Map([...this.#conversations].map(([key, ids]) => [key, ids.size]));
  });

  constructor(me: () => number) {
    this.#me = me;
  }

  load({ unread_msgs: unread }: Snapshot): void {
    const me = this.#me();
    this.#conversations.clear();
    this.#keys.clear();
    for (const { other_user_id, unread_message_ids } of unread.pms)
      this.#addAll(directKey([other_user_id], me), unread_message_ids);
    for (const { user_ids_string, unread_message_ids } of unread.huddles)
      this.#addAll(directKey(user_ids_string.split(',').map(Number), me), unread_message_ids);
    for (const { stream_id, topic, unread_message_ids } of unread.streams) {
      const key = topicKey(stream_id, topic);
      this.#topics.set(key, topic);
      this.#addAll(key, unread_message_ids);
    }
    this.mentions.clear();
    for (const id of unread.mentions) this.mentions.add(id);
    this.#version++;
  }

  #addAll(key: ConversationKey, ids: readonly number[]): void {
    for (const id of ids) this.#add(key, id);
  }

  #add(key: ConversationKey, id: number): void {
    const ids = this.#conversations.get(key) ?? new Set();
    ids.add(id);
    this.#conversations.set(key, ids);
    this.#keys.set(id, key);
  }

  add(message: Message): void {
    const key = keyOf(message, this.#me());
    if (message.type === 'stream') this.#topics.set(key, message.subject);
    this.#add(key, message.id);
    if (message.flags.some((flag) => flag === 'mentioned' || flag.endsWith('wildcard_mentioned')))
      this.mentions.add(message.id);
    this.#version++;
  }

  remove(ids: Iterable<number>): void {
    for (const id of ids) {
      const key = this.#keys.get(id);
      if (key === undefined) continue;
      this.#keys.delete(id);
      this.mentions.delete(id);
      const rest = this.#conversations.get(key);
      rest?.delete(id);
      if (rest?.size === 0) this.#conversations.delete(key);
    }
    this.#version++;
  }

  has(id: number): boolean {
    this.#version;
    return this.#keys.has(id);
  }

  count(key: ConversationKey): number {
    return this.counts.get(key) ?? 0;
  }

  /** Returns the ids of a conversation's unread messages, oldest first. */
  idsOf(key: ConversationKey): number[] {
    return [...(this.#conversations.get(key) ?? [])].sort((a, b) => a - b);
  }

  allIds(): number[] {
    return [...this.#keys.keys()];
  }

  /** Number of unread messages that are mentions or belong to a chosen conversation. */
  countWhere(isChosen: (key: ConversationKey) => boolean): number {
    this.#version;
    let count = 0;
    for (const [id, key] of this.#keys) if (this.mentions.has(id) || isChosen(key)) count++;
    return count;
  }

  /** Returns the topic's name of a conversation as it was written. */
  topicOf(key: ConversationKey): string {
    return this.#topics.get(key) ?? key.split(':').slice(2).join(':');
  }

  readonly on = {
    update_message_flags: (event: Event) => {
      if (event.flag !== 'read') return;
      if (event.op === 'add') this.remove(event.all ? this.allIds() : event.messages);
      else if (event.message_details !== undefined) this.#unreadAgain(event.message_details);
    },
    delete_message: ({ message_ids }: Event) => this.remove(message_ids),
    update_message: (event: Event) => this.#onMove(event),
  };

  #unreadAgain(details: Record<string, Event>): void {
    const me = this.#me();
    for (const [id, { type, stream_id, topic, user_ids, mentioned }] of Object.entries(details)) {
      const key = type === 'stream' ? topicKey(stream_id, topic) : directKey(user_ids ?? [], me);
      if (type === 'stream') this.#topics.set(key, topic);
      this.#add(key, Number(id));
      if (mentioned) this.mentions.add(Number(id));
    }
    this.#version++;
  }

  #onMove({ message_ids, stream_id, new_stream_id, orig_subject, subject }: Event): void {
    if (stream_id === undefined || (subject === undefined && new_stream_id === undefined)) return;
    const topic = subject ?? orig_subject;
    for (const id of message_ids as number[]) {
      const before = this.#keys.get(id);
      if (before === undefined) continue;
      const mentioned = this.mentions.has(id);
      const name = topic ?? this.topicOf(before);
      this.remove([id]);
      const key = topicKey(new_stream_id ?? stream_id, foldTopic(name));
      this.#topics.set(key, name);
      this.#add(key, id);
      if (mentioned) this.mentions.add(id);
    }
    this.#version++;
  }
}

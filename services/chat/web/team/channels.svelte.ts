import { SvelteMap } from 'svelte/reactivity';
import { call } from '../api/call.js';
import type { Channel, ChannelFolder, Event, Message, OwnChannel, Snapshot } from '../api/types.js';
import { compareNames } from '../people/names.js';
import { foldTopic } from '../places/conversation.js';
import type { Part } from './part.js';

export interface Topic {
  name: string;
  max_id: number;
}

/** Visibility policies of topics. */
export const POLICY = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;

const topicPlace = (channelId: number, topic: string): string => `${channelId}:${foldTopic(topic)}`;

/** Channels that the reader may know of, their topics, and the reader's preferences for both. */
export class Channels implements Part {
  readonly all = new SvelteMap<number, OwnChannel>();
  /** Folders in their order, including archived folders. */
  allFolders = $state.raw<readonly ChannelFolder[]>([]);
  readonly folders = $derived(this.allFolders.filter((folder) => !folder.is_archived));
  /** Topics of opened channels, newest first. */
  readonly topics = new SvelteMap<number, readonly Topic[]>();
  readonly #policies = new SvelteMap<string, number>();
  readonly #loading = new Map<number, Promise<void>>();

  /** Pinned channels come first, muted channels last. */
  readonly subscribed = $derived(
    [...this.all.values()]
      .filter((channel) => channel.subscribed && !channel.is_archived)
      .sort((a, b) => rank(a) - rank(b) || compareNames(a.name, b.name)),
  );

  load(snapshot: Snapshot): void {
    this.all.clear();
    for (const channel of snapshot.subscriptions) this.all.set(channel.stream_id, own(channel, true));
    for (const channel of snapshot.unsubscribed) this.all.set(channel.stream_id, own(channel, false));
    for (const channel of snapshot.never_subscribed) this.all.set(channel.stream_id, own(channel, false));
    this.#useFolders(snapshot.channel_folders);
    this.#policies.clear();
    for (const topic of snapshot.user_topics)
      this.#policies.set(topicPlace(topic.stream_id, topic.topic_name), topic.visibility_policy);
    const opened = [...this.topics.keys()];
    this.topics.clear();
    for (const id of opened) void this.loadTopics(id);
  }

  #useFolders(folders: readonly ChannelFolder[]): void {
    this.allFolders = [...folders].sort((a, b) => a.order - b.order);
  }

  name(id: number | undefined): string {
    return this.all.get(id ?? 0)?.name ?? 'unknown channel';
  }

  byName(name: string): OwnChannel | undefined {
    const key = name.normalize('NFC').toLowerCase();
    return [...this.all.values()].find((channel) => channel.name.normalize('NFC').toLowerCase() === key);
  }

  policy(channelId: number, topic: string): number {
    return this.#policies.get(topicPlace(channelId, topic)) ?? POLICY.none;
  }

  /** Returns true if the topic is muted, or if its channel is muted and the topic is neither unmuted nor followed. */
  isTopicMuted(channelId: number, topic: string): boolean {
    const policy = this.policy(channelId, topic);
    if (policy !== POLICY.none) return policy === POLICY.muted;
    return this.all.get(channelId)?.is_muted ?? false;
  }

  /** Fetches the topics of a channel once. If the service does not respond, a later call fetches them. */
  loadTopics(channelId: number): Promise<void> {
    if (this.topics.has(channelId)) return Promise.resolve();
    let loading = this.#loading.get(channelId);
    if (loading === undefined) {
      loading = this.#readTopics(channelId)
        .catch(() => {})
        .finally(() => this.#loading.delete(channelId));
      this.#loading.set(channelId, loading);
    }
    return loading;
  }

  async #readTopics(channelId: number): Promise<void> {
    const { topics } = await call<{ topics: Topic[] }>('GET', `/users/me/${channelId}/topics`, {
      allow_empty_topic_name: true,
    });
    this.topics.set(channelId, topics);
  }

  /** Moves the topic of a new message to the first position. */
  noteMessage({ stream_id, subject, id }: Message): void {
    const known = this.topics.get(stream_id ?? 0);
    if (known === undefined) return;
    const key = foldTopic(subject);
    const rest = known.filter((topic) => foldTopic(topic.name) !== key);
    this.topics.set(stream_id!, [{ name: subject, max_id: id }, ...rest]);
  }

  #forgetTopics(channelId: number | undefined): void {
    if (channelId === undefined || !this.topics.delete(channelId)) return;
    void this.loadTopics(channelId);
  }

  #change(id: number, fields: Partial<OwnChannel>): void {
    const channel = this.all.get(id);
    if (channel !== undefined) this.all.set(id, { ...channel, ...fields } as OwnChannel);
  }

  readonly on = {
    subscription: (event: Event) => {
      if (event.op === 'add')
        for (const channel of event.subscriptions)
          this.all.set(channel.stream_id, own({ ...this.all.get(channel.stream_id), ...channel }, true));
      else if (event.op === 'remove')
        for (const { stream_id } of event.subscriptions) this.#change(stream_id, { subscribed: false });
      else if (event.op === 'update') this.#change(event.stream_id, { [event.property]: event.value });
      else this.#onPeers(event);
    },
    stream: (event: Event) => {
      if (event.op === 'create')
        for (const channel of event.streams) {
          const known = this.all.get(channel.stream_id);
          this.all.set(channel.stream_id, own({ ...known, ...channel }, known?.subscribed ?? false));
        }
      else if (event.op === 'delete')
        for (const id of event.stream_ids ?? event.streams.map((channel: Channel) => channel.stream_id))
          this.all.delete(id);
      else {
        const { stream_id, property, value, rendered_description } = event;
        this.#change(stream_id, {
          [property]: value,
          ...(rendered_description === undefined ? {} : { rendered_description }),
          ...(event.history_public_to_subscribers === undefined
            ? {}
            : { history_public_to_subscribers: event.history_public_to_subscribers }),
        });
      }
    },
    channel_folder: ({ op, channel_folder, channel_folder_id, data, order }: Event) => {
      if (op === 'add') this.#useFolders([...this.allFolders, channel_folder]);
      else if (op === 'update')
        this.#useFolders(
          this.allFolders.map((folder) =>
            folder.id === channel_folder_id ? { ...folder, ...data } : folder,
          ),
        );
      else
        this.#useFolders(this.allFolders.map((folder) => ({ ...folder, order: order.indexOf(folder.id) })));
    },
    user_topic: ({ stream_id, topic_name, visibility_policy }: Event) => {
      this.#policies.set(topicPlace(stream_id, topic_name), visibility_policy);
    },
    update_message: (event: Event) => {
      if (event.subject === undefined && event.new_stream_id === undefined) return;
      this.#forgetTopics(event.stream_id);
      if (event.new_stream_id !== undefined) this.#forgetTopics(event.new_stream_id);
    },
    delete_message: ({ stream_id }: Event) => this.#forgetTopics(stream_id),
  };

  #onPeers({ op, stream_ids, user_ids }: Event): void {
    for (const id of stream_ids) {
      const channel = this.all.get(id);
      if (channel === undefined) continue;
      const before = channel.subscribers ?? [];
      const others = before.filter((user) => !user_ids.includes(user));
      const subscribers = op === 'peer_add' ? [...others, ...user_ids] : others;
      this.#change(id, { subscribers, subscriber_count: subscribers.length });
    }
  }
}

const rank = (channel: OwnChannel): number => (channel.pin_to_top ? 0 : channel.is_muted ? 2 : 1);

const own = (channel: Partial<OwnChannel>, subscribed: boolean): OwnChannel =>
  ({
    color: '#76808c',
    is_muted: false,
    pin_to_top: false,
    ...channel,
    subscribed,
  }) as OwnChannel;

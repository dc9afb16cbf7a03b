import { SvelteMap } from 'svelte/reactivity';
import type { CustomEmoji, Event, Settings, Snapshot } from '../api/types.js';
import type { Part } from './part.js';

export interface Linkifier {
  id: number;
  pattern: string;
  url_template: string;
}

/** Definition of a profile field. `field_data` is JSON: choices of a list, or the service of an account. */
export interface ProfileField {
  id: number;
  type: number;
  name: string;
  hint: string;
  field_data: string;
  editable_by_user: boolean;
}

/** A message that the server sends later. */
export interface Scheduled {
  scheduled_message_id: number;
  type: 'private' | 'stream';
  to: number | number[];
  topic?: string;
  content: string;
  /** Time of delivery in UNIX seconds. */
  scheduled_delivery_timestamp: number;
  failed: boolean;
}

/** A draft as the server keeps it; `to` has a channel or people. */
export interface ServerDraft {
  id: number;
  type: '' | 'stream' | 'private';
  to: number[];
  topic: string;
  content: string;
  /** Time of the last change in UNIX seconds. */
  timestamp: number;
}

/** The organization, and the reader's settings, scheduled messages and drafts. */
export class Organization implements Part {
  /** Fields of the snapshot with the prefix `realm_`, keyed without the prefix. */
  realm = $state.raw<Record<string, unknown>>({});
  settings = $state.raw<Settings>({});
  emoji = new SvelteMap<string, CustomEmoji>();
  linkifiers = $state.raw<readonly Linkifier[]>([]);
  profileFields = $state.raw<readonly ProfileField[]>([]);
  scheduled = $state.raw<readonly Scheduled[]>([]);
  /** Drafts, the least recently edited draft first. */
  drafts = $state.raw<readonly ServerDraft[]>([]);
  /** Reasons of a report, in the order to offer them. */
  reportReasons = $state.raw<readonly { key: string; name: string }[]>([]);
  limits = $state.raw({ message: 10_000, topic: 60, channel: 60, uploadMib: 100, password: 8 });
  canInvite = $state(false);
  canCreateChannels = $state(false);
  canCreatePrivateChannels = $state(false);

  load(snapshot: Snapshot): void {
    const realm = Object.entries(snapshot).filter(([name]) => name.startsWith('realm_'));
    this.realm = Object.fromEntries(realm.map(([name, value]) => [name.slice(6), value]));
    this.settings = snapshot.user_settings;
    this.#loadEmoji(snapshot.realm_emoji);
    this.linkifiers = snapshot.realm_linkifiers;
    this.profileFields = snapshot.custom_profile_fields;
    this.scheduled = snapshot.scheduled_messages;
    this.drafts = snapshot.drafts;
    this.reportReasons = snapshot.server_report_message_types;
    this.limits = {
      message: snapshot.max_message_length,
      topic: snapshot.max_topic_length,
      channel: snapshot.max_stream_name_length,
      uploadMib: snapshot.max_file_upload_size_mib,
      password: snapshot.password_min_length,
    };
    this.canInvite = snapshot.can_invite_others_to_realm;
    this.canCreateChannels = snapshot.can_create_streams;
    this.canCreatePrivateChannels = snapshot.can_create_private_streams;
  }

  #loadEmoji(emoji: Record<string, CustomEmoji>): void {
    this.emoji.clear();
    for (const [id, one] of Object.entries(emoji)) this.emoji.set(id, one);
  }

  get name(): string {
    return String(this.realm.name ?? 'Team chat');
  }

  /** Returns the topic's name, with the organization's substitute for an empty topic. */
  topicName(topic: string): string {
    return topic === '' ? String(this.realm.empty_topic_display_name ?? 'general chat') : topic;
  }

  /** Returns the channel that gets reports of messages; undefined if messages cannot be reported. */
  get reportChannelId(): number | undefined {
    const id = this.realm.moderation_request_channel_id;
    return typeof id === 'number' && id >= 0 ? id : undefined;
  }

  get emptyTopicsAllowed(): boolean {
    return this.realm.topics_policy !== 'disable_empty_topic';
  }

  readonly on = {
    user_settings: ({ property, value }: Event) => {
      this.settings = { ...this.settings, [property]: value };
    },
    realm: ({ op, property, value, data }: Event) => {
      this.realm = { ...this.realm, ...(op === 'update_dict' ? data : { [property]: value }) };
    },
    realm_emoji: ({ realm_emoji }: Event) => this.#loadEmoji(realm_emoji),
    realm_linkifiers: ({ realm_linkifiers }: Event) => {
      this.linkifiers = realm_linkifiers;
    },
    custom_profile_fields: ({ fields }: Event) => {
      this.profileFields = fields;
    },
    drafts: ({ drafts, draft, draft_id }: Event) => {
      const changed: ServerDraft[] = drafts ?? (draft === undefined ? [] : [draft]);
      const gone = new Set([draft_id, ...changed.map(({ id }) => id)]);
      this.drafts = [...this.drafts.filter(({ id }) => !gone.has(id)), ...changed];
    },
    scheduled_messages: (event: Event) => {
      const changed: Scheduled[] =
        event.scheduled_messages ?? (event.scheduled_message ? [event.scheduled_message] : []);
      const gone = new Set([event.scheduled_message_id, ...changed.map((one) => one.scheduled_message_id)]);
      const rest = this.scheduled.filter((one) => !gone.has(one.scheduled_message_id));
      this.scheduled = [...rest, ...changed].sort(
        (one, other) => one.scheduled_delivery_timestamp - other.scheduled_delivery_timestamp,
      );
    },
  };
}

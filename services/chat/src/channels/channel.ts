import { sql } from '@services/kit/db';
import { normalName, unseenCharacter } from '../names.js';
import { type GroupValue, SYSTEM_GROUP } from '../organization/groups.js';

const { everyone, administrators, nobody } = SYSTEM_GROUP;

/** Group settings of a channel, each with the group that is its default. */
export const CHANNEL_GROUP_SETTINGS = {
  can_add_subscribers_group: nobody,
  // A new channel stores this setting with its creator added.
  can_administer_channel_group: nobody,
  can_create_topic_group: everyone,
  can_delete_any_message_group: nobody,
  can_delete_own_message_group: nobody,
  can_move_messages_out_of_channel_group: nobody,
  can_move_messages_within_channel_group: nobody,
  can_remove_subscribers_group: administrators,
  can_resolve_topics_group: nobody,
  can_send_message_group: everyone,
  can_subscribe_group: nobody,
} as const satisfies Record<string, number>;

export type ChannelGroupSetting = keyof typeof CHANNEL_GROUP_SETTINGS;
export type ChannelPermissions = Record<ChannelGroupSetting, GroupValue>;

export const CHANNEL_TOPICS_POLICIES = [
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
] as const;
export type ChannelTopicsPolicy = (typeof CHANNEL_TOPICS_POLICIES)[number];

/** A row of `channel`. Times are UNIX milliseconds. */
export interface Channel {
  id: number;
  recipient_id: number;
  name: string;
  description: string;
  rendered_description: string;
  created_at: number;
  creator_id: number | null;
  invite_only: boolean;
  history_public_to_subscribers: boolean;
  is_archived: boolean;
  is_default: boolean;
  /** Days to keep messages; -1: for ever; null: the organization's setting. */
  message_retention_days: number | null;
  topics_policy: ChannelTopicsPolicy;
  folder_id: number | null;
  first_message_id: number | null;
  last_message_at: number | null;
  /** Group settings whose value differs from the default in CHANNEL_GROUP_SETTINGS. */
  permissions: Partial<ChannelPermissions>;
}

export const CHANNEL_COLUMNS = sql.raw(
  `c.id, c.recipient_id, c.name, c.description, c.rendered_description, c.created_at, c.creator_id, c.invite_only,
   c.history_public_to_subscribers, c.is_archived, c.is_default, c.message_retention_days, c.topics_policy,
   c.folder_id, c.first_message_id, c.last_message_at, c.permissions`,
);

export function permissionOf(
  channel: Pick<Channel, 'permissions'>,
  setting: ChannelGroupSetting,
): GroupValue {
  return channel.permissions[setting] ?? CHANNEL_GROUP_SETTINGS[setting];
}

/** Maximum number of code points in a channel's name. */
export const MAX_CHANNEL_NAME = 60;
export const MAX_CHANNEL_DESCRIPTION = 1024;

/** Trims and normalises a name. Two names are the same if `channelKey` is equal. */
export function channelName(text: string): string {
  return normalName(text);
}
export function channelKey(name: string): string {
  return channelName(name).toLowerCase();
}

/** Returns the problem of a trimmed and normalised name, or undefined if it is valid. */
export function channelNameProblem(name: string): string | undefined {
  if (name === '') return "Channel name can't be empty.";
  if ([...name].length > MAX_CHANNEL_NAME)
    return `Channel name too long (limit: ${MAX_CHANNEL_NAME} characters).`;
  const position = unseenCharacter(name);
  if (position !== undefined) return `Invalid character in channel name, at position ${position}.`;
  return undefined;
}

import type { GroupValue } from '../organization/groups.js';
import {
  CHANNEL_GROUP_SETTINGS,
  type Channel,
  type ChannelGroupSetting,
  type ChannelPermissions,
  permissionOf,
} from './channel.js';

/** A channel without a message for this time is reported as not recently active. */
const ACTIVE_MS = 180 * 86_400_000;

/** A channel as every client sees it; times are UNIX seconds. */
export interface ChannelPayload extends ChannelPermissions {
  stream_id: number;
  name: string;
  description: string;
  rendered_description: string;
  date_created: number;
  creator_id: number | null;
  invite_only: boolean;
  is_web_public: boolean;
  is_archived: boolean;
  history_public_to_subscribers: boolean;
  first_message_id: number | null;
  message_retention_days: number | null;
  topics_policy: string;
  folder_id: number | null;
  is_recently_active: boolean;
  stream_weekly_traffic: number | null;
  subscriber_count: number;
  is_announcement_only: boolean;
  stream_post_policy: number;
}

export interface ChannelFigures {
  nowMs: number;
  weeklyTraffic: number | null;
  subscriberCount: number;
}

export function channelPayload(channel: Channel, figures: ChannelFigures): ChannelPayload {
  const lastActivity = channel.last_message_at ?? channel.created_at;
  return {
    stream_id: channel.id,
    name: channel.name,
    description: channel.description,
    rendered_description: channel.rendered_description,
    date_created: Math.floor(channel.created_at / 1000),
    creator_id: channel.creator_id,
    invite_only: channel.invite_only,
    // Web-public channels do not exist in this service.
    is_web_public: false,
    is_archived: channel.is_archived,
    history_public_to_subscribers: channel.history_public_to_subscribers,
    first_message_id: channel.first_message_id,
    message_retention_days: channel.message_retention_days,
    topics_policy: channel.topics_policy,
    folder_id: channel.folder_id,
    is_recently_active: figures.nowMs - lastActivity < ACTIVE_MS,
    stream_weekly_traffic: figures.weeklyTraffic,
    subscriber_count: figures.subscriberCount,
    // Older clients read two fields that group settings have replaced; the fields say that everyone may send.
    is_announcement_only: false,
    stream_post_policy: 1,
    ...permissions(channel),
  };
}

function permissions(channel: Channel): ChannelPermissions {
  const settings = Object.keys(CHANNEL_GROUP_SETTINGS) as ChannelGroupSetting[];
  return Object.fromEntries(
    settings.map((setting): [string, GroupValue] => [setting, permissionOf(channel, setting)]),
  ) as ChannelPermissions;
}

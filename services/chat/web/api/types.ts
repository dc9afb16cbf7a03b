/** Fields of the server's answers that the page uses. Times are UNIX seconds. */

export interface User {
  user_id: number;
  full_name: string;
  email: string;
  delivery_email: string | null;
  avatar_url: string | null;
  timezone: string;
  role: number;
  is_bot: boolean;
  bot_owner_id: number | null;
  is_owner: boolean;
  is_admin: boolean;
  is_guest: boolean;
  is_active: boolean;
  is_system_bot?: boolean;
  date_joined: string;
  profile_data?: Record<string, { value: string; rendered_value?: string }>;
}

export interface Channel {
  stream_id: number;
  name: string;
  description: string;
  rendered_description: string;
  invite_only: boolean;
  is_archived: boolean;
  creator_id: number | null;
  date_created: number;
  folder_id: number | null;
  subscriber_count: number;
  history_public_to_subscribers: boolean;
  first_message_id: number | null;
  message_retention_days: number | null;
  topics_policy: string;
  stream_weekly_traffic: number | null;
  subscribers?: number[];
  [setting: `can_${string}_group`]: GroupValue;
}

/** A folder of channels, the same for all users. */
export interface ChannelFolder {
  id: number;
  name: string;
  order: number;
  is_archived: boolean;
}

export interface OwnChannel extends Channel {
  subscribed: boolean;
  color: string;
  is_muted: boolean;
  pin_to_top: boolean;
  desktop_notifications: boolean | null;
  audible_notifications: boolean | null;
  email_notifications: boolean | null;
  wildcard_mentions_notify: boolean | null;
}

export type GroupValue = number | { direct_members: number[]; direct_subgroups: number[] };

export interface UserGroup {
  id: number;
  name: string;
  description: string;
  members: number[];
  direct_subgroup_ids: number[];
  is_system_group: boolean;
  deactivated: boolean;
}

export interface Reaction {
  emoji_name: string;
  emoji_code: string;
  reaction_type: string;
  user_id: number;
}

/** A submessage of a poll or task list: its definition, or an action of a reader. */
export interface Submessage {
  id: number;
  message_id: number;
  sender_id: number;
  msg_type: string;
  /** Content of the submessage, as JSON text. */
  content: string;
}

export interface Message {
  id: number;
  type: 'stream' | 'private';
  sender_id: number;
  sender_full_name: string;
  avatar_url: string | null;
  /** Content as HTML. */
  content: string;
  display_recipient: string | { id: number; full_name: string; email: string }[];
  stream_id?: number;
  subject: string;
  timestamp: number;
  last_edit_timestamp?: number;
  last_moved_timestamp?: number;
  is_me_message: boolean;
  reactions: Reaction[];
  submessages: Submessage[];
  flags: string[];
  match_content?: string;
  match_subject?: string;
}

export interface CustomEmoji {
  id: string;
  name: string;
  source_url: string;
  still_url: string | null;
  deactivated: boolean;
  author_id: number;
}

export type Settings = Record<string, string | number | boolean>;

export interface Event {
  id: number;
  type: string;
  op?: string;
  // biome-ignore lint/suspicious/noExplicitAny: each type of event has fields of its own; see the API's description.
  [field: string]: any;
}

// biome-ignore lint/suspicious/noExplicitAny: some 150 fields, of which each part of the page reads a few.
export type Snapshot = Record<string, any>;

export const ROLES: Record<number, string> = {
  100: 'Owner',
  200: 'Administrator',
  300: 'Moderator',
  400: 'Member',
  600: 'Guest',
};

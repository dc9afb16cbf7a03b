import { type Queryable, sql } from '@services/kit/db';
import { type GroupValue, SYSTEM_GROUP } from './groups.js';

const { everyone, members, moderators, administrators, owners } = SYSTEM_GROUP;

/** Group settings of the organization with their default groups. */
export const GROUP_SETTINGS = {
  can_create_public_channel_group: members,
  can_create_private_channel_group: members,
  can_add_subscribers_group: members,
  can_invite_users_group: members,
  can_add_custom_emoji_group: members,
  can_create_bots_group: members,
  can_create_groups: members,
  can_move_messages_between_channels_group: members,
  create_multiuse_invite_group: administrators,
  can_delete_any_message_group: administrators,
  can_mention_many_users_group: administrators,
  can_delete_own_message_group: everyone,
  can_move_messages_between_topics_group: everyone,
  can_resolve_topics_group: everyone,
  direct_message_permission_group: everyone,
  direct_message_initiator_group: everyone,
  can_set_delete_message_policy_group: moderators,
  can_set_topics_policy_group: moderators,
  can_manage_all_groups: owners,
} as const satisfies Record<string, number>;
export type GroupSetting = keyof typeof GROUP_SETTINGS;

export const MESSAGE_EDIT_HISTORY_POLICIES = ['all', 'moves', 'none'] as const;
export const ORGANIZATION_TOPICS_POLICIES = ['allow_empty_topic', 'disable_empty_topic'] as const;

export interface PlainSettings {
  /** This and the next three fields: seconds; null: no limit. */
  message_content_edit_limit_seconds: number | null;
  message_content_delete_limit_seconds: number | null;
  move_messages_within_stream_limit_seconds: number | null;
  move_messages_between_streams_limit_seconds: number | null;
  allow_message_editing: boolean;
  message_edit_history_visibility_policy: (typeof MESSAGE_EDIT_HISTORY_POLICIES)[number];
  topics_policy: (typeof ORGANIZATION_TOPICS_POLICIES)[number];
  empty_topic_display_name: string;
  /** Days to keep messages; -1: for ever. */
  message_retention_days: number;
  /** Days until a member is a full member. */
  waiting_period_threshold: number;
  enable_read_receipts: boolean;
  /** Channel for moderation requests; -1: no channel. */
  moderation_request_channel_id: number;
  /** Channel for announcements of new channels; -1: none. */
  new_stream_announcements_stream_id: number;
  welcome_message_custom_text: string;
  invite_required: boolean;
  default_language: string;
  presence_disabled: boolean;
}

export const PLAIN_SETTINGS: PlainSettings = {
  message_content_edit_limit_seconds: 600,
  message_content_delete_limit_seconds: 600,
  move_messages_within_stream_limit_seconds: 604_800,
  move_messages_between_streams_limit_seconds: 604_800,
  allow_message_editing: true,
  message_edit_history_visibility_policy: 'all',
  topics_policy: 'allow_empty_topic',
  empty_topic_display_name: 'general chat',
  message_retention_days: -1,
  waiting_period_threshold: 0,
  enable_read_receipts: true,
  moderation_request_channel_id: -1,
  new_stream_announcements_stream_id: -1,
  welcome_message_custom_text: '',
  invite_required: true,
  default_language: 'en',
  presence_disabled: false,
};

export type OrganizationSettings = PlainSettings & Record<GroupSetting, GroupValue>;

export interface Organization {
  name: string;
  /** Description in Markdown. */
  description: string;
  created_at: number;
  is_active: boolean;
  /** Path of the uploaded icon; null: a drawn icon. */
  icon_path: string | null;
  /** All settings, including defaults. */
  settings: OrganizationSettings;
}

/** Icon of an organization without an uploaded icon: the drawn picture of its first account. */
const DRAWN_ICON = '/avatar/1';

export const iconFields = ({ icon_path }: Pick<Organization, 'icon_path'>) =>
  icon_path === null
    ? { icon_url: DRAWN_ICON, icon_source: 'G' }
    : { icon_url: `/user_avatars/${icon_path}`, icon_source: 'U' };

export async function readOrganization(db: Queryable): Promise<Organization> {
  const row = await db.one<Omit<Organization, 'settings'> & { settings: Partial<OrganizationSettings> }>(
    sql`SELECT name, description, created_at, is_active, icon_path, settings FROM organization`,
  );
  if (row === undefined) throw new Error('the organization has not been set up: run init');
  return { ...row, settings: { ...PLAIN_SETTINGS, ...GROUP_SETTINGS, ...row.settings } };
}

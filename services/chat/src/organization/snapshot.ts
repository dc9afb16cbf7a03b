import { sql } from '@services/kit/db';
import { can } from '../access/permissions.js';
import { MAX_CHANNEL_DESCRIPTION, MAX_CHANNEL_NAME } from '../channels/channel.js';
import type { SnapshotContext, SnapshotPart } from '../events/snapshot.js';
import { render } from '../markdown/renderer.js';
import { REPORT_REASONS } from '../messages/reports/report.js';
import { EXTERNAL_SERVICES } from '../profile-fields/rules.js';
import { OFFLINE_AFTER_SECONDS, PING_INTERVAL_SECONDS } from '../users/presence/rules.js';
import { AUTHENTICATION_METHODS } from './server-settings.js';
import { GROUP_SETTINGS, iconFields, type Organization } from './settings.js';
import { allGroups } from './user-groups/members.js';
import { USER_GROUP_SETTINGS } from './user-groups/payload.js';

/** Clients abandon a poll after this time; heartbeats come earlier. */
export const LONG_POLL_TIMEOUT_SECONDS = 90;

/** Start time of this process, by which clients notice a restart: they reload if it changes. */
const SERVER_GENERATION = Math.floor(Date.now() / 1000);

const prefixed = (settings: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [`realm_${name}`, value]));

async function organizationFields({ app, directory, db }: SnapshotContext): Promise<Record<string, unknown>> {
  const organization = await directory.organization();
  const domain = await db.one<{ count: number }>(
    sql`SELECT count(*)::integer AS count FROM account WHERE is_active`,
  );
  return {
    ...prefixed(organization.settings),
    ...identity(organization, app.publicUrl, app.publicHost),
    ...limits(app.config),
    ...intervals(),
    server_emoji_data_url: `${app.publicUrl}/api/v1/emoji_names`,
    realm_active_users: domain?.count ?? 0,
    realm_wildcard_mention_policy: 5,
    realm_mandatory_topics: organization.settings.topics_policy === 'disable_empty_topic',
    server_supported_permission_settings: {
      realm: permissionDefaults(GROUP_SETTINGS),
      group: permissionDefaults(USER_GROUP_SETTINGS),
    },
  };
}

/** Returns what the user may do by the organization's settings. */
async function ownRights({ directory, user, now }: SnapshotContext): Promise<Record<string, unknown>> {
  const source = { directory, now };
  const createsPublic = await can(source, 'can_create_public_channel_group', user);
  const createsPrivate = await can(source, 'can_create_private_channel_group', user);
  return {
    can_create_public_streams: createsPublic,
    can_create_private_streams: createsPrivate,
    can_create_streams: createsPublic || createsPrivate,
    can_create_web_public_streams: false,
    can_invite_others_to_realm: await can(source, 'can_invite_users_group', user),
  };
}

function identity(organization: Organization, publicUrl: string, publicHost: string) {
  return {
    realm_name: organization.name,
    realm_description: organization.description,
    realm_rendered_description: render(organization.description).html,
    realm_url: publicUrl,
    realm_uri: publicUrl,
    ...prefixed(iconFields(organization)),
    realm_org_type: 10,
    realm_bot_domain: publicHost,
    realm_date_created: Math.floor(organization.created_at / 1000),
    realm_authentication_methods: AUTHENTICATION_METHODS,
    realm_default_external_accounts: EXTERNAL_SERVICES,
    realm_email_auth_enabled: true,
    realm_password_auth_enabled: true,
    realm_push_notifications_enabled: false,
  };
}

function limits(config: SnapshotContext['app']['config']) {
  return {
    max_message_length: config.maxMessageLength,
    max_topic_length: config.maxTopicLength,
    max_stream_name_length: MAX_CHANNEL_NAME,
    max_channel_folder_name_length: 60,
    max_channel_folder_description_length: 1024,
    max_stream_description_length: MAX_CHANNEL_DESCRIPTION,
    max_file_upload_size_mib: config.maxFileUploadMib,
    max_avatar_file_size_mib: 5,
    max_icon_file_size_mib: 5,
    max_logo_file_size_mib: 5,
    password_min_length: config.minPasswordLength,
    password_max_length: 100,
    password_min_guesses: 0,
  };
}

function intervals() {
  return {
    server_presence_ping_interval_seconds: PING_INTERVAL_SECONDS,
    server_presence_offline_threshold_seconds: OFFLINE_AFTER_SECONDS,
    server_typing_started_wait_period_milliseconds: 10_000,
    server_typing_stopped_wait_period_milliseconds: 5_000,
    server_typing_started_expiry_period_milliseconds: 15_000,
    event_queue_longpoll_timeout_seconds: LONG_POLL_TIMEOUT_SECONDS,
    server_generation: SERVER_GENERATION,
    server_thumbnail_formats: [],
    server_report_message_types: Object.entries(REPORT_REASONS).map(([key, name]) => ({ key, name })),
  };
}

const permissionDefaults = (settings: Record<string, number>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, group]) => [
      name,
      { default_group_id: group, allow_nobody_group: true },
    ]),
  );

export const organizationSnapshot: readonly SnapshotPart[] = [
  { types: ['realm'], read: organizationFields },
  { types: ['realm', 'realm_user'], read: ownRights },
  {
    types: ['realm_user_groups'],
    read: async ({ db, directory, now, options }) => ({
      realm_user_groups: await allGroups(db, directory, now, {
        includeDeactivated: options.capabilities.includes('include_deactivated_groups'),
      }),
    }),
  },
  { types: ['realm_domains'], read: async () => ({ realm_domains: [] }) },
];

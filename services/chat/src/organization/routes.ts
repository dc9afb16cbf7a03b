import { json, sql } from '@services/kit/db';
import Type from 'typebox';
import { requireRole } from '../access/permissions.js';
import type { WriteTx } from '../db/writer.js';
import { badRequest } from '../http/errors.js';
import {
  boolean,
  historicText,
  id,
  integer,
  nullable,
  oneOf,
  optional,
  text,
  trimmed,
} from '../http/parameters.js';
import { defineRoute } from '../http/route.js';
import { checkedGroupChange, type GroupValueChange, groupSetting, sameValue } from './group-value.js';
import { serverSettingsRoute } from './server-settings.js';
import {
  GROUP_SETTINGS,
  type GroupSetting,
  MESSAGE_EDIT_HISTORY_POLICIES,
  ORGANIZATION_TOPICS_POLICIES,
  type OrganizationSettings,
} from './settings.js';

const limitSeconds = () => optional(nullable(integer({ min: 1, max: 0x7fffffff })));

const groupSettings = Object.fromEntries(
  Object.keys(GROUP_SETTINGS).map((name) => [name, optional(groupSetting())]),
) as Record<GroupSetting, ReturnType<typeof optional<GroupValueChange>>>;

/** Parameters of settings that are not groups. */
export const plainSettings = {
  message_content_edit_limit_seconds: limitSeconds(),
  message_content_delete_limit_seconds: limitSeconds(),
  move_messages_within_stream_limit_seconds: limitSeconds(),
  move_messages_between_streams_limit_seconds: limitSeconds(),
  allow_message_editing: optional(boolean()),
  message_edit_history_visibility_policy: optional(oneOf(MESSAGE_EDIT_HISTORY_POLICIES)),
  topics_policy: optional(oneOf(ORGANIZATION_TOPICS_POLICIES)),
  empty_topic_display_name: optional(trimmed(text({ min: 1, max: 60 }))),
  message_retention_days: optional(integer({ min: -1, max: 36_500 })),
  waiting_period_threshold: optional(integer({ min: 0, max: 36_500 })),
  enable_read_receipts: optional(boolean()),
  moderation_request_channel_id: optional(id({ min: -1 })),
  new_stream_announcements_stream_id: optional(id({ min: -1 })),
  welcome_message_custom_text: optional(text({ max: 8000 })),
  invite_required: optional(boolean()),
  default_language: optional(historicText({ min: 1, max: 50 })),
  presence_disabled: optional(boolean()),
};

/** Settings that only owners may change. */
const OWNERS_ONLY: readonly GroupSetting[] = ['can_manage_all_groups'];
/** Language tags such as `en`, `pt-br`, `zh-hans`. */
const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

export const organizationRoutes = [
  serverSettingsRoute,
  defineRoute({
    method: 'PATCH',
    path: '/realm',
    auth: 'user',
    needs: 'administrator',
    summary: 'Changes settings of the organization',
    params: {
      name: optional(trimmed(text({ min: 1, max: 40 }))),
      description: optional(text({ max: 1000 })),
      ...plainSettings,
      ...groupSettings,
    },
    returns: Type.Object({}),
    handler: async ({ params, write }) => {
      await write(async (tx, actor) => {
        if (OWNERS_ONLY.some((name) => params[name] !== undefined)) requireRole(actor, 'owner');
        const organization = await tx.directory.organization();
        const { name, description, ...settings } = params;
        const changed: Record<string, unknown> = {};
        if (name !== undefined && name !== organization.name) changed.name = name;
        if (description !== undefined && description !== organization.description)
          changed.description = description;
        for (const [setting, given] of Object.entries(settings)) {
          if (given === undefined) continue;
          const current = organization.settings[setting as keyof OrganizationSettings];
          const value = await newValue(tx, setting, current, given);
          if (JSON.stringify(value) !== JSON.stringify(current)) changed[setting] = value;
        }
        if (Object.keys(changed).length === 0) return;
        await store(tx, changed);
        tell(tx, changed);
      });
      return {};
    },
  }),
];

const CHANNEL_SETTINGS = new Set(['moderation_request_channel_id', 'new_stream_announcements_stream_id']);

async function newValue(tx: WriteTx, name: string, current: unknown, given: unknown): Promise<unknown> {
  if (name in GROUP_SETTINGS) {
    const value = await checkedGroupChange(
      tx.directory,
      name,
      current as OrganizationSettings[GroupSetting],
      given as GroupValueChange,
    );
    return sameValue(value, current as OrganizationSettings[GroupSetting]) ? current : value;
  }
  if (name === 'message_retention_days' && given === 0)
    throw badRequest('message_retention_days cannot be 0');
  if (name === 'default_language' && !LANGUAGE.test(given as string))
    throw badRequest(`Invalid language '${given as string}'`);
  if (CHANNEL_SETTINGS.has(name) && given !== -1) {
    const channel = await tx.one(
      sql`SELECT 1 FROM channel WHERE id = ${given as number} AND NOT is_archived`,
    );
    if (channel === undefined) throw badRequest('Invalid channel ID');
  }
  return given;
}

async function store(tx: WriteTx, changed: Record<string, unknown>): Promise<void> {
  const { name, description, ...settings } = changed;
  await tx.run(sql`UPDATE organization SET name = coalesce(${name ?? null}, name),
    description = coalesce(${description ?? null}, description), settings = settings || ${json(settings)}`);
  tx.changed({ organization: true });
}

function tell(tx: WriteTx, changed: Record<string, unknown>): void {
  tx.emit({ type: 'realm', op: 'update_dict', property: 'default', data: changed }, { users: 'everyone' });
}

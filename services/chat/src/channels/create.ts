import { can, isAdministrator } from '../access/permissions.js';
import type { App } from '../app.js';
import { isActiveFolder } from '../channel-folders/store.js';
import type { WriteTx } from '../db/writer.js';
import { badRequest } from '../http/errors.js';
import { renderText } from '../markdown/store.js';
import { checkedGroupChange, type GroupValueChange } from '../organization/group-value.js';
import { type Account, isGuest } from '../users/account.js';
import {
  CHANNEL_GROUP_SETTINGS,
  type Channel,
  type ChannelGroupSetting,
  type ChannelTopicsPolicy,
  channelName,
  channelNameProblem,
  MAX_CHANNEL_DESCRIPTION,
} from './channel.js';
import { channelPayload } from './payload.js';
import { insertChannel, knowersOf, requireFreeName } from './store.js';
import { trafficOf } from './traffic.js';

/** Options of a new channel in a request. */
export interface ChannelOptions {
  inviteOnly: boolean;
  isDefault: boolean;
  historyPublic: boolean | undefined;
  retentionDays: number | null;
  topicsPolicy: ChannelTopicsPolicy;
  folderId?: number | null | undefined;
  groups: Partial<Record<ChannelGroupSetting, GroupValueChange>>;
}

export async function requireMayCreate(
  tx: WriteTx,
  creator: Account,
  options: ChannelOptions,
): Promise<void> {
  const setting = options.inviteOnly ? 'can_create_private_channel_group' : 'can_create_public_channel_group';
  if (isGuest(creator) || !(await can(tx, setting, creator))) throw badRequest('Insufficient permission');
  if (options.isDefault) requireMayBeDefault(creator, options.inviteOnly);
  if (options.topicsPolicy !== 'inherit' && !(await can(tx, 'can_set_topics_policy_group', creator)))
    throw badRequest('Insufficient permission');
  await requireMaySetDeletion(tx, creator, options.groups);
}

/** Throws if the settings decide who may delete messages, and the organization does not let the account set them. */
export async function requireMaySetDeletion(
  tx: WriteTx,
  actor: Account,
  settings: ChannelOptions['groups'],
): Promise<void> {
  const isMeant =
    settings.can_delete_any_message_group !== undefined ||
    settings.can_delete_own_message_group !== undefined;
  if (isMeant && !(await can(tx, 'can_set_delete_message_policy_group', actor)))
    throw badRequest('Insufficient permission');
}

export function requireMayBeDefault(actor: Account, isPrivate: boolean): void {
  if (!isAdministrator(actor)) throw badRequest('Must be an organization administrator');
  if (isPrivate) throw badRequest('A default channel cannot be private.');
}

/**
 * Creates a channel, and sends events to users who may know of it. Among these users are `subscribers`, whom the
 * caller subscribes afterwards.
 */
export async function createChannel(
  app: App,
  tx: WriteTx,
  creator: Account,
  given: { name: string; description: string },
  options: ChannelOptions,
  subscribers: readonly number[],
): Promise<Channel> {
  const name = readChannelName(given.name);
  const description = readDescription(given.description);
  await requireFreeName(tx, name);
  await requireFolder(tx, options.folderId ?? null);
  const permissions: Channel['permissions'] = {
    can_administer_channel_group: { direct_members: [creator.id], direct_subgroups: [] },
  };
  for (const [setting, change] of Object.entries(options.groups) as [ChannelGroupSetting, GroupValueChange][])
    permissions[setting] = await checkedGroupChange(
      tx.directory,
      setting,
      CHANNEL_GROUP_SETTINGS[setting],
      change,
    );
  const channel = await insertChannel(tx, tx.now, {
    name,
    description,
    rendered_description: (await renderText(app.directory, tx, creator, description)).html,
    creator_id: creator.id,
    invite_only: options.inviteOnly,
    // In a private channel, a subscriber sees the messages since the subscription; earlier messages only if the
    // history is public to subscribers.
    history_public_to_subscribers: options.inviteOnly ? (options.historyPublic ?? false) : true,
    is_default: options.isDefault,
    message_retention_days: options.retentionDays,
    topics_policy: options.topicsPolicy,
    folder_id: options.folderId ?? null,
    permissions: withoutDefaults(permissions),
  });
  const audience = new Set([...(await knowersOf(tx, channel)), ...subscribers]);
  const weeklyTraffic = await trafficOf(app).weekly(tx, channel);
  const payload = channelPayload(channel, {
    nowMs: tx.now,
    weeklyTraffic,
    subscriberCount: subscribers.length,
  });
  tx.emit({ type: 'stream', op: 'create', streams: [payload] }, { users: audience });
  return channel;
}

/** Throws unless the folder accepts channels; null means "no folder". */
export async function requireFolder(tx: WriteTx, folderId: number | null): Promise<void> {
  if (folderId !== null && !(await isActiveFolder(tx, folderId)))
    throw badRequest('Invalid channel folder ID');
}

export function withoutDefaults(permissions: Channel['permissions']): Channel['permissions'] {
  return Object.fromEntries(
    Object.entries(permissions).filter(
      ([setting, value]) => value !== CHANNEL_GROUP_SETTINGS[setting as ChannelGroupSetting],
    ),
  );
}

export function readChannelName(text: string): string {
  const name = channelName(text);
  const problem = channelNameProblem(name);
  if (problem !== undefined) throw badRequest(problem);
  return name;
}

/** Replaces line breaks in a description by spaces: clients show it in one line. */
export function readDescription(text: string): string {
  const description = text.replace(/\s*\n\s*/g, ' ').trim();
  if ([...description].length > MAX_CHANNEL_DESCRIPTION)
    throw badRequest(`description is too long (limit: ${MAX_CHANNEL_DESCRIPTION} characters)`);
  return description;
}

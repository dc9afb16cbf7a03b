import { can } from '../access/permissions.js';
import type { App } from '../app.js';
import type { WriteTx } from '../db/writer.js';
import { badRequest, noSuchChannel } from '../http/errors.js';
import { renderText } from '../markdown/store.js';
import { checkedGroupChange, type GroupValueChange } from '../organization/group-value.js';
import type { Account } from '../users/account.js';
import {
  type Channel,
  type ChannelGroupSetting,
  type ChannelTopicsPolicy,
  MAX_CHANNEL_NAME,
  permissionOf,
} from './channel.js';
import {
  readChannelName,
  readDescription,
  requireFolder,
  requireMayBeDefault,
  requireMaySetDeletion,
  withoutDefaults,
} from './create.js';
import { withFigures } from './list.js';
import { mayAdminister } from './rules.js';
import {
  type ChannelChange,
  defaultChannelIds,
  findChannel,
  type KnownChannel,
  knowersOf,
  nameIsTaken,
  requireFreeName,
  updateChannel,
} from './store.js';

export interface ChannelRequest {
  name?: string | undefined;
  description?: string | undefined;
  isPrivate?: boolean | undefined;
  historyPublic?: boolean | undefined;
  isDefault?: boolean | undefined;
  /** Days to keep messages; null: the organization's setting; -1: for ever. */
  retentionDays?: number | null | undefined;
  topicsPolicy?: ChannelTopicsPolicy | undefined;
  /** Id of the folder; null for a channel without a folder. */
  folderId?: number | null | undefined;
  isArchived?: boolean | undefined;
  groups: Partial<Record<ChannelGroupSetting, GroupValueChange>>;
}

/**
 * Changes a channel. All properties are checked before the first is written. Each changed property has a separate
 * event.
 */
export async function changeChannel(
  app: App,
  tx: WriteTx,
  actor: Account,
  channelId: number,
  request: ChannelRequest,
): Promise<void> {
  const channel = await findChannel(tx, actor, { id: channelId });
  if (channel === undefined) throw noSuchChannel({ id: channelId });
  if (!(await mayAdminister(tx, channel, actor)))
    throw badRequest('You do not have permission to administer this channel.');
  if (channel.is_archived && request.isArchived !== false) throw badRequest('This channel is archived.');
  const before = await knowersOf(tx, channel);
  const updates: Update[] = [];
  const change: ChannelChange = {};
  await changeName(tx, channel, request, change, updates);
  await changeDescription(app, tx, actor, channel, request, change, updates);
  changePrivacy(actor, channel, request, change, updates);
  await changePolicies(tx, actor, channel, request, change, updates);
  await changeFolder(tx, channel, request, change, updates);
  await changeGroups(tx, actor, channel, request, change, updates);
  if (request.isArchived !== undefined && request.isArchived !== channel.is_archived)
    await changeArchived(tx, channel, request.isArchived, change, updates);
  await updateChannel(tx, channel.id, change);
  const after = { ...channel, ...change } as KnownChannel;
  const audience = await knowersOf(tx, after);
  await tellNewcomers(app, tx, after, before, audience);
  for (const update of updates)
    tx.emit(
      { type: 'stream', op: 'update', stream_id: channel.id, name: channel.name, ...update },
      { users: audience.filter((id) => before.includes(id)) },
    );
  if (change.is_default !== undefined)
    tx.emit({ type: 'default_streams', default_streams: await defaultChannelIds(tx) }, { users: 'everyone' });
}

interface Update {
  property: string;
  value: unknown;
  [more: string]: unknown;
}

async function changeName(
  tx: WriteTx,
  channel: Channel,
  request: ChannelRequest,
  change: ChannelChange,
  updates: Update[],
): Promise<void> {
  if (request.name === undefined) return;
  const name = readChannelName(request.name);
  if (name === channel.name) throw badRequest('Channel already has that name.');
  await requireFreeName(tx, name, channel.id);
  change.name = name;
  updates.push({ property: 'name', value: name });
}

async function changeDescription(
  app: App,
  tx: WriteTx,
  actor: Account,
  channel: Channel,
  request: ChannelRequest,
  change: ChannelChange,
  updates: Update[],
): Promise<void> {
  if (request.description === undefined) return;
  const description = readDescription(request.description);
  if (description === channel.description) return;
  change.description = description;
  change.rendered_description = (await renderText(app.directory, tx, actor, description)).html;
  updates.push({
    property: 'description',
    value: description,
    rendered_description: change.rendered_description,
  });
}

function changePrivacy(
  actor: Account,
  channel: KnownChannel,
  request: ChannelRequest,
  change: ChannelChange,
  updates: Update[],
): void {
  const isPrivate = request.isPrivate ?? channel.invite_only;
  // Only subscribers of a private channel may make the channel or its history public.
  const opens = channel.invite_only && (!isPrivate || request.historyPublic === true);
  if (opens && !channel.is_subscribed) throw badRequest('Channel permission denied.');
  const historyPublic = isPrivate ? (request.historyPublic ?? channel.history_public_to_subscribers) : true;
  if (!isPrivate && request.historyPublic === false) throw badRequest('Invalid parameters');
  if (isPrivate !== channel.invite_only || historyPublic !== channel.history_public_to_subscribers) {
    change.invite_only = isPrivate;
    change.history_public_to_subscribers = historyPublic;
    updates.push({
      property: 'invite_only',
      value: isPrivate,
      history_public_to_subscribers: historyPublic,
      is_web_public: false,
    });
  }
  const isDefault = request.isDefault ?? channel.is_default;
  if (request.isDefault !== undefined && request.isDefault !== channel.is_default)
    requireMayBeDefault(actor, request.isDefault && isPrivate);
  if (isDefault && isPrivate) throw badRequest('A default channel cannot be made private.');
  if (isDefault !== channel.is_default) change.is_default = isDefault;
}

async function changePolicies(
  tx: WriteTx,
  actor: Account,
  channel: Channel,
  request: ChannelRequest,
  change: ChannelChange,
  updates: Update[],
): Promise<void> {
  const { retentionDays, topicsPolicy } = request;
  if (retentionDays !== undefined && retentionDays !== channel.message_retention_days) {
    change.message_retention_days = retentionDays;
    updates.push({ property: 'message_retention_days', value: retentionDays });
  }
  if (topicsPolicy !== undefined && topicsPolicy !== channel.topics_policy) {
    if (!(await can(tx, 'can_set_topics_policy_group', actor))) throw badRequest('Insufficient permission');
    change.topics_policy = topicsPolicy;
    updates.push({ property: 'topics_policy', value: topicsPolicy });
  }
}

async function changeFolder(
  tx: WriteTx,
  channel: Channel,
  { folderId }: ChannelRequest,
  change: ChannelChange,
  updates: Update[],
): Promise<void> {
  if (folderId === undefined || folderId === channel.folder_id) return;
  await requireFolder(tx, folderId);
  change.folder_id = folderId;
  updates.push({ property: 'folder_id', value: folderId });
}

async function changeGroups(
  tx: WriteTx,
  actor: Account,
  channel: KnownChannel,
  request: ChannelRequest,
  change: ChannelChange,
  updates: Update[],
): Promise<void> {
  const entries = Object.entries(request.groups) as [ChannelGroupSetting, GroupValueChange][];
  if (entries.length === 0) return;
  // Without this check, an administrator could give themselves the right to join a private channel.
  if (channel.invite_only && !channel.is_subscribed && entries.some(([setting]) => LETS_IN.has(setting)))
    throw badRequest('Channel permission denied.');
  await requireMaySetDeletion(tx, actor, request.groups);
  const permissions = { ...channel.permissions };
  for (const [setting, wanted] of entries) {
    const value = await checkedGroupChange(tx.directory, setting, permissionOf(channel, setting), wanted);
    permissions[setting] = value;
    updates.push({ property: setting, value });
  }
  change.permissions = withoutDefaults(permissions);
}

/**
 * Settings that decide who can subscribe to a private channel, or add others. Only subscribers of the channel may
 * change these settings.
 */
const LETS_IN: ReadonlySet<ChannelGroupSetting> = new Set([
  'can_add_subscribers_group',
  'can_subscribe_group',
]);

/** Archives or restores a channel. The name of an archived channel gets a prefix, so that the former name is free. */
async function changeArchived(
  tx: WriteTx,
  channel: Channel,
  isArchived: boolean,
  change: ChannelChange,
  updates: Update[],
): Promise<void> {
  const name = isArchived ? await freeName(tx, channel.name) : channel.name.replace(/^!+/, '');
  if (name !== channel.name) {
    if (!isArchived) await requireFreeName(tx, name, channel.id);
    change.name = name;
    updates.push({ property: 'name', value: name });
  }
  change.is_archived = isArchived;
  if (isArchived && channel.is_default) change.is_default = false;
  updates.push({ property: 'is_archived', value: isArchived });
}

async function freeName(tx: WriteTx, name: string): Promise<string> {
  for (let marks = '!'; ; marks += '!') {
    const candidate = [...`${marks}${name}`].slice(0, MAX_CHANNEL_NAME).join('');
    if (!(await nameIsTaken(tx, candidate))) return candidate;
  }
}

/** Sends channel events to users who may now know of the channel, and to users who may no longer. */
async function tellNewcomers(
  app: App,
  tx: WriteTx,
  channel: KnownChannel,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const was = new Set(before);
  const is = new Set(after);
  const newcomers = after.filter((id) => !was.has(id));
  const gone = before.filter((id) => !is.has(id));
  if (newcomers.length > 0) {
    const [listed] = await withFigures(app, tx, [channel]);
    tx.emit({ type: 'stream', op: 'create', streams: [listed!.payload] }, { users: newcomers });
  }
  if (gone.length > 0)
    tx.emit(
      {
        type: 'stream',
        op: 'delete',
        streams: [{ stream_id: channel.id, name: channel.name }],
        stream_ids: [channel.id],
      },
      { users: gone },
    );
}

import { sql } from '@services/kit/db';
import {
  CHANNEL_GROUP_SETTINGS,
  CHANNEL_TOPICS_POLICIES,
  channelKey,
  MAX_CHANNEL_DESCRIPTION,
  MAX_CHANNEL_NAME,
} from '../../channels/channel.js';
import { renderText } from '../../markdown/store.js';
import { seenName } from '../../names.js';
import { SYSTEM_GROUP } from '../../organization/groups.js';
import { PALETTE } from '../../subscriptions/colors.js';
import { field, type Row } from './export.js';
import { knownAccount, permissionsOf } from './groups.js';
import { type Intake, insertAll, newRecipients } from './intake.js';

/** Types of recipients in the other server's tables. */
export const RECIPIENT = { person: 1, channel: 2, people: 3 } as const;

/** Posting policies by number, in exports from before policies were groups. */
const POST_POLICIES = [
  undefined,
  undefined,
  SYSTEM_GROUP.administrators,
  SYSTEM_GROUP.fullmembers,
  SYSTEM_GROUP.moderators,
];

/** Settings of a subscription that override the user's settings; null means that the user's setting applies. */
const NOTIFICATIONS = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const;

export async function readChannels(intake: Intake): Promise<void> {
  const { data, tx, report, channels } = intake;
  const folders = await readFolders(intake);
  const defaults = new Set(data.rows('zerver_defaultstream').map((row) => field.id(row, 'stream')));
  const rows = data.rows('zerver_stream').filter((row) => field.id(row, 'id') !== undefined);
  const recipients = await newRecipients(tx, rows.length);
  const keys = new Set<string>();
  await insertAll(
    tx,
    'recipient',
    recipients.map((id) => ({ id, member_key: null })),
  );
  const made = rows.map((row, index) => {
    const id = field.id(row, 'id')!;
    channels.set(id, { recipientId: recipients[index]! });
    const isPrivate = field.flag(row, 'invite_only');
    const name = nameOf(intake, id, row, keys);
    const folder = field.id(row, 'folder');
    const retention = field.id(row, 'message_retention_days') ?? null;
    return {
      id,
      recipient_id: recipients[index]!,
      name,
      name_key: channelKey(name),
      description: [...field.text(row, 'description')].slice(0, MAX_CHANNEL_DESCRIPTION).join(''),
      created_at: field.time(row, 'date_created') ?? intake.now,
      creator_id: knownAccount(intake, row, 'creator'),
      invite_only: isPrivate,
      history_public_to_subscribers: !isPrivate || row.history_public_to_subscribers !== false,
      is_archived: field.flag(row, 'deactivated'),
      is_default: defaults.has(id) && !isPrivate && !field.flag(row, 'deactivated'),
      message_retention_days: retention === 0 ? null : retention,
      topics_policy: CHANNEL_TOPICS_POLICIES[(field.id(row, 'topics_policy') ?? 1) - 1] ?? 'inherit',
      folder_id: folder !== undefined && folders.has(folder) ? folder : null,
      permissions: channelPermissions(intake, row),
    };
  });
  for (const row of rows) {
    const name = field.text(row, 'name');
    if (field.flag(row, 'is_web_public'))
      report.changed('channels', 'readers without an account do not exist here', name);
    if (!field.flag(row, 'invite_only') && row.history_public_to_subscribers === false)
      report.changed('channels', 'the history of a public channel is public here', name);
  }
  await insertAll(tx, 'channel', made);
  report.read('channels', made.length);
}

async function readFolders({ data, tx, report, now, ...intake }: Intake): Promise<Set<number>> {
  const rows = data.rows('zerver_channelfolder').filter((row) => field.id(row, 'id') !== undefined);
  const names = new Set<string>();
  await insertAll(
    tx,
    'channel_folder',
    rows.map((row, index) => {
      const id = field.id(row, 'id')!;
      const given = seenName(field.text(row, 'name')) || `Folder ${id}`;
      const name = names.has(given.toLowerCase()) ? `${given} ${id}` : given;
      names.add(name.toLowerCase());
      return {
        id,
        name,
        description: field.text(row, 'description'),
        position: field.id(row, 'order') ?? index,
        creator_id: intake.accounts.get(field.id(row, 'creator') ?? -1)?.id ?? null,
        created_at: field.time(row, 'date_created') ?? now,
        is_archived: field.flag(row, 'is_archived'),
        rendered_description: '',
      };
    }),
  );
  if (rows.length > 0) report.read('folders', rows.length);
  return new Set(rows.map((row) => field.id(row, 'id')!));
}

function nameOf({ report }: Intake, id: number, row: Row, keys: Set<string>): string {
  const given = field.text(row, 'name');
  const wanted = [...seenName(given)].slice(0, MAX_CHANNEL_NAME).join('') || `channel ${id}`;
  const ending = ` ${id}`;
  const name = keys.has(channelKey(wanted))
    ? [...wanted].slice(0, MAX_CHANNEL_NAME - ending.length).join('') + ending
    : wanted;
  keys.add(channelKey(name));
  if (name !== given)
    report.changed('names of channels', 'they were used twice or had invalid characters', given);
  return name;
}

function channelPermissions(intake: Intake, row: Row): object {
  const permissions = permissionsOf(intake, row, CHANNEL_GROUP_SETTINGS);
  const policy = POST_POLICIES[field.id(row, 'stream_post_policy') ?? 0];
  if (policy !== undefined && row.can_send_message_group === undefined)
    permissions.can_send_message_group = policy;
  const creator = knownAccount(intake, row, 'creator');
  if (row.can_administer_channel_group === undefined && creator !== null)
    permissions.can_administer_channel_group = { direct_members: [creator], direct_subgroups: [] };
  return permissions;
}

export async function readSubscriptions(intake: Intake): Promise<void> {
  const { data, tx, report, channels } = intake;
  const places = new Map(
    data
      .rows('zerver_recipient')
      .flatMap((row) =>
        row.type === RECIPIENT.channel ? [[field.id(row, 'id'), field.id(row, 'type_id')] as const] : [],
      ),
  );
  const created = new Map(
    data.rows('zerver_stream').map((row) => [field.id(row, 'id'), field.time(row, 'date_created')]),
  );
  const seen = new Set<string>();
  const rows = data.rows('zerver_subscription').flatMap((row, index) => {
    const channel_id = places.get(field.id(row, 'recipient'));
    // Rows without a channel are subscriptions to direct conversations.
    if (channel_id === undefined) return [];
    const account = intake.accounts.get(field.id(row, 'user_profile') ?? -1);
    const key = `${account?.id} ${channel_id}`;
    if (account === undefined || !channels.has(channel_id) || seen.has(key)) {
      report.left('subscriptions', 'their user or channel is not part of the export');
      return [];
    }
    seen.add(key);
    const color = field.text(row, 'color');
    return [
      {
        channel_id,
        user_id: account.id,
        is_active: field.flag(row, 'active'),
        color: /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : PALETTE[index % PALETTE.length]!,
        // Until 2018, `in_home_view: false` meant a muted channel.
        is_muted: field.flag(row, 'is_muted') || row.in_home_view === false,
        pin_to_top: field.flag(row, 'pin_to_top'),
        ...Object.fromEntries(
          NOTIFICATIONS.map((name) => [name, typeof row[name] === 'boolean' ? row[name] : null]),
        ),
        subscribed_at: Math.max(account.joined_at, created.get(channel_id) ?? 0),
      },
    ];
  });
  await insertAll(tx, 'subscription', rows);
  report.read('subscriptions', rows.length);
}

/**
 * Renders descriptions again. Call this after people, groups and channels have been read, because descriptions may
 * mention them.
 */
export async function renderDescriptions(intake: Intake): Promise<void> {
  const { app, tx, data, accounts, channels } = intake;
  for (const [table, source] of [
    ['channel', 'zerver_stream'],
    ['channel_folder', 'zerver_channelfolder'],
  ] as const)
    for (const row of data.rows(source)) {
      const id = field.id(row, 'id');
      const text = field.text(row, 'description');
      if (id === undefined || text === '' || (table === 'channel' && !channels.has(id))) continue;
      const author = accounts.get(field.id(row, 'creator') ?? -1) ?? {
        id: 0,
        role: 600 as const,
        settings: {},
      };
      const { html } = await renderText(app.directory, tx, author, text);
      await setDescription(tx, table, id, html);
    }
}

function setDescription(tx: Intake['tx'], table: string, id: number, html: string): Promise<unknown> {
  return tx.run(sql`UPDATE ${sql.identifier(table)} SET rendered_description = ${html} WHERE id = ${id}`);
}

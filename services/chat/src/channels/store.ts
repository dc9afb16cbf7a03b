import { array, type Queryable, type SQL, sql } from '@services/kit/db';
import { knownChannel } from '../access/visibility.js';
import { badRequest } from '../http/errors.js';
import { lookAlike } from '../look-alikes.js';
import type { Account } from '../users/account.js';
import { CHANNEL_COLUMNS, type Channel, channelKey } from './channel.js';

/** The id or name by which a request identifies a channel. */
export type ChannelRef = { id: number } | { name: string };

type Reader = Pick<Account, 'id' | 'role'>;

/** A channel, with the reader's subscription state. */
export interface KnownChannel extends Channel {
  is_subscribed: boolean;
}

export function channelIs(ref: ChannelRef): SQL {
  return 'id' in ref ? sql`c.id = ${ref.id}::bigint` : sql`c.name_key = ${channelKey(ref.name)}`;
}

/** Returns the channel if the reader may know that it exists. */
export function findChannel(
  db: Queryable,
  reader: Reader,
  ref: ChannelRef,
): Promise<KnownChannel | undefined> {
  return db.one<KnownChannel>(sql`SELECT ${CHANNEL_COLUMNS}, ${isSubscribed(reader.id)} AS is_subscribed
    FROM channel c WHERE ${channelIs(ref)} AND ${knownChannel(reader)}`);
}

/** Returns all channels that the reader may know of, by id. */
export function knownChannels(db: Queryable, reader: Reader): Promise<KnownChannel[]> {
  return db.rows<KnownChannel>(sql`SELECT ${CHANNEL_COLUMNS}, ${isSubscribed(reader.id)} AS is_subscribed
    FROM channel c WHERE ${knownChannel(reader)} ORDER BY c.id`);
}

/** Returns channels by the keys of their names, even channels that the reader may not know of. */
export function channelsCalled(
  db: Queryable,
  reader: Reader,
  keys: readonly string[],
): Promise<KnownChannel[]> {
  return db.rows<KnownChannel>(sql`SELECT ${CHANNEL_COLUMNS}, ${isSubscribed(reader.id)} AS is_subscribed
    FROM channel c WHERE c.name_key = ANY(${array(keys, 'text')}) ORDER BY c.id`);
}

function isSubscribed(userId: number): SQL {
  return sql`EXISTS (SELECT FROM subscription s
    WHERE s.channel_id = c.id AND s.user_id = ${userId}::int AND s.is_active)`;
}

/** Returns the ids of the active subscribers of the channels, ascending. */
export async function subscribersOf(
  db: Queryable,
  channelIds: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await db.rows<{ channel_id: number; user_ids: number[] }>(sql`
    SELECT s.channel_id, array_agg(s.user_id ORDER BY s.user_id) AS user_ids
    FROM subscription s JOIN account a ON a.id = s.user_id AND a.is_active
    WHERE s.is_active AND s.channel_id = ANY(${array(channelIds, 'int8')}) GROUP BY s.channel_id`);
  return new Map(rows.map((row) => [row.channel_id, row.user_ids]));
}

/** Returns the ids of active accounts that may know of the channel: these accounts get the events about it. */
export async function knowersOf(
  db: Queryable,
  channel: Pick<Channel, 'id' | 'invite_only'>,
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`SELECT a.id FROM account a WHERE a.is_active AND (
      a.role <= ${channel.invite_only ? 200 : 599}::int
      OR EXISTS (SELECT FROM subscription s WHERE s.channel_id = ${channel.id} AND s.user_id = a.id AND s.is_active))
    ORDER BY a.id`);
  return rows.map((row) => row.id);
}

export interface NewChannel {
  name: string;
  description: string;
  rendered_description: string;
  creator_id: number;
  invite_only: boolean;
  history_public_to_subscribers: boolean;
  is_default: boolean;
  message_retention_days: number | null;
  topics_policy: string;
  folder_id: number | null;
  permissions: Channel['permissions'];
}

export async function insertChannel(db: Queryable, now: number, channel: NewChannel): Promise<Channel> {
  const row = await db.one<Channel>(sql`
    WITH r AS (INSERT INTO recipient (member_key) VALUES (NULL) RETURNING id)
    INSERT INTO channel AS c (recipient_id, name, name_key, description, rendered_description, created_at, creator_id,
      invite_only, history_public_to_subscribers, is_default, message_retention_days, topics_policy, folder_id,
      permissions)
    SELECT r.id, ${channel.name}, ${channelKey(channel.name)}, ${channel.description},
      ${channel.rendered_description}, ${now}::bigint, ${channel.creator_id}::int, ${channel.invite_only}::boolean,
      ${channel.history_public_to_subscribers}::boolean, ${channel.is_default}::boolean,
      ${channel.message_retention_days}::int, ${channel.topics_policy}, ${channel.folder_id}::int,
      ${JSON.stringify(channel.permissions)}::jsonb FROM r
    RETURNING ${CHANNEL_COLUMNS}`);
  return row!;
}

export type ChannelChange = Partial<Omit<NewChannel, 'creator_id'> & { is_archived: boolean }>;

/** Writes the columns that `change` names. */
export async function updateChannel(db: Queryable, id: number, change: ChannelChange): Promise<void> {
  const columns = Object.entries(change).map(([column, value]) =>
    column === 'permissions'
      ? sql`permissions = ${JSON.stringify(value)}::jsonb`
      : sql`${sql.identifier(column)} = ${value}`,
  );
  if (change.name !== undefined) columns.push(sql`name_key = ${channelKey(change.name)}`);
  if (columns.length === 0) return;
  await db.run(sql`UPDATE channel SET ${sql.join(columns, sql`, `)} WHERE id = ${id}`);
}

export async function nameIsTaken(db: Queryable, name: string): Promise<boolean> {
  return (
    (await db.one(sql`SELECT 1 AS taken FROM channel WHERE name_key = ${channelKey(name)}`)) !== undefined
  );
}

/**
 * Throws if another channel has this name, or a name that looks the same; also if the caller cannot see the other
 * channel.
 */
export async function requireFreeName(db: Queryable, name: string, except?: number): Promise<void> {
  const others = await db.rows<{ name: string; key: string }>(sql`SELECT name, name_key AS key FROM channel
    WHERE id IS DISTINCT FROM ${except ?? null}::int AND NOT (is_archived AND name_key <> ${channelKey(name)})`);
  if (others.some(({ key }) => key === channelKey(name)))
    throw badRequest(`Channel '${name}' already exists`);
  if (
    lookAlike(
      name,
      others.map((other) => other.name),
    ) !== undefined
  )
    throw badRequest(`Channel name '${name}' looks like the name of another channel.`);
}

export async function defaultChannelIds(db: Queryable): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    sql`SELECT id FROM channel WHERE is_default AND NOT is_archived ORDER BY id`,
  );
  return rows.map((row) => row.id);
}

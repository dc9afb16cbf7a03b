import { array, type Queryable, sql } from '@services/kit/db';
import { CHANNEL_COLUMNS, type Channel } from '../channels/channel.js';

/** A set of channels that newcomers can choose when they join. */
export interface DefaultChannelGroup {
  id: number;
  name: string;
  description: string;
  channel_ids: number[];
}

export function defaultChannelGroups(db: Queryable): Promise<DefaultChannelGroup[]> {
  return db.rows<DefaultChannelGroup>(sql`
    SELECT g.id, g.name, g.description, ARRAY(
      SELECT m.channel_id FROM default_channel_group_member m JOIN channel c ON c.id = m.channel_id
      WHERE m.group_id = g.id AND NOT c.is_archived AND NOT c.invite_only ORDER BY m.channel_id) AS channel_ids
    FROM default_channel_group g ORDER BY g.name`);
}

/** Returns the channels of the named groups; a channel in several groups is returned once. */
export function channelsOfGroups(db: Queryable, names: readonly string[]): Promise<Channel[]> {
  return db.rows<Channel>(sql`
    SELECT ${CHANNEL_COLUMNS} FROM channel c WHERE NOT c.is_archived AND NOT c.invite_only AND c.id IN (
      SELECT m.channel_id FROM default_channel_group_member m JOIN default_channel_group g ON g.id = m.group_id
      WHERE g.name = ANY(${array([...names], 'text')})) ORDER BY c.id`);
}

export async function insertGroup(db: Queryable, name: string, description: string): Promise<number> {
  const row = await db.one<{ id: number }>(
    sql`INSERT INTO default_channel_group (name, description) VALUES (${name}, ${description}) RETURNING id`,
  );
  return row!.id;
}

export async function updateGroup(
  db: Queryable,
  { id, name, description }: Omit<DefaultChannelGroup, 'channel_ids'>,
): Promise<void> {
  await db.run(
    sql`UPDATE default_channel_group SET name = ${name}, description = ${description} WHERE id = ${id}`,
  );
}

export async function deleteGroup(db: Queryable, id: number): Promise<void> {
  await db.run(sql`DELETE FROM default_channel_group WHERE id = ${id}`);
}

export async function addChannels(db: Queryable, id: number, channelIds: readonly number[]): Promise<void> {
  await db.run(sql`INSERT INTO default_channel_group_member (group_id, channel_id)
    SELECT ${id}::int, n.id FROM unnest(${array([...channelIds], 'int4')}) AS n(id)`);
}

export async function removeChannels(
  db: Queryable,
  id: number,
  channelIds: readonly number[],
): Promise<void> {
  await db.run(sql`DELETE FROM default_channel_group_member
    WHERE group_id = ${id} AND channel_id = ANY(${array([...channelIds], 'int4')})`);
}

import { array, type Queryable, type SQL, sql } from '@services/kit/db';
import { visibleMessage } from '../../access/visibility.js';
import type { Account } from '../../users/account.js';
import { ANY_MENTION, HISTORICAL_FLAGS } from './bits.js';

type Reader = Pick<Account, 'id' | 'role'>;

/** The fields of a message that flags depend on. */
export interface FlaggedMessage {
  id: number;
  channel_id: number | null;
  is_subscribed: boolean;
  has_row: boolean;
}

/** Returns the given messages that the reader can see, ascending. */
export function flaggable(db: Queryable, reader: Reader, ids: readonly number[]): Promise<FlaggedMessage[]> {
  return db.rows<FlaggedMessage>(sql`
    SELECT m.id, m.channel_id, um.user_id IS NOT NULL AS has_row,
      (m.channel_id IS NULL OR s.user_id IS NOT NULL) AS is_subscribed
    FROM message m LEFT JOIN user_message um ON um.message_id = m.id AND um.user_id = ${reader.id}::int
    LEFT JOIN subscription s ON s.channel_id = m.channel_id AND s.user_id = ${reader.id}::int AND s.is_active
    WHERE m.id = ANY(${array(ids, 'int8')}) AND ${visibleMessage(reader)} ORDER BY m.id`);
}

/** Inserts rows for messages that the user never received, so that these messages can have flags. */
export async function insertHistorical(db: Queryable, userId: number, ids: readonly number[]): Promise<void> {
  await db.run(sql`INSERT INTO user_message (user_id, message_id, flags)
    SELECT ${userId}::int, h.id, ${HISTORICAL_FLAGS}::smallint FROM unnest(${array(ids, 'int8')}) AS h(id)
    ON CONFLICT DO NOTHING`);
}

/** Sets or clears one bit; returns the ids of the changed messages. */
export async function changeFlag(
  db: Queryable,
  userId: number,
  bit: number,
  op: 'add' | 'remove',
  ids: readonly number[],
): Promise<number[]> {
  return updateFlag(
    db,
    bit,
    op,
    sql`um.user_id = ${userId}::int AND um.message_id = ANY(${array(ids, 'int8')})`,
  );
}

/** Messages to mark as read: all unread messages of a user, of a channel or of a topic. */
export type ReadScope = 'all' | { channelId: number; topicKey?: string };

export function markRead(db: Queryable, userId: number, scope: ReadScope): Promise<number[]> {
  // The partial index of unread rows is small, so the query starts from it even for a single topic.
  const own = sql`um.user_id = ${userId}::int`;
  if (scope === 'all') return updateFlag(db, 1, 'add', own);
  const inTopic = scope.topicKey === undefined ? sql`true` : sql`m.topic_key = ${scope.topicKey}`;
  return updateFlag(
    db,
    1,
    'add',
    sql`${own} AND EXISTS (SELECT FROM message m
      WHERE m.id = um.message_id AND m.channel_id = ${scope.channelId}::int AND ${inTopic})`,
  );
}

async function updateFlag(db: Queryable, bit: number, op: 'add' | 'remove', where: SQL): Promise<number[]> {
  const one = sql.raw(String(bit));
  const rows = await db.rows<{ message_id: number }>(
    op === 'add'
      ? sql`UPDATE user_message um SET flags = flags | ${one} WHERE ${where} AND flags & ${one} = 0 RETURNING message_id`
      : sql`UPDATE user_message um SET flags = flags & ~${one} WHERE ${where} AND flags & ${one} <> 0 RETURNING message_id`,
  );
  return rows.map((row) => row.message_id).sort((a, b) => a - b);
}

/** Details of a message that is unread again, from which clients update their counts. */
export interface UnreadDetails {
  type: 'private' | 'stream';
  mentioned?: true;
  user_ids?: number[];
  stream_id?: number;
  topic?: string;
  unmuted_stream_msg?: boolean;
}

export async function unreadDetails(
  db: Queryable,
  userId: number,
  ids: readonly number[],
): Promise<Record<string, UnreadDetails>> {
  const rows = await db.rows<{
    id: number;
    channel_id: number | null;
    topic: string;
    flags: number;
    people: number[];
    is_muted: boolean;
  }>(sql`
    SELECT m.id, m.channel_id, m.topic, um.flags, coalesce(s.is_muted, false) AS is_muted,
      ARRAY(SELECT rm.user_id FROM recipient_member rm WHERE rm.recipient_id = m.recipient_id
        AND rm.user_id <> ${userId}::int ORDER BY 1) AS people
    FROM message m JOIN user_message um ON um.message_id = m.id AND um.user_id = ${userId}::int
    LEFT JOIN subscription s ON s.channel_id = m.channel_id AND s.user_id = um.user_id AND s.is_active
    WHERE m.id = ANY(${array(ids, 'int8')})`);
  return Object.fromEntries(
    rows.map((row): [string, UnreadDetails] => [
      String(row.id),
      {
        ...(row.flags & ANY_MENTION ? { mentioned: true } : {}),
        ...(row.channel_id === null
          ? { type: 'private', user_ids: row.people }
          : {
              type: 'stream',
              stream_id: row.channel_id,
              topic: row.topic,
              unmuted_stream_msg: !row.is_muted,
            }),
      },
    ]),
  );
}

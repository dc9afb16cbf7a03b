import { array, type Queryable, sql } from '@services/kit/db';
import { CHANNEL_COLUMNS, channelKey } from '../../channels/channel.js';
import type { ChannelRef, KnownChannel } from '../../channels/store.js';

/** The channel to which a message is sent, with settings of the sender and other data that sending needs. */
export interface SendPlace extends KnownChannel {
  is_muted: boolean;
  /** The sender's visibility policy for the topic; null if not set. */
  policy: number | null;
  topic_exists: boolean;
  /** True for more than MANY_SUBSCRIBERS subscribers. */
  is_large: boolean;
}

/** If a channel has more subscribers than this, a message to it does not share its statement with later messages. */
const MANY_SUBSCRIBERS = 500;

/** Sender of a message, and the channel and topic to send to. */
export interface WantedPlace {
  senderId: number;
  channel: ChannelRef;
  topicKey: string;
}

/**
 * Returns the requested channels in the requested order, with the sender's settings for channel and topic. Channels
 * that the sender may not know of are returned, too.
 */
export async function findPlaces(
  db: Queryable,
  wanted: readonly WantedPlace[],
): Promise<(SendPlace | undefined)[]> {
  const refs = wanted.map(({ channel }) => channel);
  const rows = await db.rows<SendPlace & { place: number }>(sql`
    SELECT w.place, ${CHANNEL_COLUMNS}, s.user_id IS NOT NULL AS is_subscribed,
      coalesce(s.is_muted, false) AS is_muted, ut.visibility_policy AS policy, t.topic_key IS NOT NULL AS topic_exists,
      EXISTS (SELECT FROM subscription l WHERE l.channel_id = c.id AND l.is_active
        OFFSET ${sql.raw(String(MANY_SUBSCRIBERS))}) AS is_large
    FROM unnest(${array(
      wanted.map(({ senderId }) => senderId),
      'int4',
    )}, ${array(
      refs.map((ref) => ('id' in ref ? ref.id : null)),
      'int8',
    )}, ${array(
      refs.map((ref) => ('name' in ref ? channelKey(ref.name) : null)),
      'text',
    )}, ${array(
      wanted.map(({ topicKey }) => topicKey),
      'text',
    )}) WITH ORDINALITY AS w (sender_id, channel_id, name_key, topic_key, place)
    CROSS JOIN LATERAL (
      SELECT * FROM channel WHERE id = w.channel_id UNION ALL SELECT * FROM channel WHERE name_key = w.name_key) c
    LEFT JOIN LATERAL (SELECT user_id, is_muted FROM subscription
      WHERE channel_id = c.id AND user_id = w.sender_id AND is_active LIMIT 1) s ON true
    LEFT JOIN LATERAL (SELECT visibility_policy FROM user_topic
      WHERE channel_id = c.id AND user_id = w.sender_id AND topic_key = w.topic_key LIMIT 1) ut ON true
    LEFT JOIN LATERAL (SELECT topic_key FROM topic
      WHERE channel_id = c.id AND topic_key = w.topic_key LIMIT 1) t ON true`);
  const places = new Map(rows.map((row) => [row.place, row]));
  return wanted.map((_, index) => places.get(index + 1));
}

/**
 * Returns the participants of a topic: all people who have written or reacted in the topic. A topic wildcard mentions
 * these people.
 */
export async function participantsOf(db: Queryable, channelId: number, topicKey: string): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    SELECT DISTINCT p.id FROM (
      SELECT m.sender_id AS id FROM message m WHERE m.channel_id = ${channelId} AND m.topic_key = ${topicKey}
      UNION ALL
      SELECT r.user_id FROM message m JOIN reaction r ON r.message_id = m.id
        WHERE m.channel_id = ${channelId} AND m.topic_key = ${topicKey}) p
    JOIN account a ON a.id = p.id AND a.is_active ORDER BY p.id`);
  return rows.map((row) => row.id);
}

export async function countSubscribers(db: Queryable, channelId: number): Promise<number> {
  const row = await db.one<{ subscribers: number }>(sql`
    SELECT count(*) AS subscribers FROM subscription s JOIN account a ON a.id = s.user_id AND a.is_active
    WHERE s.channel_id = ${channelId} AND s.is_active`);
  return row!.subscribers;
}

/** Returns the recipient of a direct conversation, if the conversation exists. `people` ascend. */
export function findRecipient(db: Queryable, people: readonly number[]): Promise<{ id: number } | undefined> {
  return db.one<{ id: number }>(sql`SELECT id FROM recipient WHERE member_key = ${people.join(',')}`);
}

export async function insertRecipient(db: Queryable, people: readonly number[]): Promise<number> {
  const row = await db.one<{ id: number }>(sql`
    WITH new AS (INSERT INTO recipient (member_key) VALUES (${people.join(',')}) RETURNING id),
    members AS (INSERT INTO recipient_member (recipient_id, user_id)
      SELECT new.id, p.id FROM new, unnest(${array(people, 'int4')}) AS p(id))
    SELECT id FROM new`);
  return row!.id;
}

/** Returns the ids of accounts by address, in the given order; undefined for an unknown address. */
export async function idsByAddress(
  db: Queryable,
  addresses: readonly string[],
): Promise<(number | undefined)[]> {
  const keys = addresses.map((address) => address.toLowerCase());
  const rows = await db.rows<{ id: number; email_key: string }>(
    sql`SELECT id, email_key FROM account WHERE email_key = ANY(${array(keys, 'text')})`,
  );
  const ids = new Map(rows.map((row) => [row.email_key, row.id]));
  return keys.map((key) => ids.get(key));
}

import { array, type Queryable, type SQL, sql } from '@services/kit/db';
import { knownChannel } from '../../access/visibility.js';
import { CHANNEL_COLUMNS } from '../../channels/channel.js';
import { type ChannelRef, channelIs, type KnownChannel } from '../../channels/store.js';
import type { Account } from '../../users/account.js';
import { FLAG } from '../flags/bits.js';
import type { MessageRow } from '../wide.js';

/** What decides about a channel message, besides the channel. */
export interface SendPlace extends KnownChannel {
  is_known: boolean;
  /** The channel is muted by the sender. */
  is_muted: boolean;
  /** Visibility policy of the sender for the topic; null: none was set. */
  policy: number | null;
  topic_exists: boolean;
}

/** The channel, known or not to the sender, and what the sender chose for it and the topic. */
export function findPlace(
  db: Queryable,
  sender: Account,
  ref: ChannelRef,
  topicKey: string,
): Promise<SendPlace | undefined> {
  return db.one<SendPlace>(sql`
    SELECT ${CHANNEL_COLUMNS}, ${knownChannel(sender)} AS is_known, s.user_id IS NOT NULL AS is_subscribed,
      coalesce(s.is_muted, false) AS is_muted, ut.visibility_policy AS policy, t.topic_key IS NOT NULL AS topic_exists
    FROM channel c
    LEFT JOIN subscription s ON s.channel_id = c.id AND s.user_id = ${sender.id}::int AND s.is_active
    LEFT JOIN user_topic ut ON ut.channel_id = c.id AND ut.user_id = ${sender.id}::int AND ut.topic_key = ${topicKey}
    LEFT JOIN topic t ON t.channel_id = c.id AND t.topic_key = ${topicKey}
    WHERE ${channelIs(ref)}`);
}

/** Those who have written in a topic or reacted there: whom a topic wildcard means. */
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

/** A message as it is inserted. */
export interface NewMessage extends MessageRow {
  topicKey: string;
  hasLink: boolean;
  hasImage: boolean;
  hasAttachment: boolean;
  search: SQL;
}

/** What decides about the flags of those who receive the message. */
export interface Attention {
  readBySender: boolean;
  mentioned: readonly number[];
  channelWildcard: boolean;
  /** Whom a topic wildcard means. */
  topicMentioned: readonly number[];
}

export type Receivers = Map<number, number>;

interface ReceiverRows {
  user_ids: number[] | null;
  flags: number[] | null;
  followers: number[] | null;
}

/** Who has the message now, and who else than its sender follows its topic. */
export interface Delivered {
  receivers: Receivers;
  followers: ReadonlySet<number>;
}

/**
 * The message, a row with flags for each receiver, the topic and the channel's activity, in one statement: each
 * round trip costs as much as writing ten rows.
 */
export async function insertChannelMessage(
  db: Queryable,
  message: NewMessage & { channel_id: number },
  attention: Attention,
): Promise<Delivered> {
  const row = await db.one<ReceiverRows>(sql`
    WITH new AS (${insertMessage(message)}),
    receiver AS MATERIALIZED (
      SELECT s.user_id, ${flagsOf(sql.raw('s.user_id'), message, attention)} AS flags
      FROM subscription s JOIN account a ON a.id = s.user_id AND a.is_active
      WHERE s.channel_id = ${message.channel_id}::int AND s.is_active),
    received AS (
      INSERT INTO user_message (user_id, message_id, flags) SELECT user_id, ${message.id}::bigint, flags FROM receiver),
    topic_row AS (
      INSERT INTO topic AS t (channel_id, topic_key, name, max_message_id, message_count)
      VALUES (${message.channel_id}::int, ${message.topicKey}, ${message.topic}, ${message.id}::bigint, 1)
      ON CONFLICT (channel_id, topic_key) DO UPDATE SET name = excluded.name,
        max_message_id = excluded.max_message_id, message_count = t.message_count + 1),
    activity AS (
      UPDATE channel SET last_message_at = ${message.sent_at}::bigint,
        first_message_id = coalesce(first_message_id, ${message.id}::bigint)
      WHERE id = ${message.channel_id}::int
        AND (first_message_id IS NULL OR last_message_at IS NULL OR last_message_at < ${message.sent_at - ACTIVITY_MS}::bigint))
    SELECT array_agg(user_id) AS user_ids, array_agg(flags) AS flags, (
      SELECT array_agg(ut.user_id) FROM user_topic ut WHERE ut.channel_id = ${message.channel_id}::int
        AND ut.topic_key = ${message.topicKey} AND ut.visibility_policy = 3
        AND ut.user_id <> ${message.sender_id}::int) AS followers
    FROM receiver`);
  return delivered(row);
}

/** How exact `channel.last_message_at` is: writing it with each message would double the rows that a send changes. */
const ACTIVITY_MS = 3_600_000;

export async function insertDirectMessage(
  db: Queryable,
  message: NewMessage,
  attention: Attention,
): Promise<Delivered> {
  const row = await db.one<ReceiverRows>(sql`
    WITH new AS (${insertMessage(message)}),
    receiver AS MATERIALIZED (
      SELECT rm.user_id, ${flagsOf(sql.raw('rm.user_id'), message, attention)} AS flags
      FROM recipient_member rm WHERE rm.recipient_id = ${message.recipient_id}::int),
    received AS (
      INSERT INTO user_message (user_id, message_id, flags) SELECT user_id, ${message.id}::bigint, flags FROM receiver)
    SELECT array_agg(user_id) AS user_ids, array_agg(flags) AS flags, NULL AS followers FROM receiver`);
  return delivered(row);
}

function insertMessage(message: NewMessage): SQL {
  return sql`INSERT INTO message (id, sender_id, recipient_id, channel_id, topic, topic_key, content, rendered_content,
      client, sent_at, is_me_message, has_link, has_image, has_attachment, search)
    VALUES (${message.id}::bigint, ${message.sender_id}::int, ${message.recipient_id}::int, ${message.channel_id}::int,
      ${message.topic}, ${message.topicKey}, ${message.content}, ${message.rendered_content}, ${message.client},
      ${message.sent_at}::bigint, ${message.is_me_message}::boolean, ${message.hasLink}::boolean,
      ${message.hasImage}::boolean, ${message.hasAttachment}::boolean, ${message.search})`;
}

/** Words that alert a user count where they stand as words; the first test leaves few to be tried that way. */
function flagsOf(user: SQL, message: NewMessage, attention: Attention): SQL {
  const bit = (condition: SQL, flag: number) =>
    sql`CASE WHEN ${condition} THEN ${sql.raw(String(flag))} ELSE 0 END`;
  const among = (ids: readonly number[]) => sql`${user} = ANY(${array(ids, 'int4')})`;
  return sql`(${bit(
    sql`(${user} = ${message.sender_id}::int AND ${attention.readBySender}::boolean) OR EXISTS (
      SELECT FROM muted_user mu WHERE mu.user_id = ${user} AND mu.muted_user_id = ${message.sender_id}::int)`,
    FLAG.read,
  )} | ${bit(among(attention.mentioned), FLAG.mentioned)}
    | ${bit(sql`${attention.channelWildcard}::boolean`, FLAG.stream_wildcard_mentioned)}
    | ${bit(among(attention.topicMentioned), FLAG.topic_wildcard_mentioned)}
    | ${bit(
      sql`EXISTS (SELECT FROM alert_word w WHERE w.user_id = ${user}
        AND strpos(lower(${message.content}), lower(w.word)) > 0
        AND lower(${message.content}) ~ ('(^|\\W)' || regexp_replace(lower(w.word), '(\\W)', '\\\\\\1', 'g') || '(\\W|$)'))`,
      FLAG.has_alert_word,
    )})::smallint`;
}

function delivered(row: ReceiverRows | undefined): Delivered {
  const flags = row?.flags ?? [];
  return {
    receivers: new Map((row?.user_ids ?? []).map((id, index) => [id, flags[index]!])),
    followers: new Set(row?.followers),
  };
}

/** The recipient of a direct conversation, if these people have talked before. `people` ascend. */
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

/** Ids of accounts by address, in the order given; undefined for an unknown one. */
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

import { array, type Queryable, type SQL, sql } from '@services/kit/db';
import { FLAG } from '../flags/bits.js';
import { vectorOf } from '../narrow/search.js';
import type { MessageRow } from '../wide.js';

export interface NewMessage extends MessageRow {
  topicKey: string;
  hasLink: boolean;
  hasImage: boolean;
  hasAttachment: boolean;
  /** Words by which a search finds the message. */
  words: string;
}

export interface NewChannelMessage extends NewMessage {
  channel_id: number;
}

/** Facts that determine the flags of the message for each receiver. */
export interface Attention {
  readBySender: boolean;
  mentioned: readonly number[];
  channelWildcard: boolean;
  /** Users that a topic wildcard mentions. */
  topicMentioned: readonly number[];
}

export interface Insertion<M extends NewMessage = NewMessage> {
  row: M;
  attention: Attention;
}

/** Flags of a message for each receiver, by user id. */
export type Receivers = Map<number, number>;

/** Receivers of the message, and the followers of its topic without the sender. */
export interface Delivered {
  receivers: Receivers;
  followers: ReadonlySet<number>;
}

interface ReceiverRows {
  user_ids: number[] | null;
  flags: number[] | null;
  followers: number[] | null;
}

/** Updating the column with each message would double the rows that a send changes, so it is updated once per hour. */
const ACTIVITY_MS = 3_600_000;

/**
 * Inserts messages, with a row of flags for each receiver, and updates the topics and the channels' last activity.
 * This is a single statement, because each round trip costs as much as writing ten rows. OFFSET makes PostgreSQL look
 * up the receivers of each message separately: the planner of a prepared statement does not know that there are few
 * messages.
 *
 * @param messages ids ascend
 * @param language search language of the organization
 */
export async function insertChannelMessages(
  db: Queryable,
  messages: readonly Insertion<NewChannelMessage>[],
  language: string,
): Promise<Delivered[]> {
  const rows = await db.rows<ReceiverRows>(sql`
    WITH m AS MATERIALIZED (${columnsOf(messages)}),
    new AS (${insertRows(language)}),
    receiver AS MATERIALIZED (
      SELECT m.id AS message_id, s.user_id, ${flagsOf(sql.raw('s.user_id'))} AS flags
      FROM (SELECT DISTINCT channel_id FROM m) c CROSS JOIN LATERAL (
        SELECT s.user_id, s.channel_id FROM subscription s WHERE s.channel_id = c.channel_id AND s.is_active
          AND (SELECT a.is_active FROM account a WHERE a.id = s.user_id) OFFSET 0) s
      JOIN m ON m.channel_id = s.channel_id),
    received AS (
      INSERT INTO user_message (user_id, message_id, flags) SELECT user_id, message_id, flags FROM receiver),
    topic_row AS (
      INSERT INTO topic AS t (channel_id, topic_key, name, max_message_id, message_count)
      SELECT channel_id, topic_key, (array_agg(topic ORDER BY id DESC))[1], max(id), count(*)
      FROM m GROUP BY channel_id, topic_key
      ON CONFLICT (channel_id, topic_key) DO UPDATE SET name = excluded.name,
        max_message_id = excluded.max_message_id, message_count = t.message_count + excluded.message_count),
    activity AS (
      UPDATE channel c SET last_message_at = n.sent_at, first_message_id = coalesce(c.first_message_id, n.first_id)
      FROM (SELECT channel_id, min(id) AS first_id, max(sent_at) AS sent_at FROM m GROUP BY channel_id) n
      WHERE c.id = n.channel_id AND (c.first_message_id IS NULL OR c.last_message_at IS NULL
        OR c.last_message_at < n.sent_at - ${sql.raw(String(ACTIVITY_MS))}))
    SELECT r.user_ids, r.flags, (
      SELECT array_agg(ut.user_id) FROM user_topic ut WHERE ut.channel_id = m.channel_id
        AND ut.topic_key = m.topic_key AND ut.visibility_policy = 3 AND ut.user_id <> m.sender_id) AS followers
    FROM m LEFT JOIN (
      SELECT message_id, array_agg(user_id) AS user_ids, array_agg(flags) AS flags FROM receiver GROUP BY message_id) r
      ON r.message_id = m.id
    ORDER BY m.id`);
  return rows.map(delivered);
}

/**
 * Inserts a direct message, as `insertChannelMessages` does for channels; the receivers are the people of its
 * recipient.
 */
export async function insertDirectMessage(
  db: Queryable,
  message: Insertion,
  language: string,
): Promise<Delivered> {
  const row = await db.one<ReceiverRows>(sql`
    WITH m AS MATERIALIZED (${columnsOf([message])}),
    new AS (${insertRows(language)}),
    receiver AS MATERIALIZED (
      SELECT m.id AS message_id, rm.user_id, ${flagsOf(sql.raw('rm.user_id'))} AS flags
      FROM m JOIN recipient_member rm ON rm.recipient_id = m.recipient_id),
    received AS (
      INSERT INTO user_message (user_id, message_id, flags) SELECT user_id, message_id, flags FROM receiver)
    SELECT array_agg(user_id) AS user_ids, array_agg(flags) AS flags, NULL AS followers FROM receiver`);
  return delivered(row!);
}

/**
 * Returns an SQL table with a row for each message. The text is the same for any number of messages, so that the
 * statement stays prepared. Each message's list of users is passed as text, because the inner arrays of an array of
 * arrays must have equal lengths.
 */
function columnsOf(messages: readonly Insertion[]): SQL {
  const column = (type: 'int4' | 'int8' | 'text' | 'bool', value: (message: Insertion) => unknown) =>
    array(messages.map(value), type);
  const ids = (list: readonly number[]) => `{${list.join(',')}}`;
  return sql`SELECT id, sender_id, recipient_id, channel_id, topic, topic_key, content, rendered_content, client, sent_at,
      is_me_message, has_link, has_image, has_attachment, words, read_by_sender, channel_wildcard,
      mentioned::int4[] AS mentioned, topic_mentioned::int4[] AS topic_mentioned
    FROM unnest(${column('int8', ({ row }) => row.id)}, ${column('int4', ({ row }) => row.sender_id)},
      ${column('int4', ({ row }) => row.recipient_id)}, ${column('int4', ({ row }) => row.channel_id)},
      ${column('text', ({ row }) => row.topic)}, ${column('text', ({ row }) => row.topicKey)},
      ${column('text', ({ row }) => row.content)}, ${column('text', ({ row }) => row.rendered_content)},
      ${column('text', ({ row }) => row.client)}, ${column('int8', ({ row }) => row.sent_at)},
      ${column('bool', ({ row }) => row.is_me_message)}, ${column('bool', ({ row }) => row.hasLink)},
      ${column('bool', ({ row }) => row.hasImage)}, ${column('bool', ({ row }) => row.hasAttachment)},
      ${column('text', ({ row }) => row.words)}, ${column('bool', ({ attention }) => attention.readBySender)},
      ${column('bool', ({ attention }) => attention.channelWildcard)},
      ${column('text', ({ attention }) => ids(attention.mentioned))},
      ${column('text', ({ attention }) => ids(attention.topicMentioned))}) AS given (id, sender_id, recipient_id,
      channel_id, topic, topic_key, content, rendered_content, client, sent_at, is_me_message, has_link, has_image,
      has_attachment, words, read_by_sender, channel_wildcard, mentioned, topic_mentioned)`;
}

function insertRows(language: string): SQL {
  return sql`INSERT INTO message (id, sender_id, recipient_id, channel_id, topic, topic_key, content, rendered_content,
      client, sent_at, is_me_message, has_link, has_image, has_attachment, search)
    SELECT id, sender_id, recipient_id, channel_id, topic, topic_key, content, rendered_content,
      client, sent_at, is_me_message, has_link, has_image, has_attachment, ${vectorOf(sql.raw('words'), language)} FROM m`;
}

/**
 * Returns the flags of a receiver. Alert words match whole words only: `strpos` finds candidates, so that the slower
 * regular expression is seldom needed.
 */
function flagsOf(user: SQL): SQL {
  const bit = (condition: SQL, flag: number) =>
    sql`CASE WHEN ${condition} THEN ${sql.raw(String(flag))} ELSE 0 END`;
  return sql`(${bit(
    sql`(${user} = m.sender_id AND m.read_by_sender) OR EXISTS (
      SELECT FROM muted_user mu WHERE mu.user_id = ${user} AND mu.muted_user_id = m.sender_id)`,
    FLAG.read,
  )} | ${bit(sql`${user} = ANY(m.mentioned)`, FLAG.mentioned)}
    | ${bit(sql.raw('m.channel_wildcard'), FLAG.stream_wildcard_mentioned)}
    | ${bit(sql`${user} = ANY(m.topic_mentioned)`, FLAG.topic_wildcard_mentioned)}
    | ${bit(
      sql`EXISTS (SELECT FROM alert_word w WHERE w.user_id = ${user}
        AND strpos(lower(m.content), lower(w.word)) > 0
        AND lower(m.content) ~ ('(^|\\W)' || regexp_replace(lower(w.word), '(\\W)', '\\\\\\1', 'g') || '(\\W|$)'))`,
      FLAG.has_alert_word,
    )})::smallint`;
}

function delivered(row: ReceiverRows): Delivered {
  const flags = row.flags ?? [];
  return {
    receivers: new Map((row.user_ids ?? []).map((id, index) => [id, flags[index]!])),
    followers: new Set(row.followers),
  };
}

import { array, type Queryable, type SQL, sql } from '@services/kit/db';
import { visibleMessage } from '../../access/visibility.js';
import type { Account } from '../../users/account.js';
import { ANY_MENTION, FLAG } from '../flags/bits.js';

/** Changes of one edit; times are UNIX milliseconds. */
export interface EditRow {
  prev_content?: string;
  prev_rendered_content?: string;
  prev_topic?: string;
  topic?: string;
  prev_channel_id?: number;
  channel_id?: number;
}

export async function channelName(db: Queryable, channelId: number): Promise<string> {
  return (await db.one<{ name: string }>(sql`SELECT name FROM channel WHERE id = ${channelId}`))!.name;
}

export async function insertEdits(
  db: Queryable,
  messageIds: readonly number[],
  userId: number,
  now: number,
  edit: EditRow,
): Promise<void> {
  await db.run(sql`
    INSERT INTO message_edit (message_id, user_id, edited_at, prev_content, prev_rendered_content, prev_topic, topic,
      prev_channel_id, channel_id)
    SELECT e.id, ${userId}::int, ${now}::bigint, ${edit.prev_content ?? null}::text,
      ${edit.prev_rendered_content ?? null}::text, ${edit.prev_topic ?? null}::text, ${edit.topic ?? null}::text,
      ${edit.prev_channel_id ?? null}::int, ${edit.channel_id ?? null}::int
    FROM unnest(${array(messageIds, 'int8')}) AS e(id)`);
}

export interface NewContent {
  content: string;
  rendered: string;
  isMe: boolean;
  hasLink: boolean;
  hasImage: boolean;
  hasAttachment: boolean;
  search: SQL;
}

export async function updateContent(db: Queryable, id: number, now: number, next: NewContent): Promise<void> {
  await db.run(sql`UPDATE message SET content = ${next.content}, rendered_content = ${next.rendered},
      content_edited_at = ${now}::bigint, is_me_message = ${next.isMe}::boolean, has_link = ${next.hasLink}::boolean,
      has_image = ${next.hasImage}::boolean, has_attachment = ${next.hasAttachment}::boolean, search = ${next.search}
    WHERE id = ${id}::bigint`);
}

/** Updates the mention flags of everyone who has a row of the message, after an edit has changed its mentions. */
export async function updateMentions(
  db: Queryable,
  messageId: number,
  mentions: { people: readonly number[]; channelWildcard: boolean; topicPeople: readonly number[] },
): Promise<Map<number, number>> {
  const bit = (flag: number) => sql.raw(String(flag));
  const rows = await db.rows<{ user_id: number; flags: number }>(sql`
    UPDATE user_message um SET flags = ((flags & ~${bit(ANY_MENTION)})
      | CASE WHEN user_id = ANY(${array(mentions.people, 'int4')}) THEN ${bit(FLAG.mentioned)} ELSE 0 END
      | CASE WHEN ${mentions.channelWildcard}::boolean THEN ${bit(FLAG.stream_wildcard_mentioned)} ELSE 0 END
      | CASE WHEN user_id = ANY(${array(mentions.topicPeople, 'int4')})
        THEN ${bit(FLAG.topic_wildcard_mentioned)} ELSE 0 END)::smallint
    WHERE message_id = ${messageId}::bigint AND flags & ${bit(FLAG.historical)} = 0 RETURNING user_id, flags`);
  return new Map(rows.map((row) => [row.user_id, row.flags]));
}

export async function flagsByUser(db: Queryable, messageId: number): Promise<Map<number, number>> {
  const rows = await db.rows<{ user_id: number; flags: number }>(
    sql`SELECT user_id, flags FROM user_message WHERE message_id = ${messageId}::bigint`,
  );
  return new Map(rows.map((row) => [row.user_id, row.flags]));
}

export interface TopicMessage {
  id: number;
  sent_at: number;
  rendered_content: string;
}

/** Returns the messages of a topic that the reader can see, ascending. */
export function messagesOfTopic(
  db: Queryable,
  reader: Pick<Account, 'id' | 'role'>,
  channelId: number,
  topicKey: string,
  from = 0,
): Promise<TopicMessage[]> {
  return db.rows<TopicMessage>(sql`SELECT m.id, m.sent_at, m.rendered_content FROM message m
    WHERE m.channel_id = ${channelId}::int AND m.topic_key = ${topicKey} AND m.id >= ${from}::bigint
      AND ${visibleMessage(reader)} ORDER BY m.id`);
}

export interface NewPlace {
  channelId: number;
  recipientId: number;
  topic: string;
  topicKey: string;
}

/** Moves messages to another topic or channel, and updates their search words. */
export async function moveMessages(
  db: Queryable,
  messages: readonly { id: number; words: string }[],
  place: NewPlace,
  movedAt: number | null,
  vector: (words: SQL) => SQL,
): Promise<void> {
  await db.run(sql`UPDATE message m SET channel_id = ${place.channelId}::int, recipient_id = ${place.recipientId}::int,
      topic = ${place.topic}, topic_key = ${place.topicKey}, moved_at = coalesce(${movedAt}::bigint, m.moved_at),
      search = ${vector(sql`n.words`)}
    FROM unnest(${array(
      messages.map((message) => message.id),
      'int8',
    )}, ${array(
      messages.map((message) => message.words),
      'text',
    )}) AS n(id, words) WHERE m.id = n.id`);
}

/** Deletes the rows of users who cannot see the messages in the new channel; returns the ids of these users. */
export async function dropRowsWithoutAccess(
  db: Queryable,
  messageIds: readonly number[],
  channel: { id: number; invite_only: boolean },
): Promise<number[]> {
  const rows = await db.rows<{ user_id: number }>(sql`
    WITH gone AS (
      DELETE FROM user_message um USING account a
      WHERE um.message_id = ANY(${array(messageIds, 'int8')}) AND a.id = um.user_id
        AND (${channel.invite_only}::boolean OR a.role >= 600)
        AND NOT EXISTS (SELECT FROM subscription s
          WHERE s.channel_id = ${channel.id}::int AND s.user_id = a.id AND s.is_active)
      RETURNING um.user_id)
    SELECT DISTINCT user_id FROM gone ORDER BY user_id`);
  return rows.map((row) => row.user_id);
}

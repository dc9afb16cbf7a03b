import { type Queryable, sql } from '@services/kit/db';
import { readersOfMessage, visibleMessage } from '../access/visibility.js';
import { CHANNEL_COLUMNS, type Channel } from '../channels/channel.js';
import { badRequest } from '../http/errors.js';
import type { Account } from '../users/account.js';

/** The message that a request acts on. Times are UNIX milliseconds. */
export interface ActedMessage {
  id: number;
  sender_id: number;
  recipient_id: number;
  channel_id: number | null;
  topic: string;
  topic_key: string;
  content: string;
  rendered_content: string;
  sent_at: number;
  is_me_message: boolean;
}

/**
 * Returns the message if the reader can see it; otherwise throws the same error as for a message that does not exist.
 */
export async function requireMessage(
  db: Queryable,
  reader: Pick<Account, 'id' | 'role'>,
  id: number,
): Promise<ActedMessage> {
  const message = await db.one<ActedMessage>(sql`
    SELECT m.id, m.sender_id, m.recipient_id, m.channel_id, m.topic, m.topic_key, m.content, m.rendered_content,
      m.sent_at, m.is_me_message
    FROM message m WHERE m.id = ${id}::bigint AND ${visibleMessage(reader)}`);
  if (message === undefined) throw badRequest('Invalid message(s)');
  return message;
}

/** Returns the channel of a message, without checking that the caller may know of the channel. */
export async function channelById(db: Queryable, id: number): Promise<Channel> {
  const channel = await db.one<Channel>(sql`SELECT ${CHANNEL_COLUMNS} FROM channel c WHERE c.id = ${id}`);
  if (channel === undefined) throw new Error(`channel ${id} is missing`);
  return channel;
}

/**
 * Returns the channel of a message that a request will change; undefined for a direct message. Throws for an archived
 * channel, which can only be read.
 */
export async function requireWritable(db: Queryable, message: ActedMessage): Promise<Channel | undefined> {
  if (message.channel_id === null) return undefined;
  const channel = await channelById(db, message.channel_id);
  if (channel.is_archived) throw badRequest(`Channel '${channel.name}' is archived`);
  return channel;
}

/**
 * Returns the users who get the event about a change of the message: active members of the conversation who can see
 * the message, and the actor.
 */
export async function audienceOf(db: Queryable, messageId: number, actorId?: number): Promise<Set<number>> {
  const rows = await db.rows<{ id: number }>(readersOfMessage(messageId));
  const audience = new Set(rows.map((row) => row.id));
  if (actorId !== undefined) audience.add(actorId);
  return audience;
}

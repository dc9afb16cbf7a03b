import { type Queryable, type SQL, sql } from '@services/kit/db';
import { type Account, isGuest } from '../users/account.js';

/** Bit of `user_message.flags` for a row whose user never received the message, but read it in the history. */
const HISTORICAL = 128;

type Reader = Pick<Account, 'id' | 'role'>;

/**
 * Returns a condition that is true for messages that the reader can see, on a row of `message` under the alias `m`. No
 * other code decides this.
 *
 * Direct messages: the reader is in the conversation. Channel messages: (a) the channel is public, and the reader is
 * not a guest; or (b) the reader is subscribed, and the channel's history is public to subscribers; or (c) the reader
 * is subscribed, and received the message.
 */
export function visibleMessage(reader: Reader, m = 'm'): SQL {
  const message = sql.raw(m);
  return sql`(CASE WHEN ${message}.channel_id IS NULL THEN
      EXISTS (SELECT FROM recipient_member vm
        WHERE vm.recipient_id = ${message}.recipient_id AND vm.user_id = ${reader.id}::integer)
    ELSE EXISTS (
      SELECT FROM channel vc LEFT JOIN subscription vs
        ON vs.channel_id = vc.id AND vs.user_id = ${reader.id}::integer AND vs.is_active
      WHERE vc.id = ${message}.channel_id AND (
        ${isGuest(reader) ? sql`FALSE` : sql`NOT vc.invite_only`}
        OR vs.user_id IS NOT NULL AND (
          vc.history_public_to_subscribers
          OR EXISTS (SELECT FROM user_message vu WHERE vu.user_id = ${reader.id}::integer
            AND vu.message_id = ${message}.id AND vu.flags & ${sql.raw(String(HISTORICAL))} = 0))))
    END)`;
}

/**
 * Returns `all` if rules (a) and (b) make all messages of a channel visible, so that a query of one channel can leave
 * out `visibleMessage`. Returns `none` if no message can be visible, and `received` if rule (c) decides for each
 * message.
 */
export function channelHistory(
  reader: Reader,
  channel: { invite_only: boolean; history_public_to_subscribers: boolean },
  isSubscribed: boolean,
): 'all' | 'received' | 'none' {
  if (!channel.invite_only && !isGuest(reader)) return 'all';
  if (!isSubscribed) return 'none';
  return channel.history_public_to_subscribers ? 'all' : 'received';
}

/**
 * Returns a condition that is true for channels that the reader may know of, on a row of `channel` under the alias
 * `c`: everyone except guests may know public channels, subscribers their channels, and administrators all private
 * channels.
 */
export function knownChannel(reader: Reader, c = 'c'): SQL {
  const channel = sql.raw(c);
  const byRole =
    reader.role <= 200 ? sql`TRUE` : isGuest(reader) ? sql`FALSE` : sql`NOT ${channel}.invite_only`;
  return sql`(${byRole} OR EXISTS (SELECT FROM subscription ks
    WHERE ks.channel_id = ${channel}.id AND ks.user_id = ${reader.id}::integer AND ks.is_active))`;
}

/** Returns the messages that the reader can see. */
export async function visibleAmong(
  db: Queryable,
  reader: Reader,
  messageIds: number[],
): Promise<Set<number>> {
  if (messageIds.length === 0) return new Set();
  const rows = await db.rows<{ id: number }>(
    sql`SELECT m.id FROM message m WHERE m.id = ANY(${sql.param(messageIds)}::bigint[]) AND ${visibleMessage(reader)}`,
  );
  return new Set(rows.map((row) => row.id));
}

/** Returns the ids of active accounts that can see a message, for the audience of events about the message. */
export function readersOfMessage(messageId: number): SQL {
  return sql`SELECT a.id FROM account a JOIN message m ON m.id = ${messageId}::bigint
    LEFT JOIN channel c ON c.id = m.channel_id
    LEFT JOIN subscription s ON s.channel_id = m.channel_id AND s.user_id = a.id AND s.is_active
    WHERE a.is_active AND (CASE WHEN m.channel_id IS NULL
      THEN EXISTS (SELECT FROM recipient_member r WHERE r.recipient_id = m.recipient_id AND r.user_id = a.id)
      ELSE s.user_id IS NOT NULL AND (c.history_public_to_subscribers
        OR EXISTS (SELECT FROM user_message u WHERE u.user_id = a.id AND u.message_id = m.id
          AND u.flags & ${sql.raw(String(HISTORICAL))} = 0)) END)`;
}

import { type Queryable, sql } from '@services/kit/db';
import { visibleMessage } from '../access/visibility.js';
import { settingOf } from '../settings/definitions.js';
import type { Account } from '../users/account.js';

export interface MissedMessage {
  id: number;
  sender_id: number;
  sender_name: string;
  /** Null for a direct message. */
  channel_id: number | null;
  channel_name: string | null;
  recipient_id: number;
  topic: string;
  content: string;
  rendered_content: string;
  /** Names of the other people of a direct conversation. */
  people: string[] | null;
}

/** Maximum number of messages that are read for a mail. */
const MAX_MESSAGES = 100;

/**
 * Returns the unread messages since `fromId` for which the user wants mails: direct messages, mentions, and followed
 * topics. Messages of muted people are not among them, because they are marked as read on arrival.
 */
export function missedMessages(db: Queryable, user: Account, fromId: number): Promise<MissedMessage[]> {
  const followed = settingOf(user, 'enable_followed_topic_email_notifications');
  const wildcards = settingOf(user, 'wildcard_mentions_notify') ? 16 | 32 : 0;
  return db.rows<MissedMessage>(sql`
    SELECT m.id, m.sender_id, a.full_name AS sender_name, m.channel_id, c.name AS channel_name, m.recipient_id, m.topic,
      m.content, m.rendered_content,
      CASE WHEN m.channel_id IS NULL THEN (
        SELECT json_agg(p.full_name ORDER BY p.id) FROM recipient_member r JOIN account p ON p.id = r.user_id
        WHERE r.recipient_id = m.recipient_id AND p.id <> ${user.id}::integer) END AS people
    FROM user_message u JOIN message m ON m.id = u.message_id JOIN account a ON a.id = m.sender_id
      LEFT JOIN channel c ON c.id = m.channel_id
    WHERE u.user_id = ${user.id} AND u.message_id >= ${fromId}::bigint AND u.flags & 1 = 0
      AND m.sender_id <> ${user.id} AND ${visibleMessage(user)}
      AND (m.channel_id IS NULL OR u.flags & ${8 | wildcards} <> 0 OR ${followed} AND EXISTS (
        SELECT FROM user_topic t WHERE t.user_id = u.user_id AND t.channel_id = m.channel_id
          AND t.topic_key = m.topic_key AND t.visibility_policy = 3))
    ORDER BY m.id LIMIT ${MAX_MESSAGES}`);
}

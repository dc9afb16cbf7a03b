import { type Queryable, sql } from '@services/kit/db';
import { visibleMessage } from '../../access/visibility.js';
import type { Account } from '../../users/account.js';
import { ANY_MENTION } from '../flags/bits.js';

/**
 * Maximum number of unread messages in a snapshot; the newest messages are preferred. Older messages would not help
 * the user.
 */
export const MAX_UNREAD = 50_000;

export interface UnreadMessages {
  count: number;
  pms: { sender_id: number; other_user_id: number; unread_message_ids: number[] }[];
  streams: { stream_id: number; topic: string; unread_message_ids: number[]; sender_ids: number[] }[];
  huddles: { user_ids_string: string; unread_message_ids: number[] }[];
  mentions: number[];
  old_unreads_missing: boolean;
}

interface UnreadRow {
  id: number;
  flags: number;
  sender_id: number;
  channel_id: number | null;
  topic: string;
  topic_key: string;
  member_key: string | null;
}

/** Returns the unread messages of a user by conversation. Messages of unsubscribed channels do not count. */
export async function unreadMessages(
  db: Queryable,
  user: Pick<Account, 'id' | 'role'>,
): Promise<UnreadMessages> {
  const rows = await db.rows<UnreadRow>(sql`
    SELECT m.id, um.flags, m.sender_id, m.channel_id, m.topic, m.topic_key, r.member_key
    FROM user_message um JOIN message m ON m.id = um.message_id JOIN recipient r ON r.id = m.recipient_id
    LEFT JOIN subscription s ON s.channel_id = m.channel_id AND s.user_id = um.user_id AND s.is_active
    WHERE um.user_id = ${user.id}::int AND um.flags & 1 = 0 AND (m.channel_id IS NULL OR s.user_id IS NOT NULL)
      AND ${visibleMessage(user)}
    ORDER BY um.message_id DESC LIMIT ${MAX_UNREAD + 1}::int`);
  const isCut = rows.length > MAX_UNREAD;
  return { ...byConversation(rows.slice(0, MAX_UNREAD).reverse(), user.id), old_unreads_missing: isCut };
}

function byConversation(
  rows: readonly UnreadRow[],
  userId: number,
): Omit<UnreadMessages, 'old_unreads_missing'> {
  const pms = new Map<number, UnreadMessages['pms'][number]>();
  const streams = new Map<string, UnreadMessages['streams'][number]>();
  const huddles = new Map<string, UnreadMessages['huddles'][number]>();
  for (const row of rows) {
    if (row.channel_id !== null) {
      const entry = entryOf(streams, `${row.channel_id}:${row.topic_key}`, () => ({
        stream_id: row.channel_id!,
        topic: row.topic,
        unread_message_ids: [],
        sender_ids: [],
      }));
      entry.topic = row.topic;
      entry.unread_message_ids.push(row.id);
      if (!entry.sender_ids.includes(row.sender_id)) entry.sender_ids.push(row.sender_id);
      continue;
    }
    const people = row.member_key!.split(',').map(Number);
    if (people.length > 2) {
      const key = row.member_key!;
      entryOf(huddles, key, () => ({ user_ids_string: key, unread_message_ids: [] })).unread_message_ids.push(
        row.id,
      );
    } else {
      const other = people.find((id) => id !== userId) ?? userId;
      // `sender_id` is the older name of `other_user_id`, and also names the other person.
      entryOf(pms, other, () => ({
        sender_id: other,
        other_user_id: other,
        unread_message_ids: [],
      })).unread_message_ids.push(row.id);
    }
  }
  for (const entry of streams.values()) entry.sender_ids.sort((a, b) => a - b);
  return {
    count: rows.length,
    pms: [...pms.values()],
    streams: [...streams.values()],
    huddles: [...huddles.values()],
    mentions: rows.filter((row) => row.flags & ANY_MENTION).map((row) => row.id),
  };
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const entry = map.get(key) ?? make();
  map.set(key, entry);
  return entry;
}

import { sql } from '@services/kit/db';
import { visibleMessage } from '../access/visibility.js';
import type { SnapshotPart } from '../events/snapshot.js';
import { shownTopic } from './payload.js';
import { unreadMessages } from './unread/unread.js';

/** Maximum number of direct conversations in a snapshot: the conversations with the newest messages. */
const MAX_RECENT = 1000;

export const messageSnapshot: readonly SnapshotPart[] = [
  {
    types: ['message'],
    read: async ({ db, directory, user, options }) => {
      const newest = await db.one<{ id: number | null }>(
        sql`SELECT max(message_id) AS id FROM user_message WHERE user_id = ${user.id}`,
      );
      const { settings } = await directory.organization();
      const view = {
        allowEmptyTopicName: options.capabilities.includes('empty_topic_name'),
        emptyTopicDisplayName: settings.empty_topic_display_name,
      };
      const unread = await unreadMessages(db, user);
      const streams = unread.streams.map((entry) => ({ ...entry, topic: shownTopic(entry.topic, view) }));
      return { max_message_id: newest?.id ?? -1, unread_msgs: { ...unread, streams } };
    },
  },
  {
    types: ['starred_messages'],
    read: async ({ db, user }) => {
      const rows = await db.rows<{
        id: number;
      }>(sql`SELECT m.id FROM user_message um JOIN message m ON m.id = um.message_id
        WHERE um.user_id = ${user.id} AND um.flags & 122 <> 0 AND um.flags & 2 <> 0 AND ${visibleMessage(user)}
        ORDER BY m.id`);
      return { starred_messages: rows.map((row) => row.id) };
    },
  },
  {
    types: ['recent_private_conversations'],
    read: async ({ db, user }) => {
      const rows = await db.rows<{ user_ids: number[]; max_message_id: number }>(sql`
        SELECT ARRAY(SELECT o.user_id FROM recipient_member o
          WHERE o.recipient_id = rm.recipient_id AND o.user_id <> ${user.id} ORDER BY 1) AS user_ids, newest.id AS max_message_id
        FROM recipient_member rm, LATERAL (
          SELECT m.id FROM message m WHERE m.recipient_id = rm.recipient_id ORDER BY m.id DESC LIMIT 1) newest
        WHERE rm.user_id = ${user.id} ORDER BY newest.id DESC LIMIT ${MAX_RECENT}::int`);
      return { recent_private_conversations: rows };
    },
  },
];

import type { SnapshotPart } from '../events/snapshot.js';
import { mutedTopics, userTopics } from './store.js';

export const topicSnapshot: readonly SnapshotPart[] = [
  {
    types: ['muted_topics'],
    read: async ({ db, user }) => ({ muted_topics: (await mutedTopics(db, [user.id])).get(user.id) ?? [] }),
  },
  {
    types: ['user_topic'],
    read: async ({ db, user }) => ({
      user_topics: (await userTopics(db, user.id)).map((row) => ({
        stream_id: row.channel_id,
        topic_name: row.topic,
        last_updated: Math.floor(row.updated_at / 1000),
        visibility_policy: row.visibility_policy,
      })),
    }),
  },
];

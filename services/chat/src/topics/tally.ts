import { type Queryable, sql } from '@services/kit/db';

/** Recounts the messages of a topic after messages were removed or added. */
export async function recountTopic(db: Queryable, channelId: number, topicKey: string): Promise<void> {
  await db.run(sql`
    WITH counted AS (
      SELECT count(*) AS messages, max(m.id) AS newest FROM message m
      WHERE m.channel_id = ${channelId}::int AND m.topic_key = ${topicKey}),
    gone AS (
      DELETE FROM topic t USING counted
      WHERE t.channel_id = ${channelId}::int AND t.topic_key = ${topicKey} AND counted.messages = 0)
    INSERT INTO topic AS t (channel_id, topic_key, name, max_message_id, message_count)
    SELECT ${channelId}::int, ${topicKey}, m.topic, counted.newest, counted.messages
    FROM counted JOIN message m ON m.id = counted.newest
    ON CONFLICT (channel_id, topic_key) DO UPDATE SET name = excluded.name,
      max_message_id = excluded.max_message_id, message_count = excluded.message_count`);
}

/** Finds the oldest message of a channel after messages were removed or added. */
export async function recountChannel(db: Queryable, channelId: number): Promise<void> {
  await db.run(sql`UPDATE channel c SET first_message_id =
      (SELECT min(m.id) FROM message m WHERE m.recipient_id = c.recipient_id)
    WHERE c.id = ${channelId}::int`);
}

import { array, sql } from '@services/kit/db';
import type { App } from '../../app.js';
import type { WriteTx } from '../../db/writer.js';
import { recountChannel, recountTopic } from '../../topics/tally.js';
import { dropReferences } from '../../uploads/attachments.js';
import { audienceOf } from '../access.js';

/** Messages that one change deletes: others wait for the writer meanwhile. */
const BATCH = 100;
const DAY_MS = 86_400_000;

interface ExpiredMessage {
  id: number;
  channel_id: number | null;
  topic: string;
  topic_key: string;
}

/** Deletes messages that are older than their channel, or else the organization, keeps them. */
export async function deleteExpiredMessages(app: App): Promise<void> {
  while ((await app.write(deleteBatch)) === BATCH);
}

async function deleteBatch(tx: WriteTx): Promise<number> {
  const { settings } = await tx.directory.organization();
  // -1 keeps for ever. What a channel says counts before what the organization says.
  const expired = await tx.rows<ExpiredMessage>(sql`
    SELECT m.id, m.channel_id, m.topic, m.topic_key FROM message m LEFT JOIN channel c ON c.id = m.channel_id
    WHERE coalesce(c.message_retention_days, ${settings.message_retention_days}::integer) > 0
      AND m.sent_at < ${tx.now}::bigint
        - coalesce(c.message_retention_days, ${settings.message_retention_days}::integer) * ${DAY_MS}::bigint
    ORDER BY m.id LIMIT ${BATCH}`);
  if (expired.length === 0) return 0;
  const ids = expired.map(({ id }) => id);
  for (const { id, channel_id, topic } of expired) {
    const users = await audienceOf(tx, id);
    const place =
      channel_id === null
        ? { message_type: 'private' }
        : { message_type: 'stream', stream_id: channel_id, topic };
    tx.emit({ type: 'delete_message', message_ids: [id], ...place }, { users });
  }
  await dropReferences(tx, ids);
  await tx.run(sql`DELETE FROM message WHERE id = ANY(${array(ids, 'int8')})`);
  const topics = new Map(
    expired.map(({ channel_id, topic_key }) => [`${channel_id} ${topic_key}`, { channel_id, topic_key }]),
  );
  for (const { channel_id, topic_key } of topics.values())
    if (channel_id !== null) await recountTopic(tx, channel_id, topic_key);
  for (const channelId of new Set(expired.map(({ channel_id }) => channel_id)))
    if (channelId !== null) await recountChannel(tx, channelId);
  return expired.length;
}

import { sql } from '@services/kit/db';
import type { App } from '../../app.js';
import type { WriteTx } from '../../db/writer.js';
import { type ErasedMessage, eraseMessages } from './erase.js';

/** Number of messages that one change deletes. Other changes wait until this change has committed. */
const BATCH = 100;
const DAY_MS = 86_400_000;

/** Deletes messages that are older than the limit of their channel, or else of the organization. */
export async function deleteExpiredMessages(app: App): Promise<void> {
  while ((await app.write(deleteBatch)) === BATCH);
}

async function deleteBatch(tx: WriteTx): Promise<number> {
  const { settings } = await tx.directory.organization();
  // The value -1 keeps messages for ever. A channel's setting takes precedence over the organization's.
  const expired = await tx.rows<ErasedMessage>(sql`
    SELECT m.id, m.channel_id, m.topic, m.topic_key FROM message m LEFT JOIN channel c ON c.id = m.channel_id
    WHERE coalesce(c.message_retention_days, ${settings.message_retention_days}::integer) > 0
      AND m.sent_at < ${tx.now}::bigint
        - coalesce(c.message_retention_days, ${settings.message_retention_days}::integer) * ${DAY_MS}::bigint
    ORDER BY m.id LIMIT ${BATCH}`);
  await eraseMessages(tx, expired);
  return expired.length;
}

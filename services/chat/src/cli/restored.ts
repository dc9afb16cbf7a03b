import type { BackupLabel } from '@services/kit/cli';
import { type Database, sql } from '@services/kit/db';

/** Assumed numbers of new ids per second since the backup; a server cannot reach these rates. */
const MESSAGES_PER_SECOND = 1_000;
const EVENTS_PER_SECOND = 10_000;

/**
 * Clients may have used the server after the backup was made. Makes them register again, and skips the ids that they
 * may know, so that no such id is reused for another message or event.
 */
export async function moveOn(db: Database, { createdAt }: BackupLabel): Promise<void> {
  // At least a day is assumed, because the clocks of two machines may differ.
  const seconds = Math.max(86_400, Math.ceil((Date.now() - Date.parse(createdAt)) / 1000));
  await db.tx(async (tx) => {
    await tx.run(sql`DELETE FROM event_queue`);
    await tx.run(sql`DELETE FROM event`);
    await tx.run(sql`UPDATE counter SET last_message_id = last_message_id + ${seconds * MESSAGES_PER_SECOND},
      last_event_id = last_event_id + ${seconds * EVENTS_PER_SECOND}, directory_version = directory_version + 1`);
  });
}

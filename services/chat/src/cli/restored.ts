import type { BackupLabel } from '@services/kit/cli';
import { type Database, sql } from '@services/kit/db';

/** Assumed rates of new ids since the backup, which are higher than a server can sustain. */
const MESSAGES_PER_SECOND = 1_000;
const EVENTS_PER_SECOND = 10_000;

/**
 * Makes clients from the time after the backup register again: their queues are gone, and no id that they may know is
 * reused for another message or event.
 */
export async function moveOn(db: Database, { createdAt }: BackupLabel): Promise<void> {
  // The time is at least a day, because the clocks of two machines may differ.
  const seconds = Math.max(86_400, Math.ceil((Date.now() - Date.parse(createdAt)) / 1000));
  await db.tx(async (tx) => {
    await tx.run(sql`DELETE FROM event_queue`);
    await tx.run(sql`DELETE FROM event`);
    await tx.run(sql`UPDATE counter SET last_message_id = last_message_id + ${seconds * MESSAGES_PER_SECOND},
      last_event_id = last_event_id + ${seconds * EVENTS_PER_SECOND}, directory_version = directory_version + 1`);
  });
}

import { sql } from '@services/kit/db';
import type { App } from '../app.js';
import { REMEMBERED_MS } from '../http/idempotency.js';
import { deleteExpiredMessages } from '../messages/removal/retention.js';
import { COOKIE_LIFE_MS } from '../users/cookies.js';

/** Deletes what has had its time: old messages where a retention is set, remembered answers, links, cookies. */
export async function keepHouse(app: App): Promise<void> {
  await deleteExpiredMessages(app);
  await app.write(async (tx) => {
    await tx.run(sql`DELETE FROM idempotency WHERE created_at <= ${tx.now - REMEMBERED_MS}`);
    await tx.run(sql`DELETE FROM confirmation WHERE expires_at <= ${tx.now}`);
    await tx.run(sql`DELETE FROM cookie WHERE used_at <= ${tx.now - COOKIE_LIFE_MS}`);
  });
}

import { type Queryable, sql } from '@services/kit/db';
import { forgetAnswers } from '@services/kit/repeats';
import type { App } from '../app.js';
import { deleteExpiredMessages } from '../messages/removal/retention.js';
import { COOKIE_LIFE_MS } from '../users/cookies.js';

/** Deletes expired data: old messages if a retention is set, remembered answers, links, cookies. */
export async function keepHouse(app: App): Promise<void> {
  await deleteExpiredMessages(app);
  await app.write(async (tx) => {
    await forgetAnswers(tx, tx.now);
    await tx.run(sql`DELETE FROM confirmation WHERE expires_at <= ${tx.now}`);
    await tx.run(sql`DELETE FROM cookie WHERE used_at <= ${tx.now - COOKIE_LIFE_MS}`);
  });
  if (app.db.kind === 'pglite') await tidyDatabase(app);
}

/** Tables whose rows change or are deleted often, which are vacuumed and analysed. */
const CHURNING = ['counter', 'event_queue', 'kit_answer', 'kit_job', 'presence', 'topic'];
/**
 * Tables that are analysed, but not vacuumed. Reading all rows of these tables could exceed the statement time-out,
 * and the planner needs only a sample.
 */
const GROWING = ['message', 'user_message', 'reaction', 'subscription', 'account'];

/** The embedded database has no autovacuum to reclaim space and update statistics. */
async function tidyDatabase({ db }: App): Promise<void> {
  for (const table of CHURNING) await db.run(sql`VACUUM (ANALYZE) ${sql.raw(table)}`);
  await refreshStatistics(db);
}

/**
 * Updates the planner's statistics. Without them, the planner takes the tables for small, and its plans are slow on
 * large tables.
 */
export async function refreshStatistics(db: Queryable): Promise<void> {
  for (const table of GROWING) await db.run(sql`ANALYZE ${sql.raw(table)}`);
}

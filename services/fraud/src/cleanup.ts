import type { JobKind } from '@services/kit/jobs';
import { forgetAnswers } from '@services/kit/repeats';
import type { App } from './app.js';
import { forgetBatches } from './batches/store.js';
import { deleteChecksBefore } from './checks/store.js';
import { forgetFeedback } from './feedback/store.js';
import { forgetExpiredTokens } from './users/store.js';
import { deleteExpired } from './vault/store.js';
import { forgetDeliveries } from './webhooks/store.js';

export const CLEANUP_JOB = 'cleanup';

/** Interval of clean-ups; an expired vault record must be deleted within an hour. */
const EVERY_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CHECKS_AT_ONCE = 5_000;

/** Deletes records whose retention time has ended. */
export async function cleanUp(app: Pick<App, 'db' | 'clock' | 'config'>): Promise<void> {
  const { db, config } = app;
  const now = app.clock.now();
  await deleteExpired(db, now);
  await forgetAnswers(db, now);
  await forgetFeedback(db, now);
  await forgetExpiredTokens(db, Math.floor(now / 1000) - 60);
  await forgetBatches(db, now - config.batches.retentionHours * HOUR_MS);
  await forgetDeliveries(db, now - config.webhooks.deliveryDays * DAY_MS);
  const oldest = now - config.checks.retentionDays * DAY_MS;
  while ((await deleteChecksBefore(db, oldest, CHECKS_AT_ONCE)) === CHECKS_AT_ONCE);
}

export function cleanupJob(app: App): JobKind<Record<string, never>> {
  const again = () => scheduleCleanup(app, app.clock.now() + EVERY_MS);
  return {
    kind: CLEANUP_JOB,
    attempts: 3,
    backoffMs: () => 30_000,
    concurrency: 1,
    timeoutMs: 10 * 60_000,
    async work() {
      await cleanUp(app);
      await again();
    },
    gaveUp: again,
  };
}

/** Schedules a clean-up. All processes together have at most one in the queue. */
export async function scheduleCleanup(app: App, runAt: number): Promise<void> {
  await app.jobs.enqueue(app.db, CLEANUP_JOB, {}, { key: CLEANUP_JOB, runAt });
}

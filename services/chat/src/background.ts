import { join } from 'node:path';
import type { App } from './app.js';
import { defineExportJob } from './export/job.js';
import { defineMailJob } from './mail/delivery.js';
import { createMailer, type Mailer } from './mail/mailer.js';
import { defineMissedMailJob } from './mail/missed.js';
import { keepHouse } from './organization/housekeeping.js';
import { defineScheduledMessageJob } from './scheduled-messages/delivery.js';
import { cleanUploads } from './uploads/cleanup.js';
import { defineWebhookJob } from './webhooks/delivery.js';
import { deleteOldDeliveries } from './webhooks/store.js';

export function configuredMailer(app: Pick<App, 'config' | 'clock' | 'random' | 'publicHost'>): Mailer {
  const { config } = app;
  return createMailer({
    url: config.mailUrl,
    folder: config.mailDir || join(config.dataDir, 'mails'),
    sender: () => ({ from: config.mailFrom || `noreply@${app.publicHost}`, host: app.publicHost }),
    clock: app.clock,
    random: app.random,
  });
}

const CLEANUP = 'cleanup';
const HOUR = 3_600_000;
/** Time for which the outcomes of webhooks are kept. */
const DELIVERY_LIFE_MS = 7 * 24 * HOUR;

/** Registers all job kinds of this service with the job queue. */
export function defineBackgroundWork(app: App): void {
  defineMailJob(app.jobs, configuredMailer(app), app.log);
  defineMissedMailJob(app);
  defineWebhookJob(app);
  defineExportJob(app);
  defineScheduledMessageJob(app);
  app.jobs.define<Record<string, never>>({
    kind: CLEANUP,
    attempts: 5,
    backoffMs: () => 60_000,
    concurrency: 1,
    timeoutMs: 10 * 60_000,
    work: async () => {
      await keepHouse(app);
      await cleanUploads(app);
      await app.write((tx) => deleteOldDeliveries(tx, tx.now - DELIVERY_LIFE_MS));
      await scheduleCleanup(app, app.clock.now() + HOUR);
    },
    // The cleanup is scheduled again even after a failure; otherwise it would never run again.
    gaveUp: () => scheduleCleanup(app, app.clock.now() + HOUR),
  });
}

/** Schedules the cleanup, which runs each hour, in one process at a time. */
export async function scheduleCleanup(app: App, runAt = app.clock.now()): Promise<void> {
  await app.jobs.enqueue(app.db, CLEANUP, {}, { runAt, key: 'hourly' });
}

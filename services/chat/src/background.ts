import { join } from 'node:path';
import type { App } from './app.js';
import { defineMailJob } from './mail/delivery.js';
import { createMailer, type Mailer } from './mail/mailer.js';
import { defineUploadCleanup } from './uploads/cleanup.js';

/** The mailer that the configuration asks for. */
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

/** Tells the job queue of all kinds of work that this service leaves for later. */
export function defineBackgroundWork(app: App): void {
  defineMailJob(app.jobs, configuredMailer(app), app.log);
  defineUploadCleanup(app);
}

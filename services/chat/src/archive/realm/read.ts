import { sql, type Transaction } from '@services/kit/db';
import type { App } from '../../app.js';
import { badRequest } from '../../http/errors.js';
import { isSetUp } from '../../organization/set-up.js';
import { moveCounters } from '../rows.js';
import { readChannels, readSubscriptions, renderDescriptions } from './channels.js';
import { RealmExport } from './export.js';
import { readAvatars, readEmoji, readIcon, readUploads } from './files.js';
import { readGroups } from './groups.js';
import type { Intake } from './intake.js';
import { finishMessages, readMessages } from './messages.js';
import { readOrganizationRow } from './organization.js';
import { readPeople } from './people.js';
import { readPersonal, readProfiles, readRules } from './personal.js';
import { Report } from './report.js';
import { readScheduled } from './scheduled.js';

/**
 * Fills a fresh database from the public export of a Zulip server: `realm.json`, `messages-*.json`, `attachment.json`,
 * and folders of files with `records.json`. The whole export is read in one transaction. Returns the lines of a
 * report: which parts were read, which were changed, and which were left out.
 */
export async function readRealmExport(app: App, folder: string): Promise<string[]> {
  const data = await RealmExport.open(folder);
  const report = new Report();
  const stored: string[] = [];
  try {
    await app.db.tx(async (tx) => {
      if (app.db.kind === 'postgres') await tx.run(sql`SET LOCAL statement_timeout = 0`);
      if (await isSetUp(tx))
        throw badRequest('The organization is set up already: use a fresh data directory.');
      await readAll(app, tx, data, report, stored);
    });
  } catch (error) {
    for (const path of stored) await app.files.remove(path);
    throw error;
  } finally {
    // Drops the directory's cache. Linkifiers were cached inside the transaction, which may have been rolled back.
    // Other changes bypassed the writer, which would have notified the directory.
    app.directory.forget();
  }
  await data.reportRest(report);
  return [
    ...report.lines(),
    'Passwords and keys are not part of an export: people set a password by a mail from the log-in page, or you send',
    'such mails to all with user invite-all. Outgoing bots have new tokens.',
  ];
}

async function readAll(
  app: App,
  tx: Transaction,
  data: RealmExport,
  report: Report,
  stored: string[],
): Promise<void> {
  const intake: Intake = {
    ...{ app, tx, data, report, stored },
    now: app.clock.now(),
    accounts: new Map(),
    groups: new Map(),
    channels: new Map(),
    emoji: new Set(),
    uploads: new Map(),
    attachments: new Map(),
  };
  await readPeople(intake);
  await readGroups(intake);
  await readChannels(intake);
  await readOrganizationRow(intake);
  await readSubscriptions(intake);
  await readRules(intake);
  await readEmoji(intake);
  await readUploads(intake);
  await readAvatars(intake);
  await readIcon(intake);
  app.directory.forget();
  await renderDescriptions(intake);
  await readProfiles(intake);
  const ids = await readMessages(intake);
  await finishMessages(intake, ids);
  await readPersonal(intake);
  await readScheduled(intake);
  await moveCounters(tx);
}

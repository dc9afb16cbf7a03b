import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app.js';
import { badRequest } from '../http/errors.js';
import { refreshStatistics } from '../organization/housekeeping.js';
import { readArchive, unpacked } from './read.js';
import { findRealmExport } from './realm/export.js';
import { readRealmExport } from './realm/read.js';
import { LABEL } from './write.js';

/**
 * Fills a fresh database from an archive of this service, or from an export of a Zulip server. Returns lines that
 * report imported and skipped records.
 */
export function importArchive(app: App, file: string): Promise<string[]> {
  return unpacked(app, file, async (folder) => {
    const report = await readFolder(app, folder);
    // If the database cannot collect statistics now, the import still succeeds: housekeeping collects them later.
    await refreshStatistics(app.db).catch((error: unknown) =>
      app.log.warn({ err: error }, 'no statistics after the import'),
    );
    return report;
  });
}

async function readFolder(app: App, folder: string): Promise<string[]> {
  if ((await stat(join(folder, LABEL)).catch(() => undefined)) !== undefined) return readArchive(app, folder);
  const realm = await findRealmExport(folder);
  if (realm !== undefined) return readRealmExport(app, realm);
  throw badRequest(`This is not an export of an organization: it has neither ${LABEL} nor realm.json.`);
}

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app.js';
import { badRequest } from '../http/errors.js';
import { readArchive, unpacked } from './read.js';
import { LABEL } from './write.js';

/** Fills a fresh database from an archive; returns lines that report imported and skipped records. */
export function importArchive(app: App, file: string): Promise<string[]> {
  return unpacked(app, file, async (folder) => {
    const has = async (name: string) => (await stat(join(folder, name)).catch(() => undefined)) !== undefined;
    if (await has(LABEL)) return readArchive(app, folder);
    throw badRequest('This is not an export of an organization: archive.json is missing.');
  });
}

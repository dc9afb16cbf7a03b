import { readdir, rm, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '../app.js';
import { deleteUnreferenced } from './attachments.js';
import { storedAt } from './names.js';
import { RESUMABLE_LIFE_MS, resumableFolder } from './resumable.js';
import { removeOldResumables } from './resumable-store.js';
import { STAGING_PREFIX } from './storage.js';

const HOUR = 3_600_000;
/** Time after which an upload without references is deleted. */
export const UNREFERENCED_LIFE_MS = 7 * 24 * HOUR;
/** Number of rows that one change deletes. Other changes wait until this change has committed. */
const BATCH = 500;

/** Deletes uploads without references, and the files of interrupted uploads. */
export async function cleanUploads(app: App): Promise<void> {
  for (;;) {
    const paths = await app.write((tx) => deleteUnreferenced(tx, tx.now - UNREFERENCED_LIFE_MS, BATCH));
    for (const pathId of paths) await app.files.remove(storedAt(pathId));
    if (paths.length < BATCH) break;
  }
  for (const id of await app.write((tx) => removeOldResumables(tx, tx.now - RESUMABLE_LIFE_MS))) {
    for (const file of [id, `${id}.json`])
      await unlink(path.join(resumableFolder(app), file)).catch(() => {});
  }
  await removeLeftovers(app.files.temporaryFolder, app.clock.now() - RESUMABLE_LIFE_MS);
}

/** Removes files of uploads and folders of archives that a crash interrupted. */
async function removeLeftovers(folder: string, before: number): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() && !entry.name.startsWith(STAGING_PREFIX)) continue;
    const file = path.join(folder, entry.name);
    const { mtimeMs } = await stat(file);
    if (mtimeMs < before) await rm(file, { recursive: true, force: true });
  }
}

import { readdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '../app.js';
import { deleteUnreferenced } from './attachments.js';
import { storedAt } from './names.js';
import { RESUMABLE_LIFE_MS, resumableFolder } from './resumable.js';
import { removeOldResumables } from './resumable-store.js';

const KIND = 'upload-cleanup';
const HOUR = 3_600_000;
/** An upload that no message refers to is deleted after this time. */
export const UNREFERENCED_LIFE_MS = 7 * 24 * HOUR;
/** Rows a change deletes at once: others wait for the writer meanwhile. */
const BATCH = 500;

/** Runs each hour, in one process at a time. */
export function defineUploadCleanup(app: App): void {
  app.jobs.define<Record<string, never>>({
    kind: KIND,
    attempts: 5,
    backoffMs: () => 60_000,
    concurrency: 1,
    timeoutMs: 10 * 60_000,
    work: async () => {
      await cleanUploads(app);
      await scheduleUploadCleanup(app, app.clock.now() + HOUR);
    },
    // A failure now must not end all cleaning for ever.
    gaveUp: () => scheduleUploadCleanup(app, app.clock.now() + HOUR),
  });
}

export async function scheduleUploadCleanup(app: App, runAt = app.clock.now()): Promise<void> {
  await app.jobs.enqueue(app.db, KIND, {}, { runAt, key: 'hourly' });
}

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

/** Files of uploads that a crash interrupted. */
async function removeLeftovers(folder: string, before: number): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(folder, entry.name);
    const { mtimeMs } = await stat(file);
    if (mtimeMs < before) await unlink(file).catch(() => {});
  }
}

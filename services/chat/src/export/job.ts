import { randomText } from '@services/kit/clock';
import type { App } from '../app.js';
import { writeArchive } from '../archive/write.js';
import type { WriteTx } from '../db/writer.js';
import { exportRow, exportRows, shownExport, updateExport } from './store.js';

const KIND = 'export';
const HOUR = 3_600_000;

interface ExportJob {
  id: number;
}

export async function enqueueExport(app: App, tx: WriteTx, id: number): Promise<void> {
  await app.jobs.enqueue(tx, KIND, { id } satisfies ExportJob);
}

/** Sends the list of all exports, with their states, to the user who requested an export. */
export async function tellExports(app: App, tx: WriteTx, userId: number): Promise<void> {
  const exports = (await exportRows(tx)).map((row) => shownExport(row, app.publicUrl));
  tx.emit({ type: 'realm_export', exports }, { users: [userId] });
}

export function defineExportJob(app: App): void {
  app.jobs.define<ExportJob>({
    kind: KIND,
    attempts: 3,
    backoffMs: () => 30_000,
    concurrency: 1,
    timeoutMs: HOUR,
    work: ({ id }) => run(app, id),
    gaveUp: async ({ id }, error) => {
      app.log.error({ err: error, export: id }, 'an export failed');
      await finish(app, id, (tx) => ({ failed_at: tx.now }));
    },
  });
}

async function run(app: App, id: number): Promise<void> {
  const row = await exportRow(app.db, id);
  if (row === undefined || row.finished_at !== null || row.deleted_at !== null) return;
  const file = app.files.temporaryFile();
  const { bytes } = await writeArchive(app, file, row.export_type === 1 ? 'public' : 'consent');
  const path = `exports/${randomText(app.random, 32)}`;
  await app.files.adopt(file, path, bytes);
  await finish(app, id, (tx) => ({ finished_at: tx.now, path }));
}

async function finish(
  app: App,
  id: number,
  change: (tx: WriteTx) => Parameters<typeof updateExport>[2],
): Promise<void> {
  await app.write(async (tx) => {
    const row = await exportRow(tx, id);
    if (row === undefined) return;
    await updateExport(tx, id, change(tx));
    await tellExports(app, tx, row.user_id);
  });
}

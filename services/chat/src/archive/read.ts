import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { randomText } from '@services/kit/clock';
import { type Queryable, sql } from '@services/kit/db';
import { extract } from 'tar';
import type { App } from '../app.js';
import { badRequest } from '../http/errors.js';
import { isSetUp } from '../organization/set-up.js';
import { resumeScheduled } from '../scheduled-messages/delivery.js';
import { STAGING_PREFIX } from '../uploads/storage.js';
import { insertRows, moveCounters } from './rows.js';
import { ARCHIVED_TABLES, type ArchivedTable } from './tables.js';
import { ARCHIVE_FORMAT, type ArchiveLabel, LABEL } from './write.js';

/** Number of rows that are inserted at a time. */
const BATCH = 500;

/** Unpacks an archive, extracting only plain files and folders. */
export async function unpacked<T>(app: App, file: string, use: (folder: string) => Promise<T>): Promise<T> {
  const staging = await mkdtemp(join(app.files.temporaryFolder, STAGING_PREFIX));
  try {
    await extract({
      file,
      cwd: staging,
      strict: true,
      filter: (_path, entry) => 'type' in entry && (entry.type === 'File' || entry.type === 'Directory'),
    });
    return await use(staging);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Fills a fresh database from an archive that this service wrote; returns lines that report the imported records. */
export async function readArchive(app: App, folder: string): Promise<string[]> {
  const label = JSON.parse(await readFile(join(folder, LABEL), 'utf8')) as ArchiveLabel;
  if (label.format !== ARCHIVE_FORMAT) throw badRequest('The archive was written by a newer program.');
  const counts = new Map<string, number>();
  await app.db.tx(async (tx) => {
    if (app.db.kind === 'postgres') await tx.run(sql`SET LOCAL statement_timeout = 0`);
    if (await isSetUp(tx))
      throw badRequest('The organization is set up already: use a fresh data directory.');
    // The migration's system groups are deleted, because the archive contains them.
    await tx.run(sql`DELETE FROM user_group`);
    for (const table of ARCHIVED_TABLES) counts.set(table.name, await readTable(app, tx, folder, table));
    await moveCounters(tx);
    await resumeScheduled(app, tx);
  });
  app.directory.forget();
  const files = await adoptFiles(app, join(folder, 'files'));
  const count = (name: string) => counts.get(name) ?? 0;
  return [
    `Read ${count('account')} accounts, ${count('channel')} channels, ${count('message')} messages and ${files} files.`,
    'Passwords, keys, invitations and push tokens are not part of an archive: people set a new password by a mail',
    'from the log-in page, or you set one with user set-password. Outgoing bots have new tokens.',
  ];
}

async function readTable(app: App, tx: Queryable, folder: string, table: ArchivedTable): Promise<number> {
  const file = join(folder, 'tables', `${table.name}.jsonl`);
  if ((await stat(file).catch(() => undefined)) === undefined) return 0;
  let count = 0;
  let batch: string[] = [];
  const flush = async () => {
    if (batch.length > 0) await insertRows(tx, table.name, batch);
    count += batch.length;
    batch = [];
  };
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line === '') continue;
    batch.push(table.name === 'bot_service' ? withToken(app, line) : line);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  return count;
}

const withToken = (app: App, line: string): string =>
  JSON.stringify({ ...(JSON.parse(line) as object), token: randomText(app.random, 32) });

async function adoptFiles(app: App, folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let count = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    await app.files.adopt(file, relative(folder, file), (await stat(file)).size);
    count++;
  }
  return count;
}

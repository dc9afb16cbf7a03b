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
import { STAGING_PREFIX } from '../uploads/storage.js';
import { ARCHIVED_TABLES, type ArchivedTable } from './tables.js';
import { ARCHIVE_FORMAT, type ArchiveLabel, LABEL } from './write.js';

/** Rows that are inserted at a time. */
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
    // System groups of the migration come with the archive.
    await tx.run(sql`DELETE FROM user_group`);
    for (const table of ARCHIVED_TABLES) counts.set(table.name, await readTable(app, tx, folder, table));
    await moveCounters(tx);
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

/** Columns that are missing from the archive take their defaults, since a later program may have more columns. */
async function insertRows(tx: Queryable, table: string, lines: readonly string[]): Promise<void> {
  const columns = await tx.rows<{ name: string }>(sql`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = ${table} ORDER BY ordinal_position`);
  const given = new Set(Object.keys(JSON.parse(lines[0]!) as object));
  const names = columns.filter(({ name }) => given.has(name)).map(({ name }) => sql.identifier(name));
  const list = sql.join(names, sql`, `);
  await tx.run(sql`INSERT INTO ${sql.identifier(table)} (${list}) OVERRIDING SYSTEM VALUE
    SELECT ${list} FROM jsonb_populate_recordset(NULL::${sql.identifier(table)}, ${`[${lines.join(',')}]`}::jsonb)`);
}

/** Moves the id counters past the largest imported id. */
export async function moveCounters(tx: Queryable): Promise<void> {
  await tx.run(sql`UPDATE counter SET directory_version = directory_version + 1,
    last_message_id = greatest(last_message_id, (SELECT coalesce(max(id), 0) FROM message))`);
  const columns = await tx.rows<{ table_name: string; column_name: string }>(sql`
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = current_schema() AND is_identity = 'YES'`);
  for (const { table_name, column_name } of columns)
    await tx.rows(sql`SELECT setval(pg_get_serial_sequence(${table_name}, ${column_name}),
      (SELECT coalesce(max(${sql.identifier(column_name)}), 0) + 1 FROM ${sql.identifier(table_name)}), false)`);
}

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

import { createWriteStream } from 'node:fs';
import { appendFile, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type SQL, sql, type Transaction } from '@services/kit/db';
import { create } from 'tar';
import type { App } from '../app.js';
import { storedAt } from '../uploads/names.js';
import { STAGING_PREFIX } from '../uploads/storage.js';
import { VERSION_FIELDS } from '../version.js';
import { type ArchiveScope, defineScope } from './scope.js';
import { ARCHIVED_TABLES, type ArchivedTable } from './tables.js';

export const LABEL = 'archive.json';
export const ARCHIVE_FORMAT = 1;

/** Number of rows that are read at a time. */
const BATCH = 1000;

export interface ArchiveLabel {
  format: number;
  scope: ArchiveScope;
  version: string;
  createdAt: string;
}

/**
 * Writes the organization into a new `.tar.gz` file: a file of JSON lines for each table, uploads and pictures. Only
 * the operator's user can read the file.
 */
export async function writeArchive(app: App, file: string, scope: ArchiveScope): Promise<{ bytes: number }> {
  const staging = await mkdtemp(join(app.files.temporaryFolder, STAGING_PREFIX));
  const draft = `${file}.part`;
  try {
    const label: ArchiveLabel = {
      format: ARCHIVE_FORMAT,
      scope,
      version: VERSION_FIELDS.zulip_version,
      createdAt: new Date(app.clock.now()).toISOString(),
    };
    await writeFile(join(staging, LABEL), JSON.stringify(label, null, 2));
    const files = await writeTables(app, join(staging, 'tables'), scope);
    for (const path of files) await copyFile(app, path, join(staging, 'files', path));
    const options = { file: draft, mode: 0o600, gzip: true, cwd: staging, portable: true };
    await create(options, [LABEL, 'tables', 'files']);
    await rename(draft, file);
    return { bytes: (await stat(file)).size };
  } finally {
    await rm(draft, { force: true });
    await rm(staging, { recursive: true, force: true });
  }
}

/** Writes all tables from one state of the database. Returns the paths of the files that belong to the rows. */
async function writeTables(app: App, folder: string, scope: ArchiveScope): Promise<string[]> {
  await mkdir(folder);
  await mkdir(join(dirname(folder), 'files'));
  return app.db.tx(
    async (tx) => {
      if (app.db.kind === 'postgres') await tx.run(sql`SET LOCAL statement_timeout = 0`);
      if (scope !== 'all') await defineScope(tx, scope);
      for (const table of ARCHIVED_TABLES) {
        const file = join(folder, `${table.name}.jsonl`);
        await writeFile(file, '');
        for await (const lines of rowsOf(tx, table, scope)) await appendFile(file, lines);
      }
      return filesOf(tx, scope);
    },
    { isolation: 'repeatable read' },
  );
}

async function* rowsOf(tx: Transaction, table: ArchivedTable, scope: ArchiveScope): AsyncIterable<string> {
  const hidden = [
    ...(table.without ?? []),
    ...(table.name === 'account' && scope !== 'all' ? ['settings'] : []),
  ];
  const condition = scope === 'all' || table.rows === undefined ? sql`true` : table.rows;
  const row: SQL = sql`to_jsonb(t) - ${sql.raw(`'{${hidden.join(',')}}'::text[]`)}`;
  const shown = table.name === 'account' && scope !== 'all' ? sql`${row} || ${ownerView()}` : row;
  await tx.run(sql`DECLARE archived NO SCROLL CURSOR FOR
    SELECT (${shown})::text AS line FROM ${sql.raw(table.name)} t WHERE ${condition} ORDER BY ${sql.raw(table.order)}`);
  for (;;) {
    const rows = await tx.rows<{ line: string }>(sql.raw(`FETCH ${BATCH} FROM archived`));
    if (rows.length > 0) yield `${rows.map(({ line }) => line).join('\n')}\n`;
    if (rows.length < BATCH) break;
  }
  await tx.run(sql`CLOSE archived`);
}

/**
 * Returns the columns of accounts as an owner may see them. If an account does not consent, its settings are removed,
 * and also its address if the address is hidden from administrators.
 */
function ownerView(): SQL {
  return sql`CASE WHEN t.id IN (SELECT id FROM exported_user) THEN jsonb_build_object('settings', t.settings)
    WHEN t.settings->>'email_address_visibility' = '4' THEN jsonb_build_object('settings', '{}'::jsonb,
      'email', 'user' || t.id || '@hidden.invalid', 'email_key', 'user' || t.id || '@hidden.invalid')
    ELSE jsonb_build_object('settings', '{}'::jsonb) END`;
}

async function filesOf(tx: Transaction, scope: ArchiveScope): Promise<string[]> {
  const attachments = ARCHIVED_TABLES.find(({ name }) => name === 'attachment')!;
  const condition = scope === 'all' ? sql`true` : attachments.rows!;
  const uploads = await tx.rows<{ path_id: string }>(
    sql`SELECT t.path_id FROM attachment t WHERE ${condition} ORDER BY t.id`,
  );
  const pictures = await tx.rows<{ path: string }>(sql`
    SELECT path FROM emoji UNION SELECT still_path FROM emoji UNION SELECT avatar_path FROM account
    UNION SELECT icon_path FROM organization`);
  return [
    ...uploads.map(({ path_id }) => storedAt(path_id)),
    ...pictures.filter(({ path }) => path !== null).map(({ path }) => `avatars/${path}`),
  ];
}

async function copyFile(app: App, path: string, target: string): Promise<void> {
  const bytes = await app.files.read(path);
  // If a file is missing, the export continues, and the row still describes the file: users could not open it before
  // the export either.
  if (bytes === undefined) return app.log.warn({ path }, 'a file of the archive is missing');
  await mkdir(dirname(target), { recursive: true });
  await pipeline(bytes, createWriteStream(target, { mode: 0o600 }));
}

import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { create, extract } from 'tar';
import type { ConfigSchema } from '../config/index.js';
import { type Database, openDatabase, sql } from '../db/index.js';
import { createLogger } from '../log/index.js';
import { KIT_MIGRATIONS, migrate } from '../migrations/index.js';
import type { ServiceDefinition } from './definition.js';
import { ExitError } from './exit.js';

/** Name of the label's file in the archive. */
const LABEL = 'backup.json';
const FORMAT = 1;

/** Label of an archive, which `restore` checks before it unpacks the archive. */
export interface BackupLabel {
  format: number;
  service: string;
  version: string;
  createdAt: string;
}

/** Returns true for files that belong to the running process and are not data. */
function isTransient(name: string): boolean {
  return name === 'control.sock' || name === 'lock' || name.startsWith('lock.') || name.startsWith('lock-');
}

/**
 * Copies the data directory with the embedded database into a new .tar.gz file. Writes wait until the copy is
 * complete.
 */
export async function backUp(
  dataDir: string,
  file: string,
  db: Database,
  { service, version }: { service: string; version: string },
): Promise<{ bytes: number }> {
  if (db.kind === 'postgres') {
    throw new ExitError(
      3,
      `the database is on a server: use pg_dump for it, and copy the files of ${dataDir}`,
    );
  }
  if (!relative(dataDir, file).startsWith('..')) {
    throw new ExitError(
      2,
      'a backup inside of the data directory would contain itself: name a file elsewhere',
    );
  }
  if ((await stat(file).catch(() => undefined)) !== undefined)
    throw new ExitError(2, `${file} exists already`);
  const label: BackupLabel = { format: FORMAT, service, version, createdAt: new Date().toISOString() };
  const labelPath = join(dataDir, LABEL);
  const draft = `${file}.part`;
  try {
    await writeFile(labelPath, JSON.stringify(label, null, 2));
    await db.quiesce(async () => {
      const names = (await readdir(dataDir)).filter((name) => !isTransient(name));
      await create({ file: draft, gzip: true, cwd: dataDir, strict: true }, names);
    });
    await chmod(draft, 0o600);
    await rename(draft, file);
    return { bytes: (await stat(file)).size };
  } finally {
    await rm(labelPath, { force: true });
    await rm(draft, { force: true });
  }
}

/**
 * Unpacks a backup into a directory that is missing or empty. The restored service does not reuse ids that it assigned
 * after the backup.
 */
export async function restore<S extends ConfigSchema, A>(
  service: ServiceDefinition<S, A>,
  file: string,
  dataDir: string,
): Promise<BackupLabel> {
  const there = await readdir(dataDir).catch(() => []);
  if (there.length > 0) throw new ExitError(2, `${dataDir} is not empty: name another directory`);
  await mkdir(dirname(dataDir), { recursive: true });
  const draft = await mkdtemp(join(dirname(dataDir), `.${basename(dataDir)}-`));
  try {
    await extract({ file, cwd: draft, strict: true });
    const label = await labelOf(draft, file, service.name);
    await rm(join(draft, LABEL));
    await moveOn(service, draft, label);
    await chmod(draft, 0o700);
    await rm(dataDir, { recursive: true, force: true });
    await rename(draft, dataDir);
    return label;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Restoring advances each sequence by this step. The step exceeds the number of rows that a service makes between two
 * backups, and is 1/2000 of the range of `integer`.
 */
const SEQUENCE_STEP = 1_000_000;

async function moveOn<S extends ConfigSchema, A>(
  service: ServiceDefinition<S, A>,
  dataDir: string,
  label: BackupLabel,
): Promise<void> {
  const db = await openDatabase({ dataDir, log: createLogger({ level: 'error' }) });
  try {
    await migrate(db, [KIT_MIGRATIONS, ...service.migrations]);
    await db.rows(sql`select setval(format('%I.%I', schemaname, sequencename)::regclass,
      least(max_value, coalesce(last_value, start_value) + ${SEQUENCE_STEP}))
      from pg_sequences where not cycle and increment_by > 0`);
    await service.restored?.(db, label);
  } finally {
    await db.close();
  }
}

async function labelOf(folder: string, file: string, service: string): Promise<BackupLabel> {
  const text = await readFile(join(folder, LABEL), 'utf8').catch(() => undefined);
  if (text === undefined) throw new ExitError(2, `${file} is no backup of this program`);
  const label = JSON.parse(text) as BackupLabel;
  if (label.service !== service)
    throw new ExitError(2, `${file} is a backup of ${label.service}, not of ${service}`);
  if (label.format !== FORMAT) throw new ExitError(2, `${file} was written by a newer program`);
  return label;
}

import { sql } from 'drizzle-orm/sql';
import type { Database, Queryable, Transaction } from '../db/index.js';
import { MigrationError } from './error.js';
import { type Migration, readMigrations } from './files.js';

export { MigrationError };

/** Tables of kit's own parts: jobs and limits. */
export const KIT_MIGRATIONS = new URL('../../migrations/', import.meta.url);

/** Key of the advisory lock: the bytes of "migr". */
const LOCK = 0x6d_69_67_72;

const TABLE = sql`
  create table if not exists kit_migration (
    name text primary key,
    checksum text not null,
    applied_at bigint not null
  )`;

/**
 * Applies missing migrations, folder after folder and by number, each in a separate transaction. Several processes may
 * do this at the same time. Returns the names of the applied migrations. Throws MigrationError when an applied file
 * has changed or is unknown (the database is newer than the program), or when a missing migration is older than an
 * applied migration.
 */
export async function migrate(db: Database, folders: URL[]): Promise<string[]> {
  const migrations = await readAll(folders);
  await db.tx(async (tx) => {
    await lock(tx);
    await tx.run(TABLE);
  });
  const applied: string[] = [];
  for (const migration of missing(migrations, await appliedChecksums(db))) {
    const isNew = await db.tx(async (tx) => {
      await lock(tx);
      // Another process may have applied the migration before.
      if (!missing(migrations, await appliedChecksums(tx)).includes(migration)) return false;
      await tx.script(migration.text);
      await tx.run(sql`
        insert into kit_migration (name, checksum, applied_at)
        values (${migration.name}, ${migration.checksum}, ${Date.now()})`);
      return true;
    });
    if (isNew) applied.push(migration.name);
  }
  return applied;
}

/** Returns the names of migrations that `migrate` would apply; throws the same errors. */
export async function pendingMigrations(db: Database, folders: URL[]): Promise<string[]> {
  const migrations = await readAll(folders);
  const table = await db.one<{ found: boolean }>(
    sql`select to_regclass('kit_migration') is not null as found`,
  );
  const checksums = table?.found === true ? await appliedChecksums(db) : new Map<string, string>();
  return missing(migrations, checksums).map(({ name }) => name);
}

async function readAll(folders: URL[]): Promise<Migration[]> {
  const migrations = await Promise.all(folders.map(readMigrations));
  return migrations.flat();
}

/** Waits for other processes, and removes the statement time-out, because building an index may take long. */
async function lock(tx: Transaction): Promise<void> {
  await tx.script(`set local statement_timeout = 0; select pg_advisory_xact_lock(${LOCK})`);
}

async function appliedChecksums(db: Queryable): Promise<Map<string, string>> {
  const rows = await db.rows<{ name: string; checksum: string }>(
    sql`select name, checksum from kit_migration`,
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

function missing(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const newest = new Map<string, number>();
  for (const [name, checksum] of applied) {
    const migration = known.get(name);
    if (migration === undefined) {
      throw new MigrationError(
        `the database has the migration ${name}, which this program does not know: use the newer program`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new MigrationError(
        `${name} was changed after it had been applied: restore it and add a new migration`,
      );
    }
    newest.set(migration.source, Math.max(newest.get(migration.source) ?? 0, migration.number));
  }
  const rest = migrations.filter(({ name }) => !applied.has(name));
  for (const { name, source, number } of rest) {
    if (number < (newest.get(source) ?? 0)) {
      throw new MigrationError(
        `${name} comes before a migration that is applied already: give it a higher number`,
      );
    }
  }
  return rest;
}

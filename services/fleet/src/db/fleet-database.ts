import { fileURLToPath } from 'node:url';
import { type Database, openDatabase, sql } from '@services/kit/db';
import type { Logger } from '@services/kit/log';
import { migrate, pendingMigrations } from '@services/kit/migrations';

/** Statement time-out. It is long, because counting a hundred million results takes minutes. */
const STATEMENT_TIMEOUT_MS = 600_000;

const MIGRATIONS = [new URL('../../migrations/', import.meta.url)];

/** Invalid arguments or environment; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function databaseUrl(): string {
  const url = process.env.DATABASE_URL ?? '';
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new UsageError('DATABASE_URL names the database: postgres://user@host/name');
  }
  return url;
}

export async function openFleetDatabase(log: Logger): Promise<Database> {
  return openDatabase({ url: databaseUrl(), dataDir: '', log, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
}

/**
 * Creates or updates the tables, including the queue's. A second call on the same database does not change
 * the tables.
 */
export async function migrateFleet(db: Database): Promise<string[]> {
  const applied = await migrate(db, MIGRATIONS);
  const { runMigrations } = await import('graphile-worker');
  await runMigrations({ connectionString: databaseUrl() });
  return applied;
}

/** @throws UsageError for a database without tables */
export async function checkMigrated(db: Database): Promise<void> {
  const missing = await pendingMigrations(db, MIGRATIONS);
  const queue = await db.one<{ found: string | null }>(
    sql`select to_regclass('graphile_worker.jobs')::text as found`,
  );
  if (missing.length > 0 || queue?.found == null) {
    throw new UsageError(
      `the database lacks tables: run protomdl-fleet init (${fileURLToPath(MIGRATIONS[0] as URL)})`,
    );
  }
}

import type { Database } from '@services/kit/db';
import { createLogger, type Logger } from '@services/kit/log';
import { checkMigrated, openFleetDatabase } from '../db/fleet-database.js';

/** Logs go to standard error: standard output is for the result. */
export function standardErrorLog(level = process.env.FLEET_LOG_LEVEL ?? 'info'): Logger {
  return createLogger({
    level,
    pretty: false,
    destination: { write: (line) => void process.stderr.write(line) },
  });
}

/** Runs a command on the database, and closes the database afterwards. */
export async function withDatabase<T>(
  work: (db: Database, log: Logger) => Promise<T>,
  { migrated = true, log = standardErrorLog() }: { migrated?: boolean; log?: Logger } = {},
): Promise<T> {
  const db = await openFleetDatabase(log);
  try {
    if (migrated) await checkMigrated(db);
    return await work(db, log);
  } finally {
    await db.close();
  }
}

/**
 * Writes to standard output, and waits until the reader has taken the text, because a report may be larger
 * than memory.
 */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

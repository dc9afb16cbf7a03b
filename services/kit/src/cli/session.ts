import type { Static } from 'typebox/type';
import { systemClock, systemRandom } from '../clock/index.js';
import { type ConfigSchema, loadConfig } from '../config/index.js';
import { type DataDirLock, lockDataDir } from '../data-dir/index.js';
import { openDatabase } from '../db/index.js';
import { createLogger } from '../log/index.js';
import { createMetrics } from '../metrics/index.js';
import { KIT_MIGRATIONS, MigrationError, migrate, pendingMigrations } from '../migrations/index.js';
import type { Base, ServiceDefinition } from './definition.js';

export interface Session<S extends ConfigSchema, A> {
  base: Base<S>;
  app: A;
  /** Names of the migrations that opening has applied. */
  applied: string[];
  close(): Promise<void>;
}

export interface OpenOptions {
  dataDir: string;
  flags?: Record<string, unknown>;
  /** True for a command: its log has only warnings and errors, because the command prints its result. */
  isCommand: boolean;
  migrates: boolean;
}

export function configOf<S extends ConfigSchema>(
  { name, schema }: Pick<ServiceDefinition<S, unknown>, 'name' | 'schema'>,
  dataDir: string,
  flags: Record<string, unknown> = {},
): Static<S> {
  const prefix = name.toUpperCase() as 'CHAT' | 'FRAUD';
  const otherVariables = [`${prefix}_DATA_DIR`];
  return loadConfig({ name: prefix, schema, dataDir, env: process.env, flags, otherVariables });
}

/**
 * Locks the data directory and opens all parts of the service except listeners. On failure, closes the parts opened
 * before.
 */
export async function openSession<S extends ConfigSchema, A>(
  service: ServiceDefinition<S, A>,
  { dataDir, flags, isCommand, migrates }: OpenOptions,
): Promise<Session<S, A>> {
  const config = configOf(service, dataDir, flags);
  const lock: DataDirLock = await lockDataDir(dataDir);
  const closing: (() => Promise<void>)[] = [() => lock.release()];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const log = createLogger({ level: isCommand ? 'warn' : service.logLevel(config) });
    const db = await openDatabase({ url: service.databaseUrl(config), dataDir, log });
    closing.push(() => db.close());
    const folders = [KIT_MIGRATIONS, ...service.migrations];
    let applied: string[] = [];
    if (migrates) applied = await migrate(db, folders);
    else {
      const pending = await pendingMigrations(db, folders);
      if (pending.length > 0) {
        throw new MigrationError(
          `migrations are missing, run ${service.name}-service migrate: ${pending.join(', ')}`,
        );
      }
    }
    const metrics = createMetrics();
    metrics.watchDatabase(db, () => systemClock.now());
    const base: Base<S> = { dataDir, config, db, clock: systemClock, random: systemRandom, log, metrics };
    const app = await service.open(base);
    closing.push(async () => service.close?.(app));
    return { base, app, applied, close };
  } catch (error) {
    await close();
    throw error;
  }
}

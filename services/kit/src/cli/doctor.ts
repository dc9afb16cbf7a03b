import { access, constants, stat, statfs } from 'node:fs/promises';
import type { ConfigSchema } from '../config/index.js';
import { DataDirInUse } from '../data-dir/index.js';
import { sql } from '../db/index.js';
import { askServer } from './control.js';
import type { ServiceDefinition } from './definition.js';
import { configOf, openSession, type Session } from './session.js';

export interface Finding {
  name: string;
  state: 'ok' | 'warn' | 'fail';
  /** Description of the result, with a remedy for `warn` and `fail`. */
  text: string;
}

const LEAST_FREE = 1_000_000_000;
const MOST_CLOCK_DIFFERENCE_MS = 2_000;
const NODE = [20, 19] as const;
/** Oldest version of PostgreSQL that supports all statements. */
const OLDEST_POSTGRES = 15;

/**
 * Checks everything that `serve` needs. A running server does the checks that need an open service, because only one
 * process can open the data directory.
 */
export async function examine<S extends ConfigSchema, A>(
  service: ServiceDefinition<S, A>,
  dataDir: string,
): Promise<Finding[]> {
  const findings = [node(), await rights(dataDir), await space(dataDir)];
  try {
    configOf(service, dataDir);
    findings.push({ name: 'configuration', state: 'ok', text: 'valid' });
  } catch (error) {
    findings.push({ name: 'configuration', state: 'fail', text: (error as Error).message });
    return findings;
  }
  const asked = await askServer(dataDir, 'kit.doctor', {});
  if (asked !== undefined) {
    return [...findings, { name: 'server', state: 'ok', text: 'runs' }, ...(asked.result as Finding[])];
  }
  if (findings.some(({ name, state }) => name === 'data directory' && state === 'fail')) return findings;
  return [...findings, ...(await examineStopped(service, dataDir))];
}

async function examineStopped<S extends ConfigSchema, A>(
  service: ServiceDefinition<S, A>,
  dataDir: string,
): Promise<Finding[]> {
  let session: Session<S, A>;
  try {
    session = await openSession(service, { dataDir, isCommand: true, migrates: false });
  } catch (error) {
    const name = error instanceof DataDirInUse ? 'lock' : 'database';
    const own = await service.doctor?.(dataDir, configOf(service, dataDir), undefined);
    return [{ name, state: 'fail', text: (error as Error).message }, ...(own ?? [])];
  }
  try {
    return [{ name: 'lock', state: 'ok', text: 'free' }, ...(await examineOpen(service, session))];
  } finally {
    await session.close();
  }
}

export async function examineOpen<S extends ConfigSchema, A>(
  service: ServiceDefinition<S, A>,
  { base, app }: Session<S, A>,
): Promise<Finding[]> {
  const { db, config, dataDir } = base;
  const row = await db.one<{ version: string; ms: number }>(
    sql`select current_setting('server_version') as version, (extract(epoch from clock_timestamp()) * 1000)::int8 as ms`,
  );
  const version = row?.version ?? 'unknown';
  const difference = Math.abs((row?.ms ?? 0) - Date.now());
  const dead = await db.one<{ count: number }>(
    sql`select count(*) as count from kit_job where state = 'dead'`,
  );
  return [
    databaseVersion(version, db.kind === 'pglite'),
    { name: 'migrations', state: 'ok', text: 'all applied' },
    difference <= MOST_CLOCK_DIFFERENCE_MS
      ? { name: 'clock', state: 'ok', text: 'agrees with the database' }
      : {
          name: 'clock',
          state: 'warn',
          text: `differs from the database by ${difference} ms: set both by NTP`,
        },
    (dead?.count ?? 0) === 0
      ? { name: 'jobs', state: 'ok', text: 'none was given up' }
      : { name: 'jobs', state: 'warn', text: `${dead?.count} were given up: the log says why` },
    ...((await service.doctor?.(dataDir, config, app)) ?? []),
  ];
}

function databaseVersion(version: string, isEmbedded: boolean): Finding {
  const text = `PostgreSQL ${version}${isEmbedded ? ', embedded' : ''}`;
  return Number.parseInt(version, 10) >= OLDEST_POSTGRES
    ? { name: 'database', state: 'ok', text }
    : { name: 'database', state: 'fail', text: `${text}: install ${OLDEST_POSTGRES} or later` };
}

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isNew = major > NODE[0] || (major === NODE[0] && minor >= NODE[1]);
  const text = isNew ? process.version : `${process.version}: install ${NODE.join('.')} or later`;
  return { name: 'node', state: isNew ? 'ok' : 'fail', text };
}

async function rights(dataDir: string): Promise<Finding> {
  const name = 'data directory';
  const found = await stat(dataDir).catch(() => undefined);
  if (found === undefined) return { name, state: 'fail', text: `${dataDir} is missing: run init` };
  if (!found.isDirectory()) return { name, state: 'fail', text: `${dataDir} is no directory` };
  if ((found.mode & 0o077) !== 0) {
    return { name, state: 'warn', text: `others may enter ${dataDir}: chmod 700 ${dataDir}` };
  }
  if (found.uid !== process.getuid?.() && process.getuid?.() !== 0)
    return { name, state: 'fail', text: `${dataDir} belongs to another user: chown it, or run as that user` };
  const written = await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).catch(
    (error: Error) => error,
  );
  if (written instanceof Error)
    return { name, state: 'fail', text: `${dataDir} is not writable: ${written.message}` };
  return { name, state: 'ok', text: dataDir };
}

async function space(dataDir: string): Promise<Finding> {
  const name = 'free disk';
  const found = await statfs(dataDir).catch(() => undefined);
  if (found === undefined) return { name, state: 'warn', text: 'unknown' };
  const free = found.bavail * found.bsize;
  const text = `${Math.round(free / 1e6)} MB`;
  return free >= LEAST_FREE
    ? { name, state: 'ok', text }
    : { name, state: 'warn', text: `${text}: less than ${LEAST_FREE / 1e6} MB, make room` };
}

import { existsSync } from 'node:fs';
import { type Database, sql } from '@services/kit/db';
import type { Command } from 'commander';
import { checkMigrated } from '../db/fleet-database.js';
import { batchesWithoutJob } from '../runs/batches.js';
import { liveWorkers } from '../work/dead-workers.js';
import { EXIT } from './exit.js';
import { print, withDatabase } from './session.js';

/** How far the clocks of this machine and of the database may be apart before signatures of requests fail. */
const MOST_CLOCK_DIFFERENCE_MS = 60_000;

const LEAST_POSTGRES = 150_000;

interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly text: string;
}

export function defineDoctor(program: Command): void {
  program
    .command('doctor')
    .description('look for what is wrong or missing; exit code 1 when something is')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: { json: boolean }) => {
      const findings = [node(), ...(await database())];
      const lines = findings.map(({ state, name, text }) => `${state.padEnd(4)}  ${name}: ${text}\n`);
      await print(json ? `${JSON.stringify(findings, null, 2)}\n` : lines.join(''));
      process.exitCode = findings.some(({ state }) => state === 'fail') ? EXIT.found : EXIT.ok;
    });
}

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isNew = major > 20 || (major === 20 && minor >= 19);
  return {
    name: 'node',
    state: isNew ? 'ok' : 'fail',
    text: isNew ? process.version : `${process.version}: install 20.19 or later`,
  };
}

async function database(): Promise<Finding[]> {
  try {
    return await withDatabase(examine, { migrated: false });
  } catch (error) {
    return [{ name: 'database', state: 'fail', text: (error as Error).message }];
  }
}

async function examine(db: Database): Promise<Finding[]> {
  const server = await db.one<{ version: number; now: number }>(sql`
    select current_setting('server_version_num')::int as version,
      (extract(epoch from clock_timestamp()) * 1000)::int8 as now`);
  const { version = 0, now = 0 } = server ?? {};
  const apart = Math.abs(now - Date.now());
  const findings: Finding[] = [
    version >= LEAST_POSTGRES
      ? { name: 'database', state: 'ok', text: `PostgreSQL ${Math.floor(version / 10_000)}` }
      : { name: 'database', state: 'fail', text: `PostgreSQL ${version}: install 15 or later` },
    apart <= MOST_CLOCK_DIFFERENCE_MS
      ? { name: 'clock', state: 'ok', text: 'agrees with the database' }
      : { name: 'clock', state: 'warn', text: `${apart} ms from the database's: set both by NTP` },
    existsSync(new URL('../../dist/page/index.html', import.meta.url))
      ? { name: 'page', state: 'ok', text: 'built' }
      : { name: 'page', state: 'warn', text: 'not built: npm run build:page' },
  ];
  try {
    await checkMigrated(db);
  } catch (error) {
    return [...findings, { name: 'tables', state: 'fail', text: (error as Error).message }];
  }
  const workers = await liveWorkers(db);
  const open = await db.one<{ batches: number }>(sql`select count(*) as batches from fleet.batch`);
  const orphans = await batchesWithoutJob(db);
  const idle = (open?.batches ?? 0) > 0 && workers === 0;
  findings.push({ name: 'tables', state: 'ok', text: 'up to date' });
  findings.push(
    idle
      ? {
          name: 'workers',
          state: 'warn',
          text: `none, and ${open?.batches} jobs wait: run protomdl-fleet work`,
        }
      : { name: 'workers', state: 'ok', text: `${workers}` },
  );
  findings.push(
    orphans === 0
      ? { name: 'jobs', state: 'ok', text: 'each batch has its job' }
      : { name: 'jobs', state: 'fail', text: `${orphans} batches have no job: scan --all anew` },
  );
  return findings;
}

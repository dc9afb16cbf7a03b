import { existsSync } from 'node:fs';
import { type Database, sql } from '@services/kit/db';
import type { Command } from 'commander';
import { checkMigrated } from '../db/fleet-database.js';
import type { SourceSettings } from '../objects/listing.js';
import { batchesWithoutJob } from '../runs/batches.js';
import { liveWorkers } from '../work/dead-workers.js';
import { EXIT } from './exit.js';
import { print, withDatabase } from './session.js';
import { type SourceFlags, sourceOf } from './source-options.js';
import { pathOf } from './values.js';

/**
 * Maximum difference between the clocks of this machine and of the database: S3 refuses requests that are
 * signed with a wrong time.
 */
const MOST_CLOCK_DIFFERENCE_MS = 60_000;

const LEAST_POSTGRES = 150_000;

/** Maximum number of sources to check; they are the sources of open runs. */
const MOST_SOURCES = 5;

interface DoctorFlags extends SourceFlags {
  readonly json: boolean;
  readonly module?: string;
}

export interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly text: string;
}

export function defineDoctor(program: Command): void {
  program
    .command('doctor [source]')
    .description(
      'look for what is wrong or missing, also in a bucket or a folder; exit code 1 when something is',
    )
    .option('--json', 'as JSON', false)
    .option('--endpoint <url>', 'of the S3 server, where it is not Amazon')
    .option('--region <name>', 'of the bucket (default: AWS_REGION)')
    .option('--path-style', 'the bucket is part of the path (default with --endpoint)')
    .option('--module <file>', 'brings another scheme')
    .action(async (address: string | undefined, { json, module: file, ...flags }: DoctorFlags) => {
      const module = file === undefined ? undefined : pathOf(file);
      const asked = address === undefined ? [] : [await sourceOf(address, flags, module)];
      const findings = [node(), ...(await database())];
      for (const source of asked.length > 0 ? asked : await openSources()) {
        const { examineSource } = await import('./doctor-source.js');
        findings.push(...(await examineSource(source, module)));
      }
      const lines = findings.map(({ state, name, text }) => `${state.padEnd(4)}  ${name}: ${text}\n`);
      await print(json ? `${JSON.stringify(findings, null, 2)}\n` : lines.join(''));
      process.exitCode = findings.some(({ state }) => state === 'fail') ? EXIT.found : EXIT.ok;
    });
}

/** Returns the buckets that open runs read from. */
async function openSources(): Promise<SourceSettings[]> {
  const found = withDatabase(async (db) => {
    const rows = await db.rows<{ source: SourceSettings }>(sql`
      select distinct on (source_id) source from fleet.run r
      where source ->> 'kind' = 's3' and exists (select from fleet.batch where run_id = r.id)
      order by source_id, id desc limit ${MOST_SOURCES}`);
    return rows.map(({ source }) => source);
  });
  // Another finding already reports that the database cannot be used.
  return found.catch(() => []);
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
      : { name: 'jobs', state: 'fail', text: `${orphans} batches have no job: scan again with --all` },
  );
  return findings;
}

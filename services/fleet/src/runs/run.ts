import { array, type Database, json, type Queryable, sql } from '@services/kit/db';
import { identityOf } from '../objects/identity.js';
import type { SourceSettings } from '../objects/listing.js';
import { dropBaselines } from './baseline.js';
import { addPartitions, dropPartitions } from './partitions.js';
import { digestOf, ENGINE, type RunSettings, rulesDigest } from './settings.js';

/** A stored run. Times are milliseconds since 1970 by the clock of the database. */
export interface Run {
  readonly id: number;
  readonly source: SourceSettings;
  /** Number of the source, which all runs of the source share. */
  readonly source_id: number;
  readonly engine: string;
  readonly rules: string;
  readonly settings: RunSettings;
  readonly releases: readonly string[];
  readonly created_ms: number;
  /** Null while the source is being listed, and after a listing that broke off. */
  readonly listed_ms: number | null;
  readonly listed_to: string | null;
  readonly listed: number;
  readonly listed_bytes: number;
  readonly queued: number;
  readonly reused: number;
  readonly skipped: number;
  readonly problem: string | null;
  readonly control: 'go' | 'held' | 'paused' | 'cancelled';
  /** Runs with a higher priority run sooner. */
  readonly priority: number;
  /** False if the run reads every object, even if another run has a result for the same content. */
  readonly takes_over: boolean;
}

export class NoSuchRun extends Error {
  override readonly name = 'NoSuchRun';
}

/**
 * Classes of the advisory locks that show that a process is alive: of a scan, and of a worker. A scan's lock
 * has the number of its run as the key, a worker's lock the name of its pool.
 */
export const SCAN_LOCK = 0x5ca4;
export const WORKER_LOCK = 0x3094;

/** All columns except the text of the settings file, which may be long. */
const COLUMNS = sql`id, source, source_id, engine, rules, settings, releases, created_ms, listed_ms, listed_to, listed,
  listed_bytes, queued, reused, skipped, problem, control, priority, takes_over`;

/**
 * Creates a run with its partitions.
 * @param config text of the file of settings; empty without a file
 * @param more stores further data of the run, in the same transaction
 */
export function createRun(
  db: Database,
  source: SourceSettings,
  settings: RunSettings,
  config = '',
  { priority = 0, takesOver = true }: { readonly priority?: number; readonly takesOver?: boolean } = {},
  more: (tx: Queryable, run: number) => Promise<void> = async () => {},
): Promise<Run> {
  return db.tx(async (tx) => {
    const [now] = await tx.rows<{ today: string }>(
      sql`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as today`,
    );
    const rules = rulesDigest(settings, config, now?.today ?? '');
    const row = await tx.one<Run>(sql`
      insert into fleet.run (source, source_id, engine, rules, settings, config, priority, takes_over, releases)
      values (${json(source)}, ${await sourceId(tx, source)}, ${ENGINE}, ${rules}, ${json(settings)}, ${config === '' ? null : config}, ${priority}, ${takesOver},
        ${array([...settings.releases], 'text')})
      returning ${COLUMNS}`);
    const run = row as Run;
    await more(tx, run.id);
    await addPartitions(tx, run.id);
    return run;
  });
}

/** Returns the number of a source. A source gets its number when it is first used. */
async function sourceId(tx: Queryable, source: SourceSettings): Promise<number> {
  const { scheme, endpoint, bucket, prefix } = identityOf(source);
  const digest = digestOf([scheme, endpoint, bucket, prefix].join('\n'));
  const row = await tx.one<{ id: number }>(sql`
    insert into fleet.source (digest, scheme, endpoint, bucket, prefix)
    values (${digest}, ${scheme}, ${endpoint}, ${bucket}, ${prefix})
    on conflict (digest) do update set digest = excluded.digest returning id`);
  return (row as { id: number }).id;
}

/** @throws NoSuchRun */
export async function runById(db: Queryable, id: number): Promise<Run> {
  const run = await db.one<Run>(sql`select ${COLUMNS} from fleet.run where id = ${id}`);
  if (run === undefined) throw new NoSuchRun(`there is no run ${id}`);
  return run;
}

/** Maximum number of earlier runs whose results can be reused, or with which a run is compared. */
export const MOST_EARLIER = 8;

/**
 * Maximum number of earlier runs of notifications. They have a limit of their own: many small runs of
 * notifications would otherwise displace the listings.
 */
const MOST_EARLIER_EVENTS = 32;

/** Returns the ids of earlier runs with the same rules, latest first. */
export async function earlierRuns(db: Queryable, run: Run): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select id from (
      select id, row_number() over (partition by source ? 'events' order by id desc) as nth, source ? 'events' as events
      from fleet.run where rules = ${run.rules} and id < ${run.id}) as r
    where nth <= case when events then ${MOST_EARLIER_EVENTS}::int else ${MOST_EARLIER}::int end order by id desc`);
  return rows.map(({ id }) => id);
}

/** Returns the text of a run's file of settings; empty without a file. */
export async function configOf(db: Queryable, id: number): Promise<string> {
  const row = await db.one<{ config: string | null }>(sql`select config from fleet.run where id = ${id}`);
  return row?.config ?? '';
}

export function latestRuns(db: Queryable, most: number): Promise<Run[]> {
  return db.rows<Run>(sql`select ${COLUMNS} from fleet.run order by id desc limit ${most}`);
}

/** @throws NoSuchRun */
export async function latestRun(db: Queryable): Promise<Run> {
  const [run] = await latestRuns(db, 1);
  if (run === undefined) throw new NoSuchRun('there is no run: make one with scan');
  return run;
}

/**
 * Deletes runs with all their results, and objects that no other run has. Remaining jobs of the runs do
 * nothing.
 */
export function dropRuns(db: Database, ids: readonly number[]): Promise<void> {
  return db.tx(async (tx) => {
    const runs = array(
      [...ids].sort((a, b) => a - b),
      'int4',
    );
    await tx.run(sql`delete from fleet.batch where run_id = any(${runs})`);
    const gone = await tx.rows<{ id: number }>(
      sql`delete from fleet.run where id = any(${runs}) returning id`,
    );
    for (const { id } of gone) await dropPartitions(tx, id);
    await tx.run(sql`
      delete from fleet.object o where run_id = any(${runs})
        and not exists (select from fleet.result r where r.object_id = o.id)`);
    await tx.run(
      sql`delete from fleet.source s where not exists (select from fleet.run where source_id = s.id)`,
    );
    await dropBaselines(tx);
  });
}

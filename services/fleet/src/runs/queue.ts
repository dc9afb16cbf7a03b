import { type Database, type Queryable, type SQL, sql } from '@services/kit/db';
import type { Held } from './run.js';

/** The task that jobs are of. */
export const TASK = 'protomdl-fleet';

/** The queue's name for the job of a batch. */
export const JOB_KEY = 'protomdl-fleet-batch-';

/**
 * How often a job may be begun: each death of a worker counts as one. What an object costs is bounded elsewhere, so this
 * only has to be out of reach.
 */
const MAX_ATTEMPTS = 10_000;

/** Jobs of a run before its turns run into those of the next priority. */
const MOST_TURNS = 100_000_000;

/** Priorities of a run; the queue's are their negatives, and an `integer`. */
export const MOST_PRIORITY = 10;

/** Of a run `r`. */
const isUndone = sql`(r.listed_ms is null or exists (select from fleet.batch b where b.run_id = r.id))`;

/** The mark of a run's jobs, by which a worker that cannot do them leaves them to others. */
export function flagOf(runId: number): string {
  return `run-${runId}`;
}

/**
 * Adds the jobs of batches, in the caller's transaction: those of a run take turns with those of others, so a small run
 * need not wait for a large one. What need not wait is due since the epoch: a clock that is set back delays nothing.
 * Batches of a run that is held get theirs when it goes on.
 * @param made a query for the `id` of batches of the run
 * @param delayMs from now until they may begin
 */
export async function addJobs(tx: Queryable, runId: number, made: SQL, delayMs = 0): Promise<void> {
  await tx.run(sql`
    with made as (${made}),
    run as (
      update fleet.run set turn = turn + (select count(*) from made) where id = ${runId}
      returning priority, held, turn - (select count(*) from made) as first)
    select count(*) from graphile_worker.add_jobs(array(
      select row(${TASK}, json_build_object('batch', made.id), null,
        case when ${delayMs} > 0 then now() + ${delayMs} * interval '1 millisecond' else to_timestamp(0) end,
        ${MAX_ATTEMPTS}, ${JOB_KEY} || made.id,
        (-run.priority::int8 * ${MOST_TURNS} + (run.first + row_number() over (order by made.id)) % ${MOST_TURNS})::int4,
        array[${flagOf(runId)}])::graphile_worker.job_spec
      from made cross join run where run.held is null))`);
}

/** Lets a run that begins share with those that are under way, rather than have all of its jobs first. */
export async function takeTurn(db: Queryable, runId: number): Promise<void> {
  await db.run(sql`
    update fleet.run r set turn = greatest(turn, coalesce((
      select min(j.priority::int8 + r.priority::int8 * ${MOST_TURNS}) from graphile_worker.jobs j
      where j.task_identifier = ${TASK} and j.locked_at is null
        and j.priority between -r.priority::int8 * ${MOST_TURNS} and (1 - r.priority)::int8 * ${MOST_TURNS} - 1), 0))
    where id = ${runId}`);
}

/**
 * Keeps workers from going on with a run. What is at hand comes to its end. A run that is held already stays as it is.
 * @param problem what keeps it from going on
 * @returns whether it is held by this
 */
export function holdRun(db: Database, runId: number, held: Held, problem?: string): Promise<boolean> {
  return db.tx(async (tx) => {
    const row = await tx.one(sql`
      update fleet.run r set held = ${held}, problem = ${problem?.slice(0, 500) ?? null}
      where id = ${runId} and held is null and ${isUndone} returning id`);
    if (row === undefined) return false;
    await dropJobs(tx, runId);
    return true;
  });
}

/**
 * Lets workers go on with a run.
 * @param takesRefusals whether what the storage refuses is a result from now on
 * @returns false for one that is not held, or cancelled
 */
export function resumeRun(db: Database, runId: number, takesRefusals: boolean): Promise<boolean> {
  return db.tx(async (tx) => {
    const row = await tx.one(sql`
      update fleet.run set held = null, problem = null, refused = 0, takes_refusals = takes_refusals or ${takesRefusals}
      where id = ${runId} and held in ('paused', 'problem') returning id`);
    if (row === undefined) return false;
    await tx.run(sql`update fleet.batch set round = 0 where run_id = ${runId} and round > 0`);
    // Also where a worker has the job under way: it may have found the run held just now.
    await addJobs(
      tx,
      runId,
      sql`select id from fleet.batch b where run_id = ${runId} and not exists (
        select from graphile_worker.jobs j where j.key = ${JOB_KEY} || b.id and j.locked_at is null)`,
    );
    return true;
  });
}

/** Ends a run with the results that it has. @returns false for one that is cancelled already, or done */
export function cancelRun(db: Database, runId: number): Promise<boolean> {
  return db.tx(async (tx) => {
    const row = await tx.one(sql`
      update fleet.run r set held = 'cancelled', problem = null
      where id = ${runId} and held is distinct from 'cancelled'
        and ${isUndone} returning id`);
    if (row === undefined) return false;
    await dropJobs(tx, runId);
    await tx.run(sql`delete from fleet.batch where run_id = ${runId}`);
    return true;
  });
}

/** From now on. */
export function setPriority(db: Database, runId: number, priority: number): Promise<void> {
  return db.tx(async (tx) => {
    await tx.run(sql`update fleet.run set priority = ${priority}, turn = 0 where id = ${runId}`);
    await takeTurn(tx, runId);
    await addJobs(
      tx,
      runId,
      sql`select b.id from fleet.batch b join graphile_worker.jobs j on j.key = ${JOB_KEY} || b.id
        where run_id = ${runId} and j.locked_at is null and j.run_at <= now()`,
    );
  });
}

/** Those that nobody has begun. A worker that begins one all the same finds the run held. */
async function dropJobs(tx: Queryable, runId: number): Promise<void> {
  await tx.run(sql`
    select count(*) from graphile_worker.complete_jobs(array(
      select j.id from graphile_worker.jobs j join fleet.batch b on j.key = ${JOB_KEY} || b.id
      where b.run_id = ${runId} and j.locked_at is null))`);
}

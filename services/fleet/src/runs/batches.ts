import { array, json, type Queryable, type SQL, sql } from '@services/kit/db';
import type { Run } from './run.js';

/** Flag of jobs whose objects only a worker with a module can read. */
export const MODULE_FLAG = 'module';

/** Task name of the jobs. */
export const TASK = 'protomdl-fleet';

/**
 * Maximum number of objects of a job, and number of bytes after which a job gets no more objects. A job takes
 * about a second, so that no thread waits for long while others finish the last jobs of a run. The overhead
 * of a job is two milliseconds.
 */
export const BATCH_OBJECTS = 500;
export const BATCH_BYTES = 64 * 1_024 * 1_024;

/**
 * Maximum number of starts of a job. A worker's death also causes a start. Other limits count the tries of an
 * object; this limit is so large that they are reached first.
 */
const MAX_ATTEMPTS = 10_000;

export interface SizedObject {
  readonly id: number;
  readonly size: number;
}

/** Divides objects, in their order, into lots, one for each job. */
export function lotsOf(
  objects: readonly SizedObject[],
  mostObjects = BATCH_OBJECTS,
  mostBytes = BATCH_BYTES,
): number[][] {
  const lots: number[][] = [];
  let lot: number[] = [];
  let bytes = 0;
  for (const { id, size } of objects) {
    if (lot.length === mostObjects || (lot.length > 0 && bytes + size > mostBytes)) {
      lots.push(lot);
      lot = [];
      bytes = 0;
    }
    lot.push(id);
    bytes += size;
  }
  if (lot.length > 0) lots.push(lot);
  return lots;
}

/** Beginning of the queue's key for a batch's job; the batch's number follows. */
export const JOB_KEY = 'protomdl-fleet-batch-';

/**
 * Adds batches and their jobs, in the caller's transaction. Jobs without a delay are due since 1970, so that
 * a clock that is set back does not delay them.
 * @param delayMs time from now until the jobs may start
 */
export async function addBatches(
  tx: Queryable,
  runId: number,
  lots: readonly (readonly number[])[],
  {
    round = 0,
    place = 0,
    delayMs = 0,
    failures = 0,
  }: {
    readonly round?: number;
    /** Queue position of the first batch; null places the batches after the run's existing batches. */
    readonly place?: number | null;
    readonly delayMs?: number;
    readonly failures?: number;
  } = {},
): Promise<void> {
  if (lots.length === 0) return;
  const texts = lots.map((lot) => `{${lot.join(',')}}`);
  const counted =
    place === null
      ? sql`update fleet.run set batches = batches + ${lots.length} where id = ${runId}
          returning batches - ${lots.length} as before`
      : sql`select 0 as before`;
  const made = await tx.rows<{ id: number }>(sql`
    with counted as (${counted})
    insert into fleet.batch (run_id, objects, round, failures, place)
    select ${runId}, lot::int8[], ${round}, ${failures}, coalesce(${place}::int2, floor(log(2, before + nth)))
    from counted, unnest(${array(texts, 'text')}) with ordinality as lots (lot, nth)
    returning id`);
  const ids = array(
    made.map(({ id }) => id),
    'int8',
  );
  const due = sql`case when ${delayMs} > 0 then now() + ${delayMs} * interval '1 millisecond' else to_timestamp(0) end`;
  await addJobs(tx, sql`b.id = any(${ids})`, due);
}

/** Distance between two priorities, which is larger than any position in the queue. */
const PRIORITY_STEP = 100;

/**
 * Adds jobs for batches; if a batch has a job, updates that job. If a run's objects need a module, its jobs
 * have a flag, so that workers without a module skip them.
 * @param which condition on the batches `b`
 * @param due time from which the jobs may run; null keeps the time of existing jobs
 */
export async function addJobs(tx: Queryable, which: SQL, due: SQL): Promise<void> {
  await tx.run(sql`
    select count(*) from graphile_worker.add_jobs(array(
      select row(${TASK}, json_build_object('batch', b.id), null, ${due}, ${MAX_ATTEMPTS}, ${JOB_KEY} || b.id,
        b.place - r.priority * ${PRIORITY_STEP},
        case when r.source ->> 'kind' = 'module' then array[${MODULE_FLAG}] end)::graphile_worker.job_spec
      from fleet.batch b join fleet.run r on r.id = b.run_id where ${which} order by b.id), ${due} is null)`);
}

export type Suspects = Readonly<Record<string, number>>;

export interface Batch {
  readonly id: number;
  readonly run_id: number;
  readonly control: Run['control'];
  readonly takes_denials: boolean;
  readonly round: number;
  /** Position in the queue: the number of steps after the run's first batch. */
  readonly place: number;
  readonly trying: number | null;
  /** For each object, the number of processes that died while they tried the object alone. */
  readonly suspects: Suspects;
}

export interface BatchObject {
  readonly id: number;
  readonly uri: string;
  readonly etag: string;
  readonly size: number;
}

/** Returns undefined if the batch is finished, or if its run was dropped. */
export async function batchOf(
  db: Queryable,
  id: number,
): Promise<{ batch: Batch; objects: BatchObject[] } | undefined> {
  const rows = await db.rows<Batch & Omit<BatchObject, 'id'> & { object_id: number | null }>(sql`
    select b.id, b.run_id, r.control, r.takes_denials, b.round, b.place, b.trying, b.suspects, o.id as object_id, o.uri,
      o.etag, o.size
    from fleet.batch b join fleet.run r on r.id = b.run_id
      left join unnest(b.objects) with ordinality as place(object_id, nth) on true
      left join fleet.object o on o.id = place.object_id
    where b.id = ${id} order by nth`);
  const [batch] = rows;
  if (batch === undefined) return undefined;
  const objects = rows.flatMap(({ object_id, uri, etag, size }) =>
    object_id === null ? [] : [{ id: object_id, uri, etag, size }],
  );
  return { batch, objects };
}

/**
 * Records the object that is about to be tried alone. If this process dies, the next process finds the
 * record.
 */
export async function noteTrying(
  db: Queryable,
  batch: number,
  object: number,
  suspects: Suspects,
): Promise<void> {
  await db.run(
    sql`update fleet.batch set trying = ${object}, suspects = ${json(suspects)} where id = ${batch}`,
  );
}

/**
 * Counts a failure of a batch that was not caused by the database, and locks the row of the batch. Returns
 * undefined if the batch is finished.
 */
export async function noteFailure(
  tx: Queryable,
  id: number,
): Promise<
  | (Pick<Batch, 'run_id' | 'round' | 'place'> & { readonly objects: number[]; readonly failures: number })
  | undefined
> {
  return tx.one(sql`
    update fleet.batch set failures = failures + 1 where id = ${id} returning run_id, round, place, objects, failures`);
}

/**
 * A time that is longer than the wait of any job. If a job is due even later, the clock was set back after
 * the job was delayed.
 */
const LATEST_MS = 1_200_000;

/** Makes jobs due whose due time is too late because the clock was set back. */
export async function bringForward(db: Queryable): Promise<void> {
  await db.run(sql`
    select graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs where task_identifier = ${TASK}
        and run_at > now() + ${LATEST_MS} * interval '1 millisecond' limit 1000), now())`);
}

/**
 * Returns the number of batches in active runs that have no job. Such a batch is an error, because no worker
 * processes it.
 */
export async function batchesWithoutJob(db: Queryable): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from fleet.batch b join fleet.run r on r.id = b.run_id
    where r.control = 'go' and not exists (select from graphile_worker.jobs j where j.key = ${JOB_KEY} || b.id)`);
  return row?.count ?? 0;
}

/**
 * Returns the objects of a batch that have no result, and locks the row of the batch until the end of the
 * transaction. Returns undefined if the batch is finished, or if its run was dropped.
 */
export async function openObjects(tx: Queryable, id: number): Promise<Set<number> | undefined> {
  const row = await tx.one<{ objects: number[] }>(
    sql`select objects from fleet.batch where id = ${id} for update`,
  );
  return row === undefined ? undefined : new Set(row.objects);
}

/** Reduces the batch to the given objects, in the transaction that stores the results of the others. */
export async function shortenBatch(tx: Queryable, id: number, objects: Iterable<number>): Promise<void> {
  await tx.run(sql`update fleet.batch set objects = ${array([...objects], 'int8')} where id = ${id}`);
}

/**
 * Ends a batch in the transaction that stores its results.
 * @returns the objects without a result; undefined if another process has ended the batch, or if the run was
 * dropped
 */
export async function endBatch(tx: Queryable, id: number): Promise<Set<number> | undefined> {
  const row = await tx.one<{ objects: number[] }>(
    sql`delete from fleet.batch where id = ${id} returning objects`,
  );
  return row === undefined ? undefined : new Set(row.objects);
}

/**
 * Returns the number of batches that a worker can process.
 * @param only run whose batches are counted; undefined for all runs
 * @param hasModule true to include batches whose objects need a module
 */
export async function openBatches(
  db: Queryable,
  only: number | undefined,
  hasModule: boolean,
): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from fleet.batch b join fleet.run r on r.id = b.run_id
    where r.control = 'go' and (${hasModule} or r.source ->> 'kind' <> 'module')
      and (${only ?? null}::int4 is null or r.id = ${only ?? null})`);
  return row?.count ?? 0;
}

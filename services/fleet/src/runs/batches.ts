import { array, type Queryable, sql } from '@services/kit/db';
import { addJobs, JOB_KEY, TASK } from './queue.js';
import type { Held } from './run.js';

/**
 * Most objects of a job, and bytes after which it takes no more: about a second of work, so that at the end of a run no
 * thread waits for long. A job by itself costs two milliseconds.
 */
export const BATCH_OBJECTS = 500;
export const BATCH_BYTES = 64 * 1_024 * 1_024;

export interface SizedObject {
  readonly id: number;
  readonly size: number;
}

/** Objects in the order they came, in lots for one job each. */
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

/**
 * Adds batches and their jobs, in the caller's transaction.
 * @param delayMs from now until they may begin
 */
export async function addBatches(
  tx: Queryable,
  runId: number,
  lots: readonly (readonly number[])[],
  {
    round = 0,
    delayMs = 0,
    failures = 0,
  }: { readonly round?: number; readonly delayMs?: number; readonly failures?: number } = {},
): Promise<void> {
  if (lots.length === 0) return;
  const texts = lots.map((lot) => `{${lot.join(',')}}`);
  await addJobs(
    tx,
    runId,
    sql`
      insert into fleet.batch (run_id, objects, round, failures)
      select ${runId}, lot::int8[], ${round}, ${failures} from unnest(${array(texts, 'text')}) lot
      returning id`,
    delayMs,
  );
}

export interface Batch {
  readonly id: number;
  readonly run_id: number;
  readonly round: number;
  readonly trying: number | null;
  readonly deaths: number;
  /** Of its run, as all below. */
  readonly held: Held | null;
  readonly takes_refusals: boolean;
}

export interface BatchObject {
  readonly id: number;
  readonly uri: string;
  readonly etag: string;
  readonly size: number;
}

/** Undefined for one that is done, or whose run was dropped. */
export async function batchOf(
  db: Queryable,
  id: number,
): Promise<{ batch: Batch; objects: BatchObject[] } | undefined> {
  const rows = await db.rows<Batch & Omit<BatchObject, 'id'> & { object_id: number | null }>(sql`
    select b.id, b.run_id, b.round, b.trying, b.deaths, r.held, r.takes_refusals, o.id as object_id, o.uri, o.etag, o.size
    from fleet.batch b
      join fleet.run r on r.id = b.run_id
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

/** Notes which object is tried alone, before it is: should the process die of it, the next one knows. */
export async function noteTrying(
  db: Queryable,
  batch: number,
  object: number,
  deaths: number,
): Promise<void> {
  await db.run(sql`update fleet.batch set trying = ${object}, deaths = ${deaths} where id = ${batch}`);
}

/** Counts a failure of a batch that is not the database's, with its row locked; undefined where the batch is done. */
export async function noteFailure(
  tx: Queryable,
  id: number,
): Promise<
  (Pick<Batch, 'run_id' | 'round'> & { readonly objects: number[]; readonly failures: number }) | undefined
> {
  return tx.one(sql`
    update fleet.batch set failures = failures + 1 where id = ${id} returning run_id, round, objects, failures`);
}

/** Longer than any job waits: one that is due later was put off before the clock was set back. */
const LATEST_MS = 1_200_000;

/** Brings forward jobs that wait for a time that a clock which was set back will not reach for long. */
export async function bringForward(db: Queryable): Promise<void> {
  await db.run(sql`
    select graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs where task_identifier = ${TASK}
        and run_at > now() + ${LATEST_MS} * interval '1 millisecond' limit 1000), now())`);
}

/** Batches without a job though their run is not held: what cannot be, and would stay undone. */
export async function batchesWithoutJob(db: Queryable): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from fleet.batch b join fleet.run r on r.id = b.run_id and r.held is null
    where not exists (select from graphile_worker.jobs j where j.key = ${JOB_KEY} || b.id)`);
  return row?.count ?? 0;
}

/**
 * The objects of a batch that have no result yet, with its row locked to the end of the transaction; undefined where it
 * is done, or its run was dropped.
 */
export async function openObjects(tx: Queryable, id: number): Promise<Set<number> | undefined> {
  const row = await tx.one<{ objects: number[] }>(
    sql`select objects from fleet.batch where id = ${id} for update`,
  );
  return row === undefined ? undefined : new Set(row.objects);
}

/** Leaves the batch these objects, in the transaction that brings the results of the others. */
export async function shortenBatch(tx: Queryable, id: number, objects: Iterable<number>): Promise<void> {
  await tx.run(sql`update fleet.batch set objects = ${array([...objects], 'int8')} where id = ${id}`);
}

/**
 * Ends a batch in the transaction that brings its results.
 * @returns the objects that have none yet; undefined where another process was first, or its run was dropped
 */
export async function endBatch(tx: Queryable, id: number): Promise<Set<number> | undefined> {
  const row = await tx.one<{ objects: number[] }>(
    sql`delete from fleet.batch where id = ${id} returning objects`,
  );
  return row === undefined ? undefined : new Set(row.objects);
}

/** Runs with batches that are not done. */
export function openRuns(
  db: Queryable,
): Promise<{ readonly id: number; readonly held: Held | null; readonly problem: string | null }[]> {
  return db.rows(sql`
    select id, held, problem from fleet.run r where exists (select from fleet.batch b where b.run_id = r.id) order by id`);
}

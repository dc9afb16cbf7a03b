import { array, type Queryable, sql } from '@services/kit/db';

/** The task that jobs are of. */
export const TASK = 'protomdl-fleet';

/** Most objects of a job, and bytes after which it takes no more. */
export const BATCH_OBJECTS = 500;
export const BATCH_BYTES = 256 * 1_024 * 1_024;

/**
 * How often a job may be begun: each death of a worker counts as one. What an object costs is bounded elsewhere, so this
 * only has to be out of reach.
 */
const MAX_ATTEMPTS = 10_000;

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

/** Adds batches and their jobs, in the caller's transaction. @param delayMs from now until they may begin */
export async function addBatches(
  tx: Queryable,
  runId: number,
  lots: readonly (readonly number[])[],
  { round = 0, delayMs = 0 }: { readonly round?: number; readonly delayMs?: number } = {},
): Promise<void> {
  if (lots.length === 0) return;
  const texts = lots.map((lot) => `{${lot.join(',')}}`);
  await tx.run(sql`
    with made as (
      insert into fleet.batch (run_id, objects, round)
      select ${runId}, lot::int8[], ${round} from unnest(${array(texts, 'text')}) lot
      returning id)
    select count(*) from graphile_worker.add_jobs(array(
      select row(${TASK}, json_build_object('batch', id), null, now() + ${delayMs} * interval '1 millisecond',
        ${MAX_ATTEMPTS}, null, 0, null)::graphile_worker.job_spec
      from made))`);
}

export interface Batch {
  readonly id: number;
  readonly run_id: number;
  readonly round: number;
  readonly trying: number | null;
  readonly deaths: number;
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
  const batch = await db.one<Batch>(
    sql`select id, run_id, round, trying, deaths from fleet.batch where id = ${id}`,
  );
  if (batch === undefined) return undefined;
  const objects = await db.rows<BatchObject>(sql`
    select o.id, o.uri, o.etag, o.size from fleet.batch b
      cross join unnest(b.objects) with ordinality as place(object_id, nth)
      join fleet.object o on o.id = place.object_id
    where b.id = ${id} order by nth`);
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

/** Ends a batch in the transaction that brings its results. False where another process was first. */
export async function endBatch(tx: Queryable, id: number): Promise<boolean> {
  return (await tx.run(sql`delete from fleet.batch where id = ${id}`)) === 1;
}

/** Batches of all runs that are not done. */
export async function openBatches(db: Queryable): Promise<number> {
  const row = await db.one<{ count: number }>(sql`select count(*) as count from fleet.batch`);
  return row?.count ?? 0;
}

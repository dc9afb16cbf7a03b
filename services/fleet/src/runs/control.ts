import { type Database, type Queryable, sql } from '@services/kit/db';
import { addJobs, JOB_KEY } from './batches.js';
import type { Run } from './run.js';

/**
 * Holds a run that cannot continue, until it is resumed. Its batches stay in the database, but their jobs are
 * removed.
 * @returns false for a run that is not active
 */
export async function holdRun(db: Queryable, id: number, reason: string): Promise<boolean> {
  const row = await db.one(sql`
    update fleet.run set control = 'held', problem = ${reason.slice(0, 500)} where id = ${id} and control = 'go'
    returning id`);
  return row !== undefined;
}

/** Pauses a run. Batches in progress are finished. @returns false for a run that is not active */
export async function pauseRun(db: Queryable, id: number): Promise<boolean> {
  const row = await db.one(
    sql`update fleet.run set control = 'paused' where id = ${id} and control = 'go' returning id`,
  );
  return row !== undefined;
}

/**
 * @param takesDenials true if objects that the storage denies become unreadable; otherwise they may hold the
 * run again
 * @returns false for a run that is neither held nor paused
 */
export function resumeRun(db: Database, id: number, takesDenials: boolean): Promise<boolean> {
  return db.tx(async (tx) => {
    const row = await tx.one(sql`
      update fleet.run set control = 'go', problem = null, takes_denials = takes_denials or ${takesDenials}
      where id = ${id} and control in ('held', 'paused') returning id`);
    if (row === undefined) return false;
    await addJobs(tx, sql`b.run_id = ${id}`, sql`to_timestamp(0)`);
    return true;
  });
}

/**
 * Cancels a run: drops its open batches and keeps its results.
 * @returns false for a run that was cancelled already
 */
export function cancelRun(db: Database, id: number, reason: string | null = null): Promise<boolean> {
  return db.tx(async (tx) => {
    const row = await tx.one(sql`
      update fleet.run set control = 'cancelled', problem = ${reason} where id = ${id} and control <> 'cancelled'
      returning id`);
    await tx.run(sql`delete from fleet.batch where run_id = ${id}`);
    return row !== undefined;
  });
}

/**
 * Changes the priority of batches that no worker has begun, and of later batches.
 * @param priority runs with a higher priority run sooner
 */
export function prioritizeRun(db: Database, id: number, priority: number): Promise<void> {
  return db.tx(async (tx) => {
    await tx.run(sql`update fleet.run set priority = ${priority} where id = ${id}`);
    const jobs = sql`select j.key from graphile_worker.jobs j where j.locked_at is null`;
    await addJobs(tx, sql`b.run_id = ${id} and ${JOB_KEY} || b.id in (${jobs})`, sql`null::timestamptz`);
  });
}

/** Returns the runs whose remaining work the worker cannot do, with the reason. */
export async function stuckRuns(
  db: Queryable,
  hasModule: boolean,
): Promise<(Pick<Run, 'id'> & { readonly reason: string })[]> {
  const rows = await db.rows<Pick<Run, 'id' | 'source' | 'problem' | 'control'>>(sql`
    select id, source, problem, control from fleet.run r
    where (control = 'held' or (control = 'go' and source ->> 'kind' = 'module' and not ${hasModule}))
      and exists (select from fleet.batch where run_id = r.id) order by id`);
  return rows.map(({ id, source, problem, control }) => ({
    id,
    reason:
      control === 'held'
        ? `is held: ${problem ?? ''} (continue with: resume ${id})`
        : `${source.uri.replace(/:\/\/.*$/s, '://')} needs --module FILE, which brings it`,
  }));
}

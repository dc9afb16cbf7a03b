import { array, type Queryable, sql } from '@services/kit/db';
import { WORKER_LOCK } from '../runs/run.js';

/**
 * Returns the jobs of dead workers to the queue. Without this function, the queue would return these jobs
 * after four hours. A worker is alive while its advisory lock is held. A live worker that has lost its
 * connection counts as dead. This does no harm: of two workers with the same batch, only one can end it.
 * @returns the number of dead workers
 */
export async function unlockDead(db: Queryable): Promise<number> {
  const dead = await db.rows<{ locked_by: string }>(sql`
    select locked_by from (select distinct locked_by from graphile_worker.jobs where locked_by is not null) as j
    where not exists (
      select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
        and database = (select oid from pg_database where datname = current_database())
        and classid::int8 = ${WORKER_LOCK} and objid::int8 = hashtext(locked_by)::int8 & 4294967295)`);
  if (dead.length > 0) {
    const names = array(
      dead.map(({ locked_by }) => locked_by),
      'text',
    );
    await db.run(sql`select graphile_worker.force_unlock_workers(${names})`);
  }
  return dead.length;
}

/** Returns the number of live workers in the database. */
export async function liveWorkers(db: Queryable): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(distinct objid) as count from pg_locks where locktype = 'advisory' and granted and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())
      and classid::int8 = ${WORKER_LOCK}`);
  return row?.count ?? 0;
}

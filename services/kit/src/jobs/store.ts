import { array, type Database, type Queryable, sql } from '../db/index.js';

/** Channel on which NOTIFY announces that a job may be due. */
export const CHANNEL = 'kit_job';

/** Characters of an error's text to keep. */
const MAX_ERROR = 1_000;

export interface ClaimedJob {
  id: number;
  kind: string;
  payload: unknown;
  attempt: number;
}

export interface EnqueueOptions {
  /** Earliest time to run the job, in milliseconds since 1970; by default the current time. */
  runAt?: number;
  /**
   * If a job of the same kind and key is already waiting, no second job is made. The waiting job then runs at the
   * earlier of the two times.
   */
  key?: string;
  /** Jobs of a lane run one at a time, in order. */
  lane?: string;
}

/** A job to make, without its kind. */
export interface NewJob<P> extends EnqueueOptions {
  payload: P;
}

/** Makes jobs of one kind in one statement, and returns their ids. The keys of the jobs must differ. */
export async function insertJobs(
  tx: Queryable,
  kind: string,
  jobs: readonly NewJob<unknown>[],
  now: number,
): Promise<number[]> {
  if (jobs.length === 0) return [];
  const payloads = jobs.map(({ payload }) => JSON.stringify(payload) ?? 'null');
  const keys = jobs.map(({ key }) => key ?? null);
  const lanes = jobs.map(({ lane }) => lane ?? null);
  const times = jobs.map(({ runAt = now }) => Math.ceil(runAt));
  const rows = await tx.rows<{ id: number }>(sql`
    with job as (
      insert into kit_job (kind, payload, key, lane, run_at, created_at)
      select ${kind}::text, given.payload::jsonb, given.key, given.lane, given.run_at, ${now}::int8
      from unnest(${array(payloads, 'text')}, ${array(keys, 'text')}, ${array(lanes, 'text')}, ${array(times, 'int8')})
        as given (payload, key, lane, run_at)
      on conflict (kind, key) where state = 'waiting' and key is not null
      do update set run_at = least(kit_job.run_at, excluded.run_at)
      returning id
    ), told as materialized (select pg_notify(${CHANNEL}, ''))
    select id from job, told`);
  return rows.map(({ id }) => id);
}

/**
 * Takes jobs that are due or whose lease has ended, up to a limit for each kind. Jobs of a lane are taken one at a
 * time, in order.
 */
export function claimJobs(
  db: Queryable,
  owner: string,
  room: ReadonlyMap<string, number>,
  now: number,
  leaseMs: number,
): Promise<ClaimedJob[]> {
  return db.rows<ClaimedJob>(sql`
    with chosen as (
      select due.id
      from unnest(${array([...room.keys()], 'text')}, ${array([...room.values()], 'int4')}) as kinds (kind, room)
      cross join lateral (
        select j.id
        from kit_job j
        where j.kind = kinds.kind
          and ((j.state = 'waiting' and j.run_at <= ${now}) or (j.state = 'running' and j.lease_until < ${now}))
          and (j.lane is null or not exists (
            select from kit_job other
            where other.lane = j.lane and other.id <> j.id and other.state <> 'dead'
              and (other.id < j.id or other.state = 'running')))
        order by j.run_at, j.id
        limit kinds.room
        for update skip locked
      ) due
    )
    update kit_job
    set state = 'running', owner = ${owner}, lease_until = ${now + leaseMs}, attempt = attempt + 1
    from chosen
    where kit_job.id = chosen.id
    returning kit_job.id, kind, payload, attempt`);
}

/** Renews leases; returns the ids of jobs that the owner still holds. */
export async function renewLeases(
  db: Queryable,
  owner: string,
  ids: number[],
  until: number,
): Promise<Set<number>> {
  const rows = await db.rows<{ id: number }>(sql`
    update kit_job set lease_until = ${until}
    where id = any(${array(ids, 'int8')}) and owner = ${owner} and state = 'running'
    returning id`);
  return new Set(rows.map(({ id }) => id));
}

/** Finishes a job; returns true if the owner still held it. */
export async function finishJob(db: Queryable, owner: string, id: number): Promise<boolean> {
  // Notifies all processes if the job had a lane, because the lane's next job may now be due.
  const row = await db.one(sql`
    with job as (delete from kit_job where id = ${id} and owner = ${owner} returning lane)
    select case when lane is not null then pg_notify(${CHANNEL}, '') end from job`);
  return row !== undefined;
}

/**
 * Returns the job to the queue until `runAt`. If another job with the same key is already waiting, the returned job
 * loses its key.
 */
export async function returnJob(
  db: Database,
  owner: string,
  id: number,
  runAt: number,
  counted: boolean,
  error?: string,
): Promise<void> {
  await db.run(sql`
    update kit_job job
    set state = 'waiting', owner = null, lease_until = null, run_at = ${Math.ceil(runAt)},
      attempt = attempt - ${counted ? 0 : 1}::int,
      last_error = coalesce(${error?.slice(0, MAX_ERROR) ?? null}, last_error),
      key = case when exists (
        select from kit_job other
        where other.kind = job.kind and other.key = job.key and other.state = 'waiting' and other.id <> job.id
      ) then null else key end
    where id = ${id} and owner = ${owner}`);
}

export async function buryJob(db: Queryable, owner: string, id: number, error: string): Promise<void> {
  await db.run(sql`
    with job as (
      update kit_job
      set state = 'dead', owner = null, lease_until = null, last_error = ${error.slice(0, MAX_ERROR)}
      where id = ${id} and owner = ${owner}
      returning lane
    )
    select case when lane is not null then pg_notify(${CHANNEL}, '') end from job`);
}

/** Returns true if a job is due, or if another process runs a job. */
export async function isAnyDue(db: Queryable, kinds: readonly string[], now: number): Promise<boolean> {
  const row = await db.one<{ due: boolean }>(sql`
    select exists (
      select from kit_job j
      where kind = any(${array(kinds, 'text')}) and (
        (state = 'waiting' and run_at <= ${now} and (lane is null or not exists (
          select from kit_job other where other.lane = j.lane and other.id < j.id and other.state <> 'dead')))
        or state = 'running')
    ) as due`);
  return row?.due === true;
}

export interface QueueState {
  kind: string;
  state: 'waiting' | 'running' | 'dead';
  count: number;
  /** Earliest time at which one of these jobs is or was due, in milliseconds since 1970. */
  oldest: number;
}

/** Returns the number of jobs and the time of the oldest, for each kind and state: for metrics and `doctor`. */
export function queueState(db: Queryable): Promise<QueueState[]> {
  return db.rows<QueueState>(sql`
    select kind, state, count(*) as count, min(run_at) as oldest from kit_job group by kind, state`);
}

import { array, type Queryable, sql } from '@services/kit/db';
import { JOB_KEY } from './batches.js';
import { MOST_EARLIER, type Run } from './run.js';
import { withShares } from './shares.js';

interface KnownObject {
  readonly id: number;
  readonly etag: string;
}

/**
 * Copies results from other runs with the same rules, for objects with the same content. Results of
 * unreadable objects are not copied.
 * @param from runs with the same rules
 * @param areCounted true if the objects already count as queued
 * @returns the objects that have a result now
 */
export async function takeOver(
  tx: Queryable,
  runId: number,
  from: readonly number[],
  objects: readonly KnownObject[],
  areCounted: boolean,
): Promise<ReadonlySet<number>> {
  if (from.length === 0 || objects.length === 0) return new Set();
  const ids = array(
    objects.map(({ id }) => id),
    'int8',
  );
  const etags = array(
    objects.map(({ etag }) => etag),
    'text',
  );
  const taken = sql`
    insert into fleet.result (run_id, object_id, etag, size, bytes_read, ms, errors, warnings, infos, architecture,
      tool_chain, error, verdict, taken_from, runtime, codes, counts, report)
    select distinct on (r.object_id) ${runId}, r.object_id, r.etag, r.size, r.bytes_read, r.ms, r.errors, r.warnings,
      r.infos, r.architecture, r.tool_chain, r.error, r.verdict, coalesce(r.taken_from, r.run_id), r.runtime, r.codes,
      r.counts, r.report
    from fleet.result r join unnest(${ids}, ${etags}) as o (id, etag) on r.object_id = o.id and r.etag = o.etag
    where r.run_id = any(${array([...from], 'int4')}) and r.verdict <> 2 and o.etag <> ''
    order by r.object_id, r.run_id desc
    on conflict do nothing`;
  const rows = await tx.rows<{ object_id: number; verdict: number }>(withShares(runId, taken));
  const valid = rows.filter(({ verdict }) => verdict === 0).length;
  await tx.run(sql`
    insert into fleet.tally (run_id, objects, valid, invalid, unreadable, bytes_read)
    values (${runId}, ${areCounted ? rows.length : 0}, ${valid}, ${rows.length - valid}, 0, 0)`);
  return new Set(rows.map(({ object_id }) => object_id));
}

/**
 * Returns other runs with the same rules that have stored results since this run was created, or that have
 * open batches.
 */
export async function siblingsOf(db: Queryable, run: Run): Promise<number[]> {
  if (!run.takes_over) return [];
  const rows = await db.rows<{ id: number }>(sql`
    select id from fleet.run r
    where rules = ${run.rules} and id <> ${run.id} and (
      exists (select from fleet.batch where run_id = r.id)
      or exists (select from fleet.tally where run_id = r.id and at_ms >= ${run.created_ms}))
    order by id desc limit ${MOST_EARLIER}`);
  return rows.map(({ id }) => id);
}

/**
 * Returns the objects that another run is processing, in a batch whose job began before the job of this
 * batch.
 */
export async function underWay(
  db: Queryable,
  batch: number,
  runs: readonly number[],
  objects: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db.rows<{ id: number }>(sql`
    select distinct o.id from fleet.batch b join fleet.run r on r.id = b.run_id
      join graphile_worker.jobs j on j.key = ${JOB_KEY} || b.id cross join unnest(b.objects) as o (id)
    where b.run_id = any(${array([...runs], 'int4')}) and r.control = 'go' and o.id = any(${array([...objects], 'int8')})
      and (j.locked_at, b.id) < (
        select coalesce(min(locked_at), now()), ${batch}::int8 from graphile_worker.jobs where key = ${JOB_KEY} || ${batch})`);
  return new Set(rows.map(({ id }) => id));
}

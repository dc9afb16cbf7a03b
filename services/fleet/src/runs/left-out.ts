import { array, type Queryable, sql } from '@services/kit/db';

/** Entries that are named; more are only counted. */
const MOST_NAMED = 10_000;

/** What is left out of a run, and why. */
export interface LeftOut {
  readonly uri: string;
  readonly reason: string;
  readonly objectId?: number;
}

/** Keeps what is left out of a run. The count is the caller's: `skipped` of the run. */
export async function leaveOut(tx: Queryable, runId: number, entries: readonly LeftOut[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.run(sql`
    insert into fleet.left_out (run_id, object_id, uri, reason)
    select ${runId}, nullif(object_id, 0), uri, reason from unnest(
      ${array(
        entries.map(({ objectId = 0 }) => objectId),
        'int8',
      )},
      ${array(
        entries.map(({ uri }) => uri),
        'text',
      )},
      ${array(
        entries.map(({ reason }) => reason.replaceAll('\0', '').slice(0, 500)),
        'text',
      )}) as e (object_id, uri, reason)
    limit greatest(0, ${MOST_NAMED} - (select skipped from fleet.run where id = ${runId}))`);
}

/** The first entries that were left out. */
export function leftOutOf(db: Queryable, runId: number, most: number): Promise<LeftOut[]> {
  return db.rows(sql`select uri, reason from fleet.left_out where run_id = ${runId} limit ${most}`);
}

import { type SQL, sql } from '@services/kit/db';

/**
 * Returns the statement that stores results, and adds them to the counts. For the counts, each transaction
 * stores a few rows. The status of a run adds up these rows, and does not count ten million results.
 * @param insert inserts rows into `fleet.result`, without `returning`
 * @returns statement that returns { object_id, verdict } for each stored row
 */
export function withShares(runId: number, insert: SQL): SQL {
  return sql`
    with stored as (${insert}
      returning object_id, verdict, architecture, tool_chain, error, runtime, codes, counts),
    shares as (
      insert into fleet.share (run_id, kind, key, valid, invalid, unreadable, findings)
      select ${runId}, kind, key, count(*) filter (where verdict = 0), count(*) filter (where verdict = 1),
        count(*) filter (where verdict = 2), sum(findings)
      from stored cross join fleet.share_parts(architecture, tool_chain, error, verdict, runtime, codes, counts)
      group by kind, key)
    select object_id, verdict from stored`;
}

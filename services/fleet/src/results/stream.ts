import { type Queryable, sql } from '@services/kit/db';
import type { FileReport } from 'protomdl';
import type { Run } from '../runs/run.js';
import { conditionOf, type ResultFilter } from './filter.js';
import { unpackReport } from './stored-report.js';

/** Number of rows per query. */
const PAGE = 500;

export interface StreamedResult {
  readonly objectId: number;
  readonly uri: string;
  readonly report: FileReport;
}

interface Row {
  readonly id: number;
  readonly uri: string;
  readonly size: number;
  readonly read: number;
  readonly report: Uint8Array;
}

/** Yields the results of a run in the order of its objects, one page at a time. */
export async function* streamResults(
  db: Queryable,
  run: Run,
  filter: ResultFilter = {},
): AsyncGenerator<StreamedResult> {
  const condition = conditionOf(filter, run.releases);
  for (let after = 0; ; ) {
    // The condition on `o.id` is needed, because without it a merge would read all earlier objects for each
    // page.
    const rows = await db.rows<Row>(sql`
      select o.id, o.uri, r.size, r.bytes_read as read, r.report from fleet.result r join fleet.object o on o.id = r.object_id
      where r.run_id = ${run.id} and r.object_id > ${after} and o.id > ${after} and ${condition}
      order by r.object_id limit ${PAGE}`);
    for (const { id, uri, size, read, report } of rows) {
      yield { objectId: id, uri, report: unpackReport(report, { size, read }) };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
}

import { type Queryable, sql } from '@services/kit/db';
import type { FileReport } from 'protomdl';
import { shownUri } from '../objects/uri.js';
import { conditionOf, type ResultFilter } from '../results/filter.js';
import { VERDICTS } from '../results/result.js';
import { unpackReport } from '../results/stored-report.js';
import type { Run } from '../runs/run.js';
import type { FileRow, FilesAnswer } from './answers.js';

/** Rows of a page of the table. */
const PAGE = 100;

/** Codes of a file that the table shows. */
const MOST_CODES = 8;

/** Returns the files of a run that match a filter, and the start of the next page. */
export async function filesOf(
  db: Queryable,
  run: Run,
  filter: ResultFilter,
  after: number,
): Promise<FilesAnswer> {
  const rows = await db.rows<Omit<FileRow, 'name' | 'verdict'> & { uri: string; verdict: number }>(sql`
    select r.object_id as id, o.uri, r.size, r.verdict, r.errors, r.warnings, r.infos, r.runtime,
      coalesce(t.word, '') as "toolChain",
      array(select w.word from unnest((r.error || r.codes)[:${MOST_CODES}]) with ordinality as c (id, nth)
        join fleet.word w on w.id = c.id order by nth) as codes
    from fleet.result r join fleet.object o on o.id = r.object_id left join fleet.word t on t.id = r.tool_chain
    where r.run_id = ${run.id} and r.object_id > ${after} and o.id > ${after} and ${conditionOf(filter, run.releases)}
    order by r.object_id limit ${PAGE}`);
  const files = rows.map(({ uri, verdict, codes, ...row }) => ({
    ...row,
    // A file may have one code with two severities.
    codes: [...new Set(codes)],
    name: shownUri(uri),
    verdict: VERDICTS[verdict] ?? '',
  }));
  return { files, next: rows.length < PAGE ? null : (rows.at(-1)?.id ?? null) };
}

/** An object in the state that the run read. */
export interface SeenObject {
  readonly uri: string;
  /** ETag of the validated content; undefined if no content was validated, or without an ETag. */
  readonly etag: string | undefined;
  readonly report: FileReport;
}

/** Returns undefined if the run has no result of the object. */
export async function objectIn(db: Queryable, run: number, object: number): Promise<SeenObject | undefined> {
  const row = await db.one<{
    uri: string;
    etag: string;
    verdict: number;
    size: number;
    read: number;
    report: Uint8Array;
  }>(sql`
    select o.uri, r.etag, r.verdict, r.size, r.bytes_read as read, r.report
    from fleet.result r join fleet.object o on o.id = r.object_id
    where r.run_id = ${run} and r.object_id = ${object}`);
  if (row === undefined) return undefined;
  const { uri, etag, verdict, size, read, report } = row;
  const wasRead = VERDICTS[verdict] !== 'unreadable' && etag !== '';
  return { uri, etag: wasRead ? etag : undefined, report: unpackReport(report, { size, read }) };
}

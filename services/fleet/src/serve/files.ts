import { type Queryable, type SQL, sql } from '@services/kit/db';
import type { FileReport } from 'protomdl';
import { shownUri } from '../objects/uri.js';
import { conditionOf, FilterError, type ResultFilter } from '../results/filter.js';
import { VERDICTS } from '../results/result.js';
import { unpackReport } from '../results/stored-report.js';
import type { Run } from '../runs/run.js';
import type { FileRow, FilesAnswer } from './answers.js';

/** Number of rows on a page of the table. */
const PAGE = 100;

/** Maximum number of codes that the table shows for a file. */
const MOST_CODES = 8;

/** Orders of the table, in addition to the order of the listing. */
const ORDERS: Readonly<Record<string, SQL>> = {
  name: sql`o.uri collate "C"`,
  verdict: sql`r.verdict`,
  errors: sql`r.errors`,
  warnings: sql`r.warnings`,
  size: sql`r.size`,
  code: sql`(select word from fleet.word w where w.id = (r.error || r.codes)[1 + (r.error = 0)::int])`,
};

/**
 * Returns the files of a run that match a filter, and the start of the next page.
 * @param sort name of an order, descending with a leading `-`; empty for the order of the listing
 * @param after last object of the previous page; with `sort`, the number of files before the page
 * @throws FilterError
 */
export async function filesOf(
  db: Queryable,
  run: Run,
  filter: ResultFilter,
  sort: string,
  after: number,
): Promise<FilesAnswer> {
  const order = ORDERS[sort.replace(/^-/, '')];
  if (order === undefined && sort !== '') {
    throw new FilterError(`${sort}: files are sorted by ${Object.keys(ORDERS).join(', ')}`);
  }
  const direction = sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`;
  const page =
    order === undefined
      ? sql`and r.object_id > ${after} and o.id > ${after} order by r.object_id limit ${PAGE}`
      : sql`order by ${order} ${direction}, r.object_id limit ${PAGE} offset ${after}`;
  const rows = await db.rows<Omit<FileRow, 'name' | 'verdict'> & { uri: string; verdict: number }>(sql`
    select r.object_id as id, o.uri, r.size, r.verdict, r.errors, r.warnings, r.infos, r.runtime,
      coalesce(t.word, '') as "toolChain",
      array(select w.word from unnest((r.error || r.codes)[:${MOST_CODES}]) with ordinality as c (id, nth)
        join fleet.word w on w.id = c.id order by nth) as codes
    from fleet.result r join fleet.object o on o.id = r.object_id left join fleet.word t on t.id = r.tool_chain
    where r.run_id = ${run.id} and ${conditionOf(filter, run.releases)} ${page}`);
  const files = rows.map(({ uri, verdict, codes, ...row }) => ({
    ...row,
    // A code that a file has with two severities counts once.
    codes: [...new Set(codes)],
    name: shownUri(uri),
    verdict: VERDICTS[verdict] ?? '',
  }));
  const next = order === undefined ? (rows.at(-1)?.id ?? 0) : after + PAGE;
  return { files, next: rows.length < PAGE ? null : next };
}

/** An object with the content that the run read. */
export interface SeenObject {
  readonly uri: string;
  /** ETag of the content that was validated; undefined if the object could not be read, or has no ETag. */
  readonly etag: string | undefined;
  readonly report: FileReport;
}

/** Returns the object with its report; undefined if the run has no result for the object. */
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

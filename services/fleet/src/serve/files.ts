import { type Queryable, sql } from '@services/kit/db';
import { shownUri } from '../objects/uri.js';
import { conditionOf, type ResultFilter } from '../results/filter.js';
import { VERDICTS } from '../results/result.js';
import type { Run } from '../runs/run.js';
import type { FileRow, FilesAnswer } from './answers.js';

/** Rows of a table that is looked at. */
const PAGE = 100;

/** Codes of a file that the table names. */
const MOST_CODES = 8;

/** Files of a run that a filter leaves, and where the next page begins. */
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

/** The address of an object of a run; undefined where the run has no result of it. */
export async function addressIn(db: Queryable, run: number, object: number): Promise<string | undefined> {
  const row = await db.one<{ uri: string }>(sql`
    select o.uri from fleet.result r join fleet.object o on o.id = r.object_id
    where r.run_id = ${run} and r.object_id = ${object}`);
  return row?.uri;
}

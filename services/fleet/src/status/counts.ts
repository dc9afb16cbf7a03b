import { type Queryable, sql } from '@services/kit/db';
import { VERDICTS } from '../results/result.js';
import type { Run } from '../runs/run.js';

/** Rows of a table of counts; the rest is summed up by whoever shows it. */
const MOST_ROWS = 500;

/** Files by verdict, in the order valid, invalid, unreadable. */
export type ByVerdict = readonly [valid: number, invalid: number, unreadable: number];

export interface GroupCount {
  /** Empty where the file does not say. */
  readonly name: string;
  readonly files: ByVerdict;
}

export interface CodeCounts {
  readonly severity: string;
  readonly code: string;
  readonly files: number;
  readonly findings: number;
}

export interface ReleaseCounts {
  readonly release: string;
  readonly accepts: number;
  readonly rejects: number;
  readonly crashes: number;
  readonly hangs: number;
}

export interface Counts {
  readonly verdicts: ByVerdict;
  readonly codes: readonly CodeCounts[];
  readonly unreadable: readonly { readonly code: string; readonly files: number }[];
  readonly architectures: readonly GroupCount[];
  readonly toolChains: readonly GroupCount[];
  readonly releases: readonly ReleaseCounts[];
}

export async function countsOf(db: Queryable, run: Run): Promise<Counts> {
  const architectures = await grouped(db, run, 'architecture');
  const toolChains = await grouped(db, run, 'tool_chain');
  const verdicts = VERDICTS.map((_, verdict) =>
    architectures.reduce((sum, { files }) => sum + (files[verdict] as number), 0),
  ) as [number, number, number];
  return {
    verdicts,
    codes: await codesOf(db, run),
    unreadable: await db.rows<{ code: string; files: number }>(sql`
      select w.word as code, count(*) as files from fleet.result r join fleet.word w on w.id = r.error
      where r.run_id = ${run.id} and r.verdict = 2 group by 1 order by 2 desc, 1`),
    architectures,
    toolChains,
    releases: await releasesOf(db, run),
  };
}

async function grouped(db: Queryable, run: Run, by: 'architecture' | 'tool_chain'): Promise<GroupCount[]> {
  const rows = await db.rows<{ name: string; valid: number; invalid: number; unreadable: number }>(sql`
    select coalesce(w.word, '') as name, valid, invalid, unreadable from (
      select ${sql.raw(by)} as id, count(*) filter (where verdict = 0) as valid,
        count(*) filter (where verdict = 1) as invalid, count(*) filter (where verdict = 2) as unreadable
      from fleet.result where run_id = ${run.id} group by 1) as g
    left join fleet.word w on w.id = g.id order by name limit ${MOST_ROWS}`);
  return rows.map(({ name, valid, invalid, unreadable }) => ({ name, files: [valid, invalid, unreadable] }));
}

function codesOf(db: Queryable, run: Run): Promise<CodeCounts[]> {
  return db.rows<CodeCounts>(sql`
    select w.kind as severity, w.word as code, files, findings from (
      select code, count(*) as files, sum(count)::int8 as findings
      from fleet.result r cross join unnest(r.codes, r.counts) as c (code, count)
      where r.run_id = ${run.id} group by code) as g
    join fleet.word w on w.id = g.code
    order by array_position(array['error', 'warning', 'info'], w.kind), files desc, code limit ${MOST_ROWS}`);
}

async function releasesOf(db: Queryable, run: Run): Promise<ReleaseCounts[]> {
  const rows = await db.rows<{ runtime: string; files: number }>(sql`
    select runtime, count(*) as files from fleet.result where run_id = ${run.id} group by 1`);
  return run.releases.map((release, index) => {
    const count = (letter: string) =>
      rows.reduce((sum, { runtime, files }) => sum + (runtime[index] === letter ? files : 0), 0);
    return { release, accepts: count('a'), rejects: count('r'), crashes: count('c'), hangs: count('h') };
  });
}

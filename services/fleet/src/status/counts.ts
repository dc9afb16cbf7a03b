import { type Queryable, sql } from '@services/kit/db';
import { SEVERITIES, type Severity } from 'protomdl';
import { VERDICTS } from '../results/result.js';
import type { Run } from '../runs/run.js';

/** Maximum number of rows in a table of counts. If there are more, the display adds up the rest. */
const MOST_ROWS = 500;

/** Files by verdict, in the order valid, invalid, unreadable. */
export type ByVerdict = readonly [valid: number, invalid: number, unreadable: number];

export interface GroupCount {
  /** Value that the files have in common, such as an architecture; empty for files without it. */
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

interface Share {
  readonly kind: 'architecture' | 'tool chain' | 'runtime' | 'unreadable' | 'code';
  /**
   * For the kind `runtime`, letters that are the verdicts of the releases; for other kinds, the number of a
   * word.
   */
  readonly key: string;
  /** The word whose number is `key`. */
  readonly word: string;
  readonly word_kind: string;
  readonly files: readonly [number, number, number];
  readonly findings: number;
}

/** Adds up the counts that were stored with the results. */
export async function countsOf(db: Queryable, run: Run): Promise<Counts> {
  const shares = await db.rows<Share>(sql`
    select g.kind, key, coalesce(w.word, '') as word, coalesce(w.kind, '') as word_kind, files, findings::int8 as findings
    from (
      select kind, key, array[sum(valid), sum(invalid), sum(unreadable)]::int8[] as files, sum(findings) as findings
      from fleet.share where run_id = ${run.id} group by kind, key) as g
    left join fleet.word w on w.id = case when g.kind <> 'runtime' then key::int4 end
    order by word`);
  const of = (kind: Share['kind']) => shares.filter((share) => share.kind === kind);
  const architectures = of('architecture').map(grouped);
  return {
    verdicts: VERDICTS.map((_, at) =>
      architectures.reduce((sum, { files }) => sum + (files[at] as number), 0),
    ) as unknown as ByVerdict,
    codes: of('code')
      .map(({ word_kind, word, files, findings }) => ({
        ...{ severity: word_kind, code: word, files: sumOf(files), findings },
      }))
      .sort((a, b) => severityOf(a) - severityOf(b) || b.files - a.files)
      .slice(0, MOST_ROWS),
    unreadable: of('unreadable')
      .map(({ word, files }) => ({ code: word, files: sumOf(files) }))
      .sort((a, b) => b.files - a.files),
    architectures: architectures.slice(0, MOST_ROWS),
    toolChains: of('tool chain').map(grouped).slice(0, MOST_ROWS),
    releases: releasesOf(run, of('runtime')),
  };
}

function grouped({ word, files }: Share): GroupCount {
  return { name: word, files };
}

function sumOf(files: ByVerdict): number {
  return files[0] + files[1] + files[2];
}

function severityOf({ severity }: CodeCounts): number {
  return SEVERITIES.indexOf(severity as Severity);
}

function releasesOf(run: Run, shares: readonly Share[]): ReleaseCounts[] {
  return run.releases.map((release, index) => {
    const count = (letter: string) =>
      shares.reduce((sum, { key, files }) => sum + (key[index] === letter ? sumOf(files) : 0), 0);
    return { release, accepts: count('a'), rejects: count('r'), crashes: count('c'), hangs: count('h') };
  });
}

import { array, type Queryable, sql } from '@services/kit/db';
import type { FailOn } from 'protomdl/node';
import type { Run } from '../runs/run.js';
import { fails } from './failing.js';
import { VERDICTS } from './result.js';

/** Objects of a page, whether they differ or not: what a page costs does not depend on how many there are in all. */
const PAGE = 5_000;

/** Severities whose codes make an object worse or better. A run that is never to fail is still compared by errors. */
const ERRORS = ['error'];
const COUNTING: Readonly<Record<FailOn, readonly string[]>> = {
  never: ERRORS,
  runtime: [],
  error: ERRORS,
  warning: [...ERRORS, 'warning'],
  info: [...ERRORS, 'warning', 'info'],
};

/** `unknown` is what could be read once and now cannot: neither better nor worse. */
export const KINDS = ['worse', 'unknown', 'better', 'changed', 'added', 'gone'] as const;

/** No difference yet. */
export function noDifferences(): Record<(typeof KINDS)[number], number> {
  return { worse: 0, unknown: 0, better: 0, changed: 0, added: 0, gone: 0 };
}

export interface CodeName {
  readonly severity: string;
  readonly code: string;
}

/** What became of one object from one run to another. */
export interface ObjectDifference {
  readonly objectId: number;
  readonly uri: string;
  readonly kind: (typeof KINDS)[number];
  /** Null where the object is not in that run. Of one that could not be read then, the last result from before. */
  readonly before: string | null;
  readonly after: string | null;
  /** Whether the bytes are others. */
  readonly contentChanged: boolean;
  readonly newCodes: readonly CodeName[];
  readonly goneCodes: readonly CodeName[];
  /** Whether the later result fails by itself, by the same measure. */
  readonly fails: boolean;
  /** Releases that did not refuse the file, or were not asked, and now do. */
  readonly nowRefusedBy: readonly string[];
  readonly nowAcceptedBy: readonly string[];
}

interface Row {
  readonly id: number;
  readonly uri: string;
  readonly before: number | null;
  readonly after: number | null;
  readonly etag_before: string | null;
  readonly etag_after: string | null;
  readonly codes_before: number[] | null;
  readonly codes_after: number[] | null;
  readonly runtime_before: string | null;
  readonly runtime_after: string | null;
  readonly errors: number | null;
  readonly warnings: number | null;
  readonly infos: number | null;
  readonly is_left_out: boolean;
}

const UNREADABLE = VERDICTS.indexOf('unreadable');

/**
 * The objects that two runs do not agree on, in the order of objects, a page at a time.
 * @param failOn from which severity on a new code makes an object worse; lost verdicts and releases always do
 */
export async function* differences(
  db: Queryable,
  before: Run,
  after: Run,
  failOn: FailOn = after.settings.failOn ?? 'error',
): AsyncGenerator<ObjectDifference> {
  const words = new Map(
    (
      await db.rows<{ id: number; kind: string; word: string }>(
        sql`select id, kind, word from fleet.word where kind in ('error', 'warning', 'info', 'unreadable')`,
      )
    ).map(({ id, kind, word }) => [id, { severity: kind, code: word }]),
  );
  for (let last = 0; ; ) {
    const first = await firstAfter(db, [before, after], last);
    if (first === null) return;
    last = first + PAGE - 1;
    const within = sql`between ${first} and ${last}`;
    const rows = await db.rows<Row>(sql`
      select id, uri, a.verdict as before, b.verdict as after, a.etag as etag_before, b.etag as etag_after,
        a.codes as codes_before, b.codes as codes_after, a.runtime as runtime_before, b.runtime as runtime_after,
        b.errors, b.warnings, b.infos,
        exists (select from fleet.left_out l where l.run_id = ${after.id} and l.object_id = id) as is_left_out
      from (
        select object_id, verdict, etag, codes || error as codes, runtime from fleet.result
        where run_id = ${before.id} and object_id ${within}) as a
      full join (
        select object_id, verdict, etag, codes || error as codes, runtime, errors, warnings, infos from fleet.result
        where run_id = ${after.id} and object_id ${within}) as b using (object_id)
      join fleet.object on id = object_id and id ${within}
      where (a.verdict, a.codes, a.runtime) is distinct from (b.verdict, b.codes, b.runtime)
      order by object_id`);
    const earlier = await lastRead(db, before, rows);
    for (const row of rows) {
      const known = earlier.get(row.id);
      const difference = differenceOf(
        known === undefined ? row : { ...row, ...known },
        words,
        known?.releases ?? before.releases,
        after.releases,
        failOn,
      );
      if (difference !== undefined) yield difference;
    }
  }
}

type Earlier = Pick<Row, 'before' | 'etag_before' | 'codes_before' | 'runtime_before'> & {
  readonly releases: readonly string[];
};

/** Of objects that could not be read in a run and now can, the last result from before it. */
async function lastRead(db: Queryable, run: Run, rows: readonly Row[]): Promise<ReadonlyMap<number, Earlier>> {
  const ids = rows
    .filter(({ before, after }) => before === UNREADABLE && after !== null && after !== UNREADABLE)
    .map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const found = await db.rows<Earlier & { id: number }>(sql`
    select distinct on (object_id) object_id as id, verdict as before, r.etag as etag_before,
      codes || error as codes_before, runtime as runtime_before, run.releases
    from fleet.result r join fleet.run on run.id = r.run_id
    where object_id = any(${array(ids, 'int8')}) and run_id < ${run.id} and verdict <> ${UNREADABLE}
    order by object_id, run_id desc`);
  return new Map(found.map((row) => [row.id, row]));
}

/** The first object after one that any of the runs has. */
async function firstAfter(db: Queryable, runs: readonly Run[], last: number): Promise<number | null> {
  const firsts = runs.map(
    ({ id }) => sql`(select min(object_id) from fleet.result where run_id = ${id} and object_id > ${last})`,
  );
  const row = await db.one<{ first: number | null }>(
    sql`select least(${sql.join(firsts, sql`, `)}) as first`,
  );
  return row?.first ?? null;
}

function differenceOf(
  row: Row,
  words: ReadonlyMap<number, CodeName>,
  releasesBefore: readonly string[],
  releasesAfter: readonly string[],
  failOn: FailOn,
): ObjectDifference | undefined {
  const named = (ids: readonly number[] | null) =>
    new Map((ids ?? []).flatMap((id) => (words.has(id) ? [[id, words.get(id) as CodeName] as const] : [])));
  const old = named(row.codes_before);
  const now = named(row.codes_after);
  const newCodes = [...now].filter(([id]) => !old.has(id)).map(([, name]) => name);
  const goneCodes = [...old].filter(([id]) => !now.has(id)).map(([, name]) => name);
  const refusedBefore = refusing(releasesBefore, row.runtime_before);
  const refusedAfter = refusing(releasesAfter, row.runtime_after);
  const acceptedBefore = accepting(releasesBefore, row.runtime_before);
  const acceptedAfter = accepting(releasesAfter, row.runtime_after);
  const nowRefusedBy = [...refusedAfter].filter((release) => acceptedBefore.has(release));
  const nowAcceptedBy = [...acceptedAfter].filter((release) => refusedBefore.has(release));
  const difference = {
    objectId: row.id,
    uri: row.uri,
    before: row.before === null ? null : (VERDICTS[row.before] ?? null),
    after: row.after === null ? null : (VERDICTS[row.after] ?? null),
    contentChanged: row.etag_before !== row.etag_after && row.before !== null && row.after !== null,
    newCodes,
    goneCodes,
    nowRefusedBy,
    nowAcceptedBy,
    fails: row.after !== null && fails(row, failOn),
  };
  if (row.before === null) return { ...difference, kind: 'added' };
  if (row.after === null) return { ...difference, kind: row.is_left_out ? 'unknown' : 'gone' };
  if (row.after === UNREADABLE) {
    return { ...difference, kind: row.before === UNREADABLE ? 'changed' : 'unknown' };
  }
  // Nothing is known to compare with.
  if (row.before === UNREADABLE) return { ...difference, kind: 'changed' };
  const counting = COUNTING[failOn];
  const counts = ({ severity }: CodeName) => counting.includes(severity);
  // Another code of errors is worse even where the verdict stays: something else broke.
  if (row.after > row.before || newCodes.some(counts) || nowRefusedBy.length > 0) {
    return { ...difference, kind: 'worse' };
  }
  if (row.after < row.before || goneCodes.some(counts) || nowAcceptedBy.length > 0) {
    return { ...difference, kind: 'better' };
  }
  return newCodes.length + goneCodes.length > 0 ? { ...difference, kind: 'changed' } : undefined;
}

function refusing(releases: readonly string[], runtime: string | null): ReadonlySet<string> {
  return new Set(releases.filter((_, index) => 'rch'.includes(runtime?.[index] ?? ' ')));
}

function accepting(releases: readonly string[], runtime: string | null): ReadonlySet<string> {
  return new Set(releases.filter((_, index) => runtime?.[index] === 'a'));
}

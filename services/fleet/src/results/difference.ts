import { array, type Queryable, sql } from '@services/kit/db';
import type { FailOn } from 'protomdl/node';
import { earlierRuns, type Run } from '../runs/run.js';
import { refusedBySome } from './filter.js';
import { VERDICTS } from './result.js';

/**
 * Objects per page, including objects without a difference, so that the cost of a page does not depend on the
 * total number of objects.
 */
const PAGE = 5_000;

/**
 * Severities of the codes that make an object worse or better, by `--fail-on`. With `never`, only errors are
 * compared.
 */
const COUNTING: Readonly<Record<FailOn, readonly string[]>> = {
  never: ['error'],
  runtime: [],
  error: ['error'],
  warning: ['error', 'warning'],
  info: ['error', 'warning', 'info'],
};

export interface CodeName {
  readonly severity: string;
  readonly code: string;
}

export const DIFFERENCE_KINDS = ['worse', 'better', 'changed', 'unknown', 'added', 'gone'] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Difference of one object between two runs. */
export interface ObjectDifference {
  readonly objectId: number;
  readonly uri: string;
  /** `unknown`: the object was read before, and could not be read in the later run. */
  readonly kind: DifferenceKind;
  /**
   * True if the object must stop a release: it is worse than before; or it fails, and the earlier run does
   * not have it, or it was never readable before.
   */
  readonly fails: boolean;
  /**
   * Set if `before` could not read the object: the run that is compared instead, which has the object's last
   * readable result.
   */
  readonly comparedWith: number | null;
  /** Verdict in the earlier run; null if that run does not have the object. */
  readonly before: string | null;
  readonly after: string | null;
  readonly contentChanged: boolean;
  readonly newCodes: readonly CodeName[];
  readonly goneCodes: readonly CodeName[];
  /**
   * Releases that refuse the file in the later run. In the earlier run, they accepted it or were not
   * predicted.
   */
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
  readonly compared_with: number | null;
}

/**
 * Yields the objects whose results differ between two runs, in the order of objects, one page at a time. An
 * object that the earlier run could not read is compared with its last readable result by the same rules.
 * @param failOn lowest severity at which a new code makes an object worse; losing the verdict `valid` or a
 * release always makes an object worse
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
  const earlier = array(await earlierRuns(db, before), 'int4');
  for (let last = 0; ; ) {
    const first = await firstAfter(db, [before, after], last);
    if (first === null) return;
    last = first + PAGE - 1;
    const within = sql`between ${first} and ${last}`;
    const rows = await db.rows<Row>(sql`
      select id, uri, a.verdict as before, b.verdict as after, a.etag as etag_before, b.etag as etag_after,
        a.codes as codes_before, b.codes as codes_after, a.runtime as runtime_before, b.runtime as runtime_after,
        a.compared_with
      from (
        select r.object_id, coalesce(e.verdict, r.verdict) as verdict, coalesce(e.etag, r.etag) as etag,
          coalesce(e.codes, r.codes || r.error) as codes, coalesce(e.runtime, r.runtime) as runtime,
          e.run_id as compared_with
        from fleet.result r left join lateral (
          select * from fleet.result e where r.verdict = 2 and e.verdict <> 2 and e.object_id = r.object_id
            and e.run_id = any(${earlier})
          order by e.run_id desc limit 1) as e on true
        where r.run_id = ${before.id} and r.object_id ${within}) as a
      full join (
        select object_id, verdict, etag, codes || error as codes, runtime from fleet.result
        where run_id = ${after.id} and object_id ${within}) as b using (object_id)
      join fleet.object on id = object_id and id ${within}
      where (a.verdict, a.codes, a.runtime) is distinct from (b.verdict, b.codes, b.runtime)
      order by object_id`);
    for (const row of rows) {
      const difference = differenceOf(row, words, before, after, failOn);
      if (difference !== undefined) yield difference;
    }
  }
}

/** Returns the smallest object number above `last` that any of the runs has; null if there is none. */
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
  runBefore: Run,
  runAfter: Run,
  failOn: FailOn,
): ObjectDifference | undefined {
  const named = (ids: readonly number[] | null) =>
    new Map((ids ?? []).flatMap((id) => (words.has(id) ? [[id, words.get(id) as CodeName] as const] : [])));
  const old = named(row.codes_before);
  const now = named(row.codes_after);
  const newCodes = [...now].filter(([id]) => !old.has(id)).map(([, name]) => name);
  const goneCodes = [...old].filter(([id]) => !now.has(id)).map(([, name]) => name);
  const refusedBefore = refusing(runBefore, row.runtime_before);
  const refusedAfter = refusing(runAfter, row.runtime_after);
  const acceptedBefore = accepting(runBefore, row.runtime_before);
  const acceptedAfter = accepting(runAfter, row.runtime_after);
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
    comparedWith: row.compared_with,
  };
  const counting = COUNTING[failOn];
  const counts = ({ severity }: CodeName) => counting.includes(severity);
  if (row.after === null) return { ...difference, kind: 'gone', fails: false };
  if (row.before === null || row.before === UNREADABLE) {
    const fails = newCodes.some(counts) || (failOn === 'runtime' && refusedBySome(row.runtime_after));
    const kind = row.before === null ? 'added' : row.after === VALID ? 'better' : 'changed';
    return { ...difference, kind, fails };
  }
  if (row.after === UNREADABLE) return { ...difference, kind: 'unknown', fails: false };
  // A new error code makes an object worse even if its verdict is the same, because the file has a new fault.
  if (row.after > row.before || newCodes.some(counts) || nowRefusedBy.length > 0) {
    return { ...difference, kind: 'worse', fails: true };
  }
  if (row.after < row.before || goneCodes.some(counts) || nowAcceptedBy.length > 0) {
    return { ...difference, kind: 'better', fails: false };
  }
  return newCodes.length + goneCodes.length > 0
    ? { ...difference, kind: 'changed', fails: false }
    : undefined;
}

const VALID = VERDICTS.indexOf('valid');
const UNREADABLE = VERDICTS.indexOf('unreadable');

function refusing({ releases }: Run, runtime: string | null): ReadonlySet<string> {
  return new Set(releases.filter((_, index) => 'rch'.includes(runtime?.[index] ?? ' ')));
}

function accepting({ releases }: Run, runtime: string | null): ReadonlySet<string> {
  return new Set(releases.filter((_, index) => runtime?.[index] === 'a'));
}

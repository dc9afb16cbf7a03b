import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { Bucket, stored } from './bucket.js';
import { commandSays, type Fleet, linesByPath, type ReportLine, ROOT } from './fleet.js';
import { corpusFiles } from './models.js';

/** True in the full check, in which the tests of faults take a quarter of an hour. */
export const FULL = process.env.FLEET_TESTS === 'full';

/** A line of a report without the members that depend on how a file is read. */
export function essence({ path: _path, bytes: _bytes, ...rest }: ReportLine): unknown {
  return rest;
}

let asked: Promise<ReadonlyMap<string, unknown>> | undefined;

/** Results of the command for each file of the corpus. */
export function oracle(): Promise<ReadonlyMap<string, unknown>> {
  asked ??= (async () => {
    const { stdout } = await commandSays(join(ROOT, 'corpus'), '--format', 'ndjson');
    const prefix = join(ROOT, 'corpus/');
    return new Map(
      [...linesByPath(stdout)].map(([path, line]) => [path.slice(prefix.length), essence(line)]),
    );
  })();
  return asked;
}

/**
 * Creates a bucket with this number of objects, which exists until the end of the test. The objects are files
 * of the corpus; further copies of a file are in further folders.
 */
export async function filled(count: number): Promise<Bucket> {
  const bucket = new Bucket();
  const files = [...corpusFiles()].map(([name, bytes]) => [name, stored(bytes)] as const);
  for (let at = 0; at < count; at++) {
    const [name, object] = files[at % files.length]!;
    bucket.objects.set(`${Math.floor(at / files.length)}/${name}`, object);
  }
  await bucket.listen();
  onTestFinished(() => bucket.close());
  return bucket;
}

/** Checks that each object has one result, and that it equals the command's result for the same content. */
export async function expectWhole(fleet: Fleet, run: string, count: number): Promise<void> {
  const report = await fleet.report(run);
  expect(report.size).toBe(count);
  const [sums] = await fleet.query<{ results: string; objects: string; tallied: string }>(
    `select count(*) as results, count(distinct object_id) as objects,
      (select sum(objects) from fleet.tally where run_id = ${run}) as tallied
    from fleet.result where run_id = ${run}`,
  );
  expect(sums).toEqual({ results: `${count}`, objects: `${count}`, tallied: `${count}` });
  const wanted = await oracle();
  for (const [path, line] of report) {
    const name = path.replace(/^s3:\/\/models\/\d+\//, '');
    expect(essence(line), path).toEqual(wanted.get(name));
  }
  expect(await fleet.query('select from fleet.batch')).toHaveLength(0);
  // The numbers that `status` prints equal the numbers of stored results.
  expect(
    await fleet.query(`
      with counted as (
        select 'code' as kind, code::text as key, count(*) as files, sum(count)::int8 as findings
        from fleet.result r cross join unnest(r.codes, r.counts) as c (code, count) where run_id = ${run} group by 2
        union all select 'architecture', architecture::text, count(*), 0 from fleet.result where run_id = ${run} group by 2
        union all select 'runtime', runtime, count(*), 0 from fleet.result where run_id = ${run} group by 2),
      shares as (
        select kind, key, sum(valid + invalid + unreadable) as files, sum(findings) as findings from fleet.share
        where run_id = ${run} and kind in ('code', 'architecture', 'runtime') group by 1, 2)
      (table counted except table shares) union all (table shares except table counted)`),
  ).toEqual([]);
}

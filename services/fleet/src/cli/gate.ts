import { type Database, sql } from '@services/kit/db';
import { type Command, Option } from 'commander';
import { FAIL_ON, type FailOn } from 'protomdl/node';
import { shownUri } from '../objects/uri.js';
import { differences } from '../results/difference.js';
import { failing } from '../results/filter.js';
import { VERDICTS } from '../results/result.js';
import { type Run, runById } from '../runs/run.js';
import { checkComplete } from '../status/completeness.js';
import { grouped } from '../status/status-text.js';
import { differenceText } from './diff.js';
import { EXIT } from './exit.js';
import { print, withDatabase } from './session.js';
import { runId } from './values.js';

/**
 * Maximum number of files to print by name. Further files are only counted; `report` and `diff` list all
 * files.
 */
const MOST_NAMED = 20;

interface GateFlags {
  readonly failOn?: FailOn;
  readonly partial: boolean;
}

export function defineGate(program: Command): void {
  program
    .command('gate')
    .description(
      'say by the exit code if a release may go on: 0 if it may, 1 if a file is invalid, or worse than in the base, ' +
        '3 if a run is incomplete or a file could not be read',
    )
    .argument('<run>', 'its number', runId)
    .argument('[base]', 'number of an earlier run: what was invalid there does not count', runId)
    .addOption(
      new Option(
        '--fail-on <what>',
        'severity from which findings count, or runtime (default: as the settings of the run, else error)',
      ).choices(FAIL_ON),
    )
    .option('--partial', 'go by the results that there are, and leave out what could not be read', false)
    .action(async (run: number, base: number | undefined, flags: GateFlags) => {
      process.exitCode = await withDatabase((db) => gate(db, run, base, flags));
    });
}

async function gate(
  db: Database,
  id: number,
  baseId: number | undefined,
  { failOn: asked, partial }: GateFlags,
): Promise<number> {
  const run = await runById(db, id);
  const base = baseId === undefined ? undefined : await runById(db, baseId);
  if (!partial) for (const one of base === undefined ? [run] : [base, run]) await checkComplete(db, one);
  const failOn = asked ?? run.settings.failOn ?? 'error';
  const failed = base === undefined ? await failures(db, run, failOn) : await losses(db, base, run, failOn);
  const unreadable = await unreadables(db, run);
  const against = base === undefined ? 'invalid' : `worse than in run ${base.id}`;
  await print(
    `run ${run.id}: ${grouped(failed)} files ${against}, ${grouped(unreadable)} unreadable (fail on ${failOn})\n`,
  );
  if (unreadable > 0 && !partial) return EXIT.unreadable;
  return failed > 0 ? EXIT.found : EXIT.ok;
}

/** Prints the files that fail. @returns their number */
async function failures(db: Database, run: Run, failOn: FailOn): Promise<number> {
  const rows = await db.rows<{ uri: string; verdict: number; codes: string[] }>(sql`
    select o.uri, r.verdict, array(
      select word from fleet.word where id = any(r.codes) and kind = 'error' order by word) as codes
    from fleet.result r join fleet.object o on o.id = r.object_id
    where r.run_id = ${run.id} and ${failing(failOn)} order by r.object_id limit ${MOST_NAMED}`);
  for (const { uri, verdict, codes } of rows) {
    await print(
      `${VERDICTS[verdict]?.padEnd(10)}  ${shownUri(uri)}  ${codes.join(', ')}\n`.replace(/ +\n/, '\n'),
    );
  }
  return count(db, run, failOn);
}

async function count(db: Database, run: Run, failOn: FailOn): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from fleet.result r where run_id = ${run.id} and ${failing(failOn)}`);
  return row?.count ?? 0;
}

/** Prints the files that are worse than in the base run. @returns their number */
async function losses(db: Database, base: Run, run: Run, failOn: FailOn): Promise<number> {
  let found = 0;
  if (failOn === 'never') return found;
  for await (const difference of differences(db, base, run, failOn)) {
    if (difference.fails && ++found <= MOST_NAMED) await print(differenceText(difference));
  }
  return found;
}

/** Prints the files that could not be read. @returns their number */
async function unreadables(db: Database, run: Run): Promise<number> {
  const rows = await db.rows<{ uri: string; code: string }>(sql`
    select o.uri, w.word as code from fleet.result r join fleet.object o on o.id = r.object_id
      left join fleet.word w on w.id = r.error
    where r.run_id = ${run.id} and r.verdict = 2 order by r.object_id limit ${MOST_NAMED}`);
  for (const { uri, code } of rows) await print(`unreadable  ${shownUri(uri)}  ${code}\n`);
  const row = await db.one<{ count: number }>(
    sql`select coalesce(sum(unreadable), 0)::int8 as count from fleet.tally where run_id = ${run.id}`,
  );
  return row?.count ?? 0;
}

import { open } from 'node:fs/promises';
import type { Database } from '@services/kit/db';
import { type Command, Option } from 'commander';
import type { FileReport } from 'protomdl';
import { FAIL_ON, type FailOn, FORMATS, type Format } from 'protomdl/node';
import { conditionOf, fails, type ResultFilter } from '../results/filter.js';
import { writtenReport } from '../results/written.js';
import { latestRun, runById } from '../runs/run.js';
import { checkComplete, lackOf } from '../status/completeness.js';
import { EXIT } from './exit.js';
import { print, withDatabase } from './session.js';
import { pathOf, runId } from './values.js';

interface ReportFlags extends ResultFilter {
  readonly format: Format;
  readonly output?: string;
  readonly failOn?: FailOn;
  readonly partial: boolean;
}

export function defineReport(program: Command): void {
  program
    .command('report')
    .description(
      'write what was found in a run, as protomdl validate does; exit code 3 when the run is incomplete',
    )
    .argument('[run]', 'its number (default: the latest)', runId)
    .addOption(new Option('--format <format>', 'of the report').choices(FORMATS).default('ndjson'))
    .option('-o, --output <file>', 'write it there instead of to standard output')
    .option('--verdict <verdict>', 'only valid, invalid or unreadable files')
    .option('--code <code>', 'only files with this code')
    .option('--severity <severity>', 'only files with findings of this severity')
    .option('--architecture <name>', 'only files for this architecture')
    .option('--tool-chain <version>', 'only files of this tool chain')
    .option('--refused-by <release>', 'only files that this release does not take')
    .option('--text <part>', 'only files with this in their address')
    .addOption(
      new Option(
        '--fail-on <what>',
        'end with 1 when a file has findings from this severity on, or is refused (runtime), with 3 when one could not be read',
      ).choices(FAIL_ON),
    )
    .option('--partial', 'write the results that there are, though the run is incomplete', false)
    .action(async (run: number | undefined, flags: ReportFlags) => {
      process.exitCode = await withDatabase((db) => report(db, run, flags));
    });
}

async function report(
  db: Database,
  id: number | undefined,
  { format, output, failOn, partial, ...filter }: ReportFlags,
): Promise<number> {
  const run = id === undefined ? await latestRun(db) : await runById(db, id);
  // The filter is checked before any result is read, so that a wrong option is reported as wrong use.
  conditionOf(filter, run.releases);
  const isComplete = (await lackOf(db, run)) === undefined;
  if (!partial) await checkComplete(db, run);
  const file = output === undefined ? undefined : await open(pathOf(output), 'w');
  const write = async (text: string) => {
    if (file === undefined) await print(text);
    else await file.appendFile(text);
  };
  let failed = 0;
  let unreadable = 0;
  try {
    const onFile = (report: FileReport) => {
      if (report.verdict === 'unreadable') unreadable++;
      else if (fails(report, failOn ?? 'never')) failed++;
    };
    for await (const piece of writtenReport(db, run, filter, { format, failOn, isComplete, onFile })) {
      await write(piece);
    }
  } finally {
    await file?.close();
  }
  if (failOn === undefined) return EXIT.ok;
  if (unreadable > 0 && !partial) return EXIT.unreadable;
  return failed > 0 ? EXIT.found : EXIT.ok;
}

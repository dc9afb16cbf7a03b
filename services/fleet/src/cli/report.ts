import { open } from 'node:fs/promises';
import type { Database } from '@services/kit/db';
import { type Command, Option } from 'commander';
import { CATALOGUE } from 'protomdl';
import { FORMATS, type Format, PLAIN, reporterOf, TOOL } from 'protomdl/node';
import { shownUri } from '../objects/uri.js';
import type { ResultFilter } from '../results/filter.js';
import { streamResults } from '../results/stream.js';
import { latestRun, runById } from '../runs/run.js';
import { print, withDatabase } from './session.js';
import { pathOf, runId } from './values.js';

/** Text is handed on in pieces of at least so many characters. */
const PIECE = 64 * 1_024;

interface ReportFlags extends ResultFilter {
  readonly format: Format;
  readonly output?: string;
}

export function defineReport(program: Command): void {
  program
    .command('report')
    .description('write what was found in a run, as protomdl validate does')
    .argument('[run]', 'its number (default: the latest)', runId)
    .addOption(new Option('--format <format>', 'of the report').choices(FORMATS).default('ndjson'))
    .option('-o, --output <file>', 'write it there instead of to standard output')
    .option('--verdict <verdict>', 'only valid, invalid or unreadable files')
    .option('--code <code>', 'only files with this code')
    .option('--architecture <name>', 'only files for this architecture')
    .option('--tool-chain <version>', 'only files of this tool chain')
    .option('--refused-by <release>', 'only files that this release does not take')
    .option('--text <part>', 'only files with this in their address')
    .action(async (run: number | undefined, flags: ReportFlags) => {
      await withDatabase((db) => report(db, run, flags));
    });
}

async function report(
  db: Database,
  id: number | undefined,
  { format, output, ...filter }: ReportFlags,
): Promise<void> {
  const run = id === undefined ? await latestRun(db) : await runById(db, id);
  const reporter = await reporterOf(format, {
    tool: TOOL,
    catalogue: CATALOGUE,
    failOn: run.settings.failOn ?? 'error',
    palette: PLAIN,
    quiet: false,
  });
  const file = output === undefined ? undefined : await open(pathOf(output), 'w');
  const write = async (text: string) => {
    if (file === undefined) await print(text);
    else await file.appendFile(text);
  };
  try {
    let piece = reporter.begin();
    for await (const { uri, report } of streamResults(db, run, filter)) {
      piece += reporter.file({ path: shownUri(uri), uri, ...report });
      if (piece.length < PIECE) continue;
      await write(piece);
      piece = '';
    }
    await write(piece + reporter.end());
  } finally {
    await file?.close();
  }
}

import type { Database } from '@services/kit/db';
import { type Command, Option } from 'commander';
import { FAIL_ON, type FailOn } from 'protomdl/node';
import { shownUri } from '../objects/uri.js';
import {
  DIFFERENCE_KINDS,
  type DifferenceKind,
  differences,
  type ObjectDifference,
} from '../results/difference.js';
import { runById } from '../runs/run.js';
import { checkComplete } from '../status/completeness.js';
import { grouped } from '../status/status-text.js';
import { EXIT } from './exit.js';
import { print, withDatabase } from './session.js';
import { runId } from './values.js';

interface DiffFlags {
  readonly format: 'human' | 'ndjson';
  readonly failOn?: FailOn;
  readonly partial: boolean;
}

export function defineDiff(program: Command): void {
  program
    .command('diff')
    .description(
      'what became better and worse from one run to another; exit code 1 when something is worse, 3 when a run is incomplete or a file could not be read any more',
    )
    .argument('<before>', 'number of a run', runId)
    .argument('<after>', 'number of another', runId)
    .addOption(new Option('--format <format>', 'of the output').choices(['human', 'ndjson']).default('human'))
    .addOption(
      new Option(
        '--fail-on <what>',
        'new codes from this severity on are worse, with runtime none; lost verdicts and releases that now ' +
          'refuse always are; never ends with 0 (default: as the settings of the later run, else error)',
      ).choices(FAIL_ON),
    )
    .option('--partial', 'compare the results that there are, and do not end with 3 for the others', false)
    .action(async (before: number, after: number, flags: DiffFlags) => {
      process.exitCode = await withDatabase((db) => diff(db, before, after, flags));
    });
}

async function diff(db: Database, from: number, to: number, flags: DiffFlags): Promise<number> {
  const [before, after] = [await runById(db, from), await runById(db, to)];
  const { format, partial } = flags;
  if (!partial) for (const run of [before, after]) await checkComplete(db, run);
  const failOn = flags.failOn ?? after.settings.failOn ?? 'error';
  const sums = Object.fromEntries(DIFFERENCE_KINDS.map((kind) => [kind, 0])) as Record<
    DifferenceKind,
    number
  >;
  for await (const difference of differences(db, before, after, failOn)) {
    sums[difference.kind]++;
    await print(format === 'ndjson' ? `${JSON.stringify(difference)}\n` : differenceText(difference));
  }
  if (format === 'human') {
    const words = Object.entries(sums).map(([kind, count]) => `${grouped(count)} ${kind}`);
    await print(`run ${from} to run ${to}: ${words.join(', ')}\n`);
  }
  if (sums.unknown > 0 && !partial) return EXIT.unreadable;
  return sums.worse > 0 && failOn !== 'never' ? EXIT.found : EXIT.ok;
}

/** Returns a line for the object, and a line for each of its changes. */
export function differenceText(difference: ObjectDifference): string {
  const { kind, uri, before, after, newCodes, goneCodes, nowRefusedBy, nowAcceptedBy, comparedWith } =
    difference;
  const lines = [
    `${kind.padEnd(7)}  ${shownUri(uri)}${difference.contentChanged ? '  (other content)' : ''}`,
  ];
  const earlier = comparedWith === null ? '' : `  (compared with run ${comparedWith}, which read it last)`;
  if (before !== after) lines.push(`         ${before ?? 'not there'} -> ${after ?? 'not there'}${earlier}`);
  for (const { severity, code } of newCodes) lines.push(`         + ${severity} ${code}`);
  for (const { severity, code } of goneCodes) lines.push(`         - ${severity} ${code}`);
  if (nowRefusedBy.length > 0) lines.push(`         now refused by ${nowRefusedBy.join(', ')}`);
  if (nowAcceptedBy.length > 0) lines.push(`         now accepted by ${nowAcceptedBy.join(', ')}`);
  return `${lines.join('\n')}\n`;
}

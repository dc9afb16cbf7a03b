import type { Database } from '@services/kit/db';
import { type Command, Option } from 'commander';
import { shownUri } from '../objects/uri.js';
import { differences, type ObjectDifference } from '../results/difference.js';
import { runById } from '../runs/run.js';
import { grouped } from '../status/status-text.js';
import { EXIT } from './exit.js';
import { print, withDatabase } from './session.js';
import { runId } from './values.js';

interface DiffFlags {
  readonly format: 'human' | 'ndjson';
  readonly failOn: 'error' | 'warning' | 'never';
}

export function defineDiff(program: Command): void {
  program
    .command('diff <before> <after>')
    .description('what became better and worse from one run to another; exit code 1 when something is worse')
    .addOption(new Option('--format <format>', 'of the output').choices(['human', 'ndjson']).default('human'))
    .addOption(
      new Option('--fail-on <what>', 'new codes from this severity on are worse; never ends with 0')
        .choices(['error', 'warning', 'never'])
        .default('error'),
    )
    .action(async (before: string, after: string, flags: DiffFlags) => {
      process.exitCode = await withDatabase((db) => diff(db, runId(before), runId(after), flags));
    });
}

async function diff(db: Database, from: number, to: number, { format, failOn }: DiffFlags): Promise<number> {
  const [before, after] = [await runById(db, from), await runById(db, to)];
  const options = { failOn: failOn === 'never' ? 'error' : failOn } as const;
  const sums = { worse: 0, better: 0, changed: 0, added: 0, gone: 0 };
  for await (const difference of differences(db, before, after, options)) {
    sums[difference.kind]++;
    await print(format === 'ndjson' ? `${JSON.stringify(difference)}\n` : differenceText(difference));
  }
  if (format === 'human') {
    const words = Object.entries(sums).map(([kind, count]) => `${grouped(count)} ${kind}`);
    await print(`run ${from} to run ${to}: ${words.join(', ')}\n`);
  }
  return sums.worse > 0 && failOn !== 'never' ? EXIT.found : EXIT.ok;
}

/** A line for the object, and one for each thing that changed. */
export function differenceText(difference: ObjectDifference): string {
  const { kind, uri, before, after, newCodes, goneCodes, nowRefusedBy, nowAcceptedBy } = difference;
  const lines = [
    `${kind.padEnd(7)}  ${shownUri(uri)}${difference.contentChanged ? '  (other content)' : ''}`,
  ];
  if (before !== after) lines.push(`         ${before ?? 'not there'} -> ${after ?? 'not there'}`);
  for (const { severity, code } of newCodes) lines.push(`         + ${severity} ${code}`);
  for (const { severity, code } of goneCodes) lines.push(`         - ${severity} ${code}`);
  if (nowRefusedBy.length > 0) lines.push(`         now refused by ${nowRefusedBy.join(', ')}`);
  if (nowAcceptedBy.length > 0) lines.push(`         now accepted by ${nowAcceptedBy.join(', ')}`);
  return `${lines.join('\n')}\n`;
}

import { rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Database } from '@services/kit/db';
import type { Command } from 'commander';
import { type BaselineEntry, baselineEntry, baselineText, TOOL } from 'protomdl/node';
import { UsageError } from '../db/fleet-database.js';
import { streamResults } from '../results/stream.js';
import { nameOf } from '../runs/rules.js';
import { latestRun, runById } from '../runs/run.js';
import { progressOf } from '../status/progress.js';
import { grouped } from '../status/status-text.js';
import { print, withDatabase } from './session.js';
import { MAX_BASELINE_BYTES, pathOf, runId } from './values.js';

interface BaselineFlags {
  readonly output: string;
}

export function defineBaseline(program: Command): void {
  program
    .command('baseline')
    .description('write the findings of a run as a baseline, for scan and for protomdl validate')
    .argument('[run]', 'its number (default: the latest)', runId)
    .requiredOption('-o, --output <file>', 'write it there; names of local files are relative to there')
    .action(async (run: number | undefined, { output }: BaselineFlags) => {
      await withDatabase((db) => baseline(db, run, output));
    });
}

async function baseline(db: Database, id: number | undefined, output: string): Promise<void> {
  const run = id === undefined ? await latestRun(db) : await runById(db, id);
  if (run.settings.baseline !== undefined) {
    throw new UsageError(
      `run ${run.id} has a baseline itself, so its results lack what that knows: scan without one first`,
    );
  }
  const { state } = await progressOf(db, run);
  if (state !== 'done')
    throw new UsageError(`run ${run.id} is not complete (${state}): its baseline would lack files`);
  const file = pathOf(output);
  const files = new Map<string, BaselineEntry>();
  let findings = 0;
  let bytes = 0;
  for await (const { uri, report } of streamResults(db, run)) {
    const entry = baselineEntry(report);
    if (Object.keys(entry).length === 0) continue;
    const name = nameOf(uri, dirname(file));
    files.set(name, entry);
    findings += report.counts.error + report.counts.warning + report.counts.info;
    bytes += name.length + JSON.stringify(entry).length;
    // The limit is checked before the text is built: the text is even longer, and might not fit into memory.
    if (bytes > MAX_BASELINE_BYTES) throw tooLong();
  }
  const text = baselineText(TOOL, files);
  if (text.length > MAX_BASELINE_BYTES) throw tooLong();
  // The file is replaced in one step. If a crash left an incomplete baseline, the missing findings would
  // count as new.
  await writeFile(`${file}.part`, text);
  await rename(`${file}.part`, file);
  await print(`${output}: a baseline of ${grouped(findings)} findings in ${grouped(files.size)} files\n`);
}

function tooLong(): UsageError {
  return new UsageError(
    `the baseline would have more than ${grouped(MAX_BASELINE_BYTES)} bytes, which is what a baseline may have`,
  );
}

import type { Command } from 'commander';
import { UsageError } from '../db/fleet-database.js';
import { listSource } from '../objects/list-source.js';
import { BATCH_BYTES, BATCH_OBJECTS } from '../runs/batches.js';
import { createRun, type Run, runById } from '../runs/run.js';
import { type Scanned, scanRun } from '../runs/scan.js';
import { grouped } from '../status/status-text.js';
import { askedOf, type SettingsFlags } from './scan-settings.js';
import { print, withDatabase } from './session.js';
import { settingsOptions } from './settings-options.js';
import { type SourceFlags, sourceOf, sourceOptions } from './source-options.js';
import { pathOf, priority, runId, whole } from './values.js';

interface ScanFlags extends SourceFlags, SettingsFlags {
  readonly all: boolean;
  readonly maxObjects: number;
  readonly batchObjects: number;
  readonly batchBytes: number;
  readonly resume?: number;
  readonly priority: number;
  readonly module?: string;
}

export function defineScan(program: Command): void {
  const command = program
    .command('scan [source]')
    .description('list s3://bucket/prefix or a folder into a new run, and queue what is new or has changed');
  settingsOptions(sourceOptions(command))
    .option('--files-from <file>', 'a file with an address or path in each line, - for standard input')
    .option('--inventory <manifest>', 'list by S3 Inventory: a manifest.json, or the folder of the latest')
    .option('--all', 'look at everything, also where content and rules are as before', false)
    .option('--max-objects <n>', 'end a listing that has more', whole(1, 10_000_000_000), 1_000_000_000)
    .option('--batch-objects <n>', 'most objects of a job', whole(1, 100_000), BATCH_OBJECTS)
    .option('--batch-bytes <n>', 'bytes after which a job takes no more', whole(1, 2 ** 50), BATCH_BYTES)
    .option('--resume <run>', 'go on with a run whose listing broke off', runId)
    .option('--priority <n>', '-100 to 100, higher is sooner', priority, 0)
    .option('--module <file>', 'lists objects of another scheme')
    .action(async (source: string | undefined, flags: ScanFlags) => scan(source, flags));
}

async function scan(source: string | undefined, flags: ScanFlags): Promise<void> {
  const module = flags.module === undefined ? undefined : pathOf(flags.module);
  const isNew = flags.resume === undefined;
  const settings = isNew ? await sourceOf(source, flags, module) : undefined;
  const tell = (line: string) => void process.stderr.write(`protomdl-fleet: ${line}\n`);
  const asked = isNew ? await askedOf(flags, tell) : undefined;
  await withDatabase(async (db, log) => {
    const run: Run =
      settings === undefined || asked === undefined
        ? await runById(db, flags.resume as number)
        : await createRun(
            db,
            settings,
            asked.settings,
            asked.config,
            { priority: flags.priority, takesOver: !flags.all },
            asked.keep,
          );
    if (run.listed_ms !== null) throw new UsageError(`the listing of run ${run.id} is complete`);
    const pages = listSource(run.source, { after: run.listed_to ?? undefined, module });
    const begun = performance.now();
    const scanned = await scanRun(db, run, pages, flags, log, tell);
    await print(scannedText(run.id, scanned, performance.now() - begun));
  });
}

/** Describes a listing in one line. */
export function scannedText(run: number, { listed, queued, reused, skipped }: Scanned, ms?: number): string {
  const leftOut = skipped > 0 ? `, ${grouped(skipped)} left out` : '';
  const time = ms === undefined ? '' : ` in ${(ms / 1_000).toFixed(1)} s`;
  return `run ${run}: ${grouped(listed)} objects listed, ${grouped(queued)} queued, ${grouped(reused)} unchanged${leftOut}${time}\n`;
}

import type { Command } from 'commander';
import { Option } from 'commander';
import { UsageError } from '../db/fleet-database.js';
import { EventRuns } from '../events/event-runs.js';
import { SqsQueue } from '../events/sqs-queue.js';
import type { SourceSettings } from '../objects/listing.js';
import { createRun } from '../runs/run.js';
import { EXIT } from './exit.js';
import { scannedText } from './scan.js';
import { askedOf, type SettingsFlags } from './scan-settings.js';
import { print, withDatabase } from './session.js';
import { settingsOptions } from './settings-options.js';
import { hearing } from './signals.js';
import { type SourceFlags, sourceOf, sourceOptions } from './source-options.js';
import { priority, span } from './values.js';

const WINDOW_MS = 60_000;

/**
 * Time limit for storing a run after its window has ended. After this time the queue delivers the messages
 * again.
 */
const STORING_MS = 120_000;

interface WatchFlags extends SourceFlags, SettingsFlags {
  readonly queue: string;
  readonly window: number;
  readonly priority: number;
}

export function defineWatch(program: Command): void {
  const command = program
    .command('watch <source>')
    .description(
      'make runs of the objects of s3://bucket/prefix that notifications name, until SIGTERM: of S3 or a server like it, ' +
        'in a queue of SQS, directly or by SNS or EventBridge',
    );
  settingsOptions(sourceOptions(command))
    .requiredOption('--queue <url>', 'of the queue, which only this command reads')
    .addOption(
      new Option('--window <time>', 'from the first event of a run to its begin')
        .argParser(span)
        .default(WINDOW_MS, `${WINDOW_MS / 1_000}s`),
    )
    .option('--priority <n>', '-100 to 100, higher is sooner', priority, 0)
    .action(async (source: string, flags: WatchFlags) => {
      process.exitCode = await watch(source, flags);
    });
}

async function watch(address: string, flags: WatchFlags): Promise<number> {
  const found = await sourceOf(address, flags, undefined);
  if (found.kind !== 's3') throw new UsageError(`${address}: watch takes s3://bucket/prefix`);
  if (!URL.canParse(flags.queue)) throw new UsageError(`${flags.queue}: --queue takes a URL`);
  const source: SourceSettings = { ...found, events: true };
  const { settings, config, keep } = await askedOf(flags, (line) => {
    process.stderr.write(`protomdl-fleet: ${line}\n`);
  });
  return withDatabase(async (db, log) => {
    const queue = new SqsQueue(flags.queue, flags.window + STORING_MS, flags.region);
    const events = new EventRuns({
      db,
      log,
      queue,
      source,
      windowMs: flags.window,
      createRun: () => createRun(db, source, settings, config, { priority: flags.priority }, keep),
      told: (run, scanned) => print(scannedText(run.id, scanned)),
    });
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    process.on('SIGTERM', stop).on('SIGINT', stop);
    try {
      await hearing(() => events.perform(stopping.signal));
    } finally {
      process.off('SIGTERM', stop).off('SIGINT', stop);
      queue.close();
    }
    return EXIT.ok;
  });
}

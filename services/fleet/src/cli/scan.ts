import { sql } from '@services/kit/db';
import { type Command, Option } from 'commander';
import type { Release } from 'protomdl';
import { UsageError } from '../db/fleet-database.js';
import { listSource } from '../objects/list-source.js';
import type { SourceSettings } from '../objects/listing.js';
import { loadModule } from '../objects/module.js';
import { fileUri, parseS3Uri, s3Uri, schemeOf } from '../objects/uri.js';
import { BATCH_BYTES, BATCH_OBJECTS } from '../runs/batches.js';
import { Rules } from '../runs/rules.js';
import { configOf, createRun, type Run, runById } from '../runs/run.js';
import { Scan } from '../runs/scan.js';
import { grouped } from '../status/status-text.js';
import { askedOf } from './scan-settings.js';
import { print, withDatabase } from './session.js';
import { allReleases, pathOf, priority, releases, runId, whole } from './values.js';

/** Options that select the objects to read. */
export interface SourceFlags {
  readonly gitignore?: boolean;
  readonly filesFrom?: string;
  readonly include?: readonly string[];
  readonly endpoint?: string;
  readonly region?: string;
  readonly pathStyle?: boolean;
}

interface ScanFlags extends SourceFlags {
  readonly all: boolean;
  readonly checksum: boolean;
  readonly maxPerCode?: number;
  readonly config?: string;
  readonly baseline?: string;
  readonly runtime: readonly Release[];
  readonly target?: readonly Release[];
  readonly maxObjects: number;
  readonly batchObjects: number;
  readonly batchBytes: number;
  readonly resume?: number;
  readonly priority: number;
  readonly module?: string;
}

export function defineScan(program: Command): void {
  program
    .command('scan [source]')
    .description('list s3://bucket/prefix or a folder into a new run, and queue what is new or has changed')
    .option('--all', 'look at everything, also where content and rules are as before', false)
    .option('--checksum', 'verify checksums, which reads every byte', false)
    .option('--config <file>', 'severities, ignores, targets and limits, as protomdl validate has them')
    .option('--baseline <file>', 'findings that were there before and do not count')
    .option(
      '--max-per-code <n>',
      'findings of one code to keep for a file (default: 20)',
      whole(1, 1_000_000_000),
    )
    .addOption(
      new Option('--runtime <releases>', 'releases to predict: 4.20.0, 4.18-4.23, 5, latest, all or none')
        .argParser(releases)
        .default(allReleases(), 'all'),
    )
    .addOption(
      new Option(
        '--target <releases>',
        'releases that have to load the files, instead of those in settings',
      ).argParser(releases),
    )
    .option('--no-gitignore', 'list what .gitignore names in a folder too')
    .option(
      '--include <pattern>',
      "names to take, as exclude in settings has them (repeatable; default for a bucket: '**/*.{hef,mdl}')",
      (pattern: string, before: readonly string[]) => [...before, pattern],
      [],
    )
    .option('--files-from <file>', 'a file with an address or path in each line, - for standard input')
    .option('--endpoint <url>', 'of the S3 server, where it is not Amazon')
    .option('--region <name>', 'of the bucket (default: AWS_REGION)')
    .option('--path-style', 'the bucket is part of the path (default with --endpoint)')
    .option('--no-path-style', 'the bucket is part of the host name')
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
    const rules = new Rules(await configOf(db, run.id), run.settings.configFolder, new Date(run.created_ms));
    await db.run(sql`update fleet.run set problem = null where id = ${run.id}`);
    const pages = listSource(run.source, { after: run.listed_to ?? undefined, module });
    const begun = performance.now();
    const scanned = await new Scan(db, run, rules, flags, log, tell).perform(pages);
    const seconds = (performance.now() - begun) / 1_000;
    const { listed, queued, reused, skipped } = scanned;
    await print(
      `run ${run.id}: ${grouped(listed)} objects listed, ${grouped(queued)} queued, ${grouped(reused)} unchanged` +
        `${skipped > 0 ? `, ${grouped(skipped)} left out` : ''} in ${seconds.toFixed(1)} s\n`,
    );
  });
}

/** Returns the source to list. Does not check that the source exists: the listing reports that. */
export async function sourceOf(
  source: string | undefined,
  { filesFrom, endpoint, region, pathStyle, gitignore = true, include = [] }: SourceFlags,
  module: string | undefined,
): Promise<SourceSettings> {
  // Stored with the run: workers read from the same server, whatever their environment.
  const server = endpoint ?? process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
  const chosen = include.length === 0 ? {} : { include };
  const place = {
    ...(server === undefined ? {} : { endpoint: server }),
    ...(region === undefined ? {} : { region }),
    ...(pathStyle === undefined ? {} : { pathStyle }),
    ...chosen,
  };
  if ((source === undefined) === (filesFrom === undefined)) {
    throw new UsageError('scan takes a source or --files-from');
  }
  if (filesFrom !== undefined) {
    return { kind: 'list', uri: filesFrom === '-' ? '-' : fileUri(pathOf(filesFrom)), ...place };
  }
  const address = source as string;
  const scheme = schemeOf(address);
  if (scheme === 's3') return { kind: 's3', uri: s3Uri(parsedS3(address)), ...place };
  if (scheme === '' || scheme === 'file') {
    const uri = scheme === 'file' ? address : fileUri(pathOf(address));
    return { kind: 'folder', uri, ...(gitignore ? {} : { gitignore }), ...chosen };
  }
  await loadModule(module, scheme);
  return { kind: 'module', uri: address, ...chosen };
}

/** Parses a URL as people type it: an escape counts only if it decodes. */
function parsedS3(address: string): { bucket: string; key: string } {
  try {
    return parseS3Uri(address);
  } catch {
    const [, bucket = '', key = ''] = /^s3:\/\/([^/]*)\/?(.*)$/s.exec(address) ?? [];
    if (bucket === '') throw new UsageError(`${address}: s3://bucket/prefix is expected`);
    return { bucket, key };
  }
}

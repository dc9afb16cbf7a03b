import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@services/kit/db';
import type { Logger } from '@services/kit/log';
import { type Command, Option } from 'commander';
import type { Webhook } from '../automation/announcements.js';
import { Automation } from '../automation/side-tasks.js';
import { UsageError } from '../db/fleet-database.js';
import { openBatches } from '../runs/batches.js';
import { stuckRuns } from '../runs/control.js';
import { runById } from '../runs/run.js';
import { progressOf } from '../status/progress.js';
import { LIMITS, MAX_ROUNDS } from '../work/limits.js';
import { FleetWorker } from '../work/worker.js';
import { EXIT } from './exit.js';
import { withDatabase } from './session.js';
import { hearing } from './signals.js';
import { pathOf, runId, span, whole } from './values.js';

/** Interval at which `--until-done` checks for remaining work. */
const LOOK_MS = 300;

interface WorkFlags {
  readonly threads: number;
  readonly untilDone?: true | number;
  readonly memory: number;
  readonly processMemory: number;
  readonly stall: number;
  readonly objectTime: number;
  readonly rounds: number;
  readonly webhook?: string;
  readonly healthPort?: number;
  readonly healthHost: string;
  readonly module?: string;
}

export function defineWork(program: Command): void {
  program
    .command('work')
    .description('process jobs until SIGTERM; any number of workers can run at once')
    .option('-j, --threads <n>', 'threads that validate', whole(1, 256), availableParallelism())
    .addOption(
      new Option(
        '--until-done [run]',
        'end when nothing is left to do, or the run is done; with 3 when a run is held, or needs a module',
      ).argParser(runId),
    )
    .option('--memory <MiB>', 'heap that an object may take', whole(16, 65_536), LIMITS.heapMiB)
    .option('--process-memory <MiB>', 'that the process may take', whole(64, 1_048_576), LIMITS.processMiB)
    .addOption(
      new Option('--stall <time>', 'without any progress, after which an object is given up')
        .argParser(span)
        .default(LIMITS.stallMs, `${LIMITS.stallMs / 1_000}s`),
    )
    .addOption(
      new Option('--object-time <time>', 'that an object may take when it is tried alone')
        .argParser(span)
        .default(LIMITS.aloneMs, `${LIMITS.aloneMs / 1_000}s`),
    )
    .option('--rounds <n>', 'how often an object that cannot be read comes back', whole(0, 1_000), MAX_ROUNDS)
    .option(
      '--webhook <url>',
      'told when a run ends, is held or cannot be listed; FLEET_WEBHOOK_SECRET signs (Standard Webhooks)',
    )
    .option(
      '--health-port <n>',
      'serve /livez, /readyz and /metrics of this worker; 0 takes a free one (default: FLEET_HEALTH_PORT, else none)',
      whole(0, 65_535),
    )
    .option('--health-host <address>', 'to serve them on', '127.0.0.1')
    .option('--module <file>', 'opens objects of another scheme')
    .action(async (flags: WorkFlags) => {
      process.exitCode = await work(flags);
    });
}

async function work(flags: WorkFlags): Promise<number> {
  return withDatabase(async (db, log) => {
    const side = new Automation(db, log, flags.webhook === undefined ? undefined : webhookAt(flags.webhook));
    const worker = new FleetWorker({
      db,
      log,
      threads: flags.threads,
      limits: {
        heapMiB: flags.memory,
        processMiB: flags.processMemory,
        stallMs: flags.stall,
        aloneMs: flags.objectTime,
      },
      module: flags.module === undefined ? undefined : pathOf(flags.module),
      rounds: flags.rounds,
      side,
    });
    const health = await healthOf(worker, db, log, flags);
    const wasStopped = await hearing(() => untilStopped(worker, side, db, log, flags));
    await health?.close();
    if (worker.problem !== undefined) {
      process.stderr.write(
        `protomdl-fleet: ${worker.problem}; the remaining jobs wait for the next worker\n`,
      );
      return EXIT.unreadable;
    }
    return flags.untilDone === undefined || wasStopped ? EXIT.ok : leftOver(db, flags.untilDone, flags);
  });
}

/**
 * Serves the health of a worker if an option or the environment names a port. The module is loaded only for a
 * port, because a web server takes longer to load than a worker.
 */
async function healthOf(
  worker: FleetWorker,
  db: Database,
  log: Logger,
  { healthPort, healthHost }: WorkFlags,
) {
  const named = process.env.FLEET_HEALTH_PORT ?? '';
  const port = healthPort ?? (named === '' ? undefined : whole(0, 65_535)(named));
  if (port === undefined) return undefined;
  const { serveHealth } = await import('../work/health.js');
  const health = await serveHealth(worker, db, { host: healthHost, port });
  log.info({ url: health.url }, 'serves its health');
  return health;
}

/** @throws UsageError for an address or a secret that cannot be used */
function webhookAt(url: string): Webhook {
  const secret = process.env.FLEET_WEBHOOK_SECRET ?? '';
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError(`${url}: --webhook takes http or https`);
  if (!/^whsec_[A-Za-z0-9+/]{32,}=*$/.test(secret)) {
    throw new UsageError(
      '--webhook takes FLEET_WEBHOOK_SECRET: whsec_ and at least 24 random bytes in base64',
    );
  }
  return { url, secret };
}

/** Prints the runs that `--until-done` could not finish. @returns the exit code */
async function leftOver(db: Database, wanted: true | number, { module }: WorkFlags): Promise<number> {
  const stuck = await stuckRuns(db, module !== undefined);
  const relevant = stuck.filter(({ id }) => wanted === true || id === wanted);
  for (const { id, reason } of relevant) process.stderr.write(`protomdl-fleet: run ${id} ${reason}\n`);
  if (wanted === true || relevant.length > 0) return relevant.length > 0 ? EXIT.unreadable : EXIT.ok;
  const { state } = await progressOf(db, await runById(db, wanted));
  if (state === 'done') return EXIT.ok;
  process.stderr.write(`protomdl-fleet: run ${wanted} is ${state}\n`);
  return EXIT.unreadable;
}

/** @returns true if a signal stopped the worker */
async function untilStopped(
  worker: FleetWorker,
  side: Automation,
  db: Database,
  log: Logger,
  flags: WorkFlags,
): Promise<boolean> {
  let heard = 0;
  const stop = (signal: NodeJS.Signals) => {
    if (++heard > 1) process.exit(signal === 'SIGTERM' ? 143 : 130);
    log.info({ signal }, 'stopping after the current objects');
    worker.stop();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  const lost = (error: unknown) => {
    if (!isConnection(error)) throw error;
    log.warn({ err: error }, 'lost the database while a job ended');
    worker.renew();
  };
  process.on('unhandledRejection', lost);
  const working = worker.perform();
  log.info({ threads: flags.threads, pid: process.pid }, 'works');
  if (flags.untilDone !== undefined) {
    let ended = false;
    void working.finally(() => {
      ended = true;
    });
    while (!ended) {
      await delay(LOOK_MS);
      if (!(await hasWork(db, side, flags).catch(() => true))) worker.stop();
    }
  }
  await working;
  process.off('SIGTERM', stop).off('SIGINT', stop).off('unhandledRejection', lost);
  return heard > 0;
}

/** Returns true if work is left for `--until-done`. */
async function hasWork(db: Database, side: Automation, { untilDone, module }: WorkFlags): Promise<boolean> {
  const run = typeof untilDone === 'number' ? untilDone : undefined;
  if ((await openBatches(db, run, module !== undefined)) > 0) return true;
  if (await side.isBusy(run === undefined)) return true;
  // While a run is being listed, it may still get more objects.
  return run !== undefined && (await progressOf(db, await runById(db, run))).state === 'listing';
}

/**
 * Returns true for an error of the database connection: it was refused or broke, or the server is stopping or
 * starting.
 */
function isConnection(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    /^(E[A-Z]+|57P0\d|08\d{3})$/.test(code) || /connection|terminated|not queryable|timeout/i.test(message)
  );
}

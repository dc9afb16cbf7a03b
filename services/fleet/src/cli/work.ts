import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@services/kit/db';
import type { Logger } from '@services/kit/log';
import { type Command, Option } from 'commander';
import { openRuns } from '../runs/batches.js';
import { runById } from '../runs/run.js';
import { progressOf } from '../status/progress.js';
import { LIMITS, MAX_ROUNDS } from '../work/limits.js';
import { FleetWorker } from '../work/worker.js';
import { EXIT } from './exit.js';
import { withDatabase } from './session.js';
import { hearing } from './signals.js';
import { pathOf, runId, span, whole } from './values.js';

/** How often `--until-done` looks. */
const LOOK_MS = 300;

interface WorkFlags {
  readonly threads: number;
  readonly untilDone: boolean | number;
  readonly memory: number;
  readonly processMemory: number;
  readonly stall: number;
  readonly objectTime: number;
  readonly rounds: number;
  readonly module?: string;
}

export function defineWork(program: Command): void {
  program
    .command('work')
    .description('take jobs until SIGTERM, beside as many others as one likes')
    .option('-j, --threads <n>', 'threads that validate', whole(1, 256), availableParallelism())
    .option(
      '--until-done [run]',
      'end when this run is done, or when nothing is left to do; 3 when it is held',
      runId,
      false as boolean | number,
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
    .option('--module <file>', 'opens objects of another scheme')
    .action(async (flags: WorkFlags) => {
      process.exitCode = await work(flags);
    });
}

async function work(flags: WorkFlags): Promise<number> {
  return withDatabase(async (db, log) => {
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
    });
    const undone = await hearing(() => untilStopped(worker, db, log, flags));
    if (worker.problem !== undefined) {
      process.stderr.write(`protomdl-fleet: ${worker.problem}; what is left waits for the next worker\n`);
    }
    for (const line of undone) process.stderr.write(`protomdl-fleet: ${line}\n`);
    return worker.problem === undefined && undone.length === 0 ? EXIT.ok : EXIT.unreadable;
  });
}

/** @returns what keeps runs from being done that were waited for */
async function untilStopped(
  worker: FleetWorker,
  db: Database,
  log: Logger,
  flags: WorkFlags,
): Promise<readonly string[]> {
  let heard = 0;
  const stop = (signal: NodeJS.Signals) => {
    if (++heard > 1) process.exit(signal === 'SIGTERM' ? 143 : 130);
    log.info({ signal }, 'stops after the objects at hand');
    worker.stop();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  const lost = (error: unknown) => {
    if (!isConnection(error)) throw error;
    log.warn({ err: error }, 'the database went away while a job ended');
    worker.renew();
  };
  process.on('unhandledRejection', lost);
  const working = worker.perform();
  log.info({ threads: flags.threads, pid: process.pid }, 'works');
  let undone: readonly string[] = [];
  if (flags.untilDone !== false) {
    let ended = false;
    void working.finally(() => {
      ended = true;
    });
    while (!ended) {
      await delay(LOOK_MS);
      const found = await undoneRuns(db, flags.untilDone, worker.unable).catch(() => undefined);
      if (found === undefined) continue;
      undone = found;
      worker.stop();
    }
  }
  await working;
  process.off('SIGTERM', stop).off('SIGINT', stop).off('unhandledRejection', lost);
  return undone;
}

/**
 * Why runs are not done that no worker like this one can go on with.
 * @param wanted a run; else all are waited for, and those that people have paused are not missed
 * @returns undefined while there is something to wait for
 */
async function undoneRuns(
  db: Database,
  wanted: boolean | number,
  unable: ReadonlyMap<number, string>,
): Promise<string[] | undefined> {
  const open = await openRuns(db);
  if (typeof wanted !== 'number') {
    if (open.some(({ id, held }) => held === null && !unable.has(id))) return undefined;
    return open
      .filter(({ held }) => held !== 'paused')
      .map(({ id, problem }) => `run ${id}: ${unable.get(id) ?? problem}`);
  }
  const run = await runById(db, wanted);
  const { state } = await progressOf(db, run);
  if (state === 'done') return [];
  if (state === 'listing' || (state === 'working' && !unable.has(wanted))) return undefined;
  if (state === 'listing broke off' && open.some(({ id, held }) => id === wanted && held === null)) return undefined;
  return [`run ${wanted}: ${unable.get(wanted) ?? run.problem ?? state}`];
}

/** Of the database: a connection that is refused or broken, or a server that ends or begins. */
function isConnection(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    /^(E[A-Z]+|57P0\d|08\d{3})$/.test(code) || /connection|terminated|not queryable|timeout/i.test(message)
  );
}

import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, DatabaseUnavailable } from '@services/kit/db';
import type { Logger } from '@services/kit/log';
import {
  Logger as GraphileLogger,
  type JobHelpers,
  type ParsedCronItem,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { databaseUrl } from '../db/fleet-database.js';
import { Lifeline } from '../db/lifeline.js';
import { bringForward, MODULE_FLAG, TASK } from '../runs/batches.js';
import { WORKER_LOCK } from '../runs/run.js';
import { BatchWork, type BatchWorkOptions } from './batch-work.js';
import type { Counted } from './counted.js';
import { unlockDead } from './dead-workers.js';

/** Interval of the search for dead workers. */
const SWEEP_MS = 3_000;

/** Wait after a failure of the queue itself, which fails if the database is gone. */
const AGAIN_MS = 1_000;

/** Interval at which the queue is polled for jobs without a notification, such as delayed jobs. */
const POLL_MS = 1_000;

/** Tasks of a worker in addition to batches. */
export interface SideTasks {
  readonly tasks: TaskList;
  /** Entries of schedules. The queue reads this array every minute, so changes apply without a restart. */
  readonly crons: ParsedCronItem[];
  /** Called before the start, and every few seconds. */
  sweep(): Promise<void>;
  stop(): void;
}

export interface WorkerOptions extends BatchWorkOptions {
  readonly db: Database;
  readonly log: Logger;
  readonly side: SideTasks;
}

/** A worker process, which takes jobs until it is stopped. */
export class FleetWorker {
  readonly #work: BatchWork;
  #runner: Runner | undefined;
  #stopping = false;
  readonly #stopped = new AbortController();

  constructor(private readonly options: WorkerOptions) {
    this.#work = new BatchWork(options, () => this.stop());
  }

  /** Returns the reason why the worker stopped without a signal; undefined if a signal stopped it. */
  get problem(): string | undefined {
    return this.#work.problem;
  }

  get counted(): Counted {
    return this.#work.counted;
  }

  /** True while the worker is connected to the queue. */
  get isConnected(): boolean {
    return this.#runner !== undefined;
  }

  /** Stops after the current objects; the rest of their jobs returns to the queue. */
  stop(): void {
    if (this.#stopping) return;
    this.#stopping = true;
    this.#stopped.abort();
    this.#work.stop();
    this.options.side.stop();
    this.#runner?.stop().catch(() => {});
  }

  /**
   * Restarts the queue with a new pool. After the loss of the database, the queue may not notice that a job
   * could be neither completed nor failed. Such a job stays locked by its pool, and returns to the queue only
   * when the pool ends.
   */
  renew(): void {
    this.#runner?.stop().catch(() => {});
  }

  /** Resolves when the worker has stopped. */
  async perform(): Promise<void> {
    const sweeping = this.#sweep();
    while (!this.#stopping) {
      try {
        await this.#round();
      } catch (error) {
        this.options.log.warn({ err: error }, 'the queue cannot be reached; retrying');
        await this.#pause(AGAIN_MS);
      }
    }
    await sweeping;
    await this.#work.close();
  }

  async #round(): Promise<void> {
    const { log, threads, side } = this.options;
    const events = new EventEmitter() as WorkerEvents;
    let line: Promise<Lifeline | undefined> | undefined;
    events.on('pool:create', ({ workerPool }) => {
      line = Lifeline.hold(WORKER_LOCK, workerPool.id, log).catch(() => undefined);
    });
    try {
      await side.sweep();
      this.#runner = await run({
        connectionString: databaseUrl(),
        // The number of jobs exceeds the number of threads by one, so that a job can be stored while the next
        // job is in its thread.
        concurrency: threads + 1,
        maxPoolSize: threads + 4,
        pollInterval: POLL_MS,
        ...(this.options.module === undefined ? { forbiddenFlags: [MODULE_FLAG] } : {}),
        noHandleSignals: true,
        parsedCronItems: side.crons,
        events,
        logger: new GraphileLogger(
          () =>
            (
              level,
              message, // At level info, the queue would log a line for every job.
            ) =>
              log[level === 'warning' ? 'warn' : level === 'info' ? 'debug' : level](message),
        ),
        taskList: {
          [TASK]: (payload: unknown, { job }: JobHelpers) =>
            this.#whenThere(() => this.#work.perform((payload as { batch: number }).batch, job.attempts)),
          ...side.tasks,
        },
      });
      if (this.#stopping) await this.#runner.stop().catch(() => {});
      await this.#runner.promise;
    } finally {
      this.#runner = undefined;
      await (await line)?.release();
    }
  }

  /**
   * Runs `work`. While the database is unreachable, waits and tries again. Otherwise the job would fail, and
   * this failure could not be recorded.
   */
  async #whenThere(work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await work();
        return;
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) || this.#stopping) throw error;
        await this.#pause(AGAIN_MS);
      }
    }
  }

  async #sweep(): Promise<void> {
    while (!this.#stopping) {
      try {
        const unlocked = await unlockDead(this.options.db);
        if (unlocked > 0)
          this.options.log.info({ workers: unlocked }, 'took over the jobs of workers that died');
        await bringForward(this.options.db);
        await this.options.side.sweep();
      } catch (error) {
        this.options.log.debug({ err: error }, 'cannot look for dead workers');
      }
      await this.#pause(SWEEP_MS / 2 + (SWEEP_MS / 2) * Math.random());
    }
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopped.signal }).catch(() => {});
  }
}

import { type Clock, type Random, randomText, systemRandom } from '../clock/index.js';
import { type Database, isUniqueViolation, type Queryable } from '../db/index.js';
import type { Logger } from '../log/index.js';
import { GiveUp, type JobKind, RetryLater } from './kind.js';
import {
  buryJob,
  CHANNEL,
  type ClaimedJob,
  claimJobs,
  type EnqueueOptions,
  finishJob,
  insertJobs,
  isAnyDue,
  type NewJob,
  renewLeases,
  returnJob,
} from './store.js';

/** If a process dies, other processes take over its jobs after this time. */
const LEASE_MS = 60_000;
/** Interval at which a process renews the leases of its jobs. A lease ends only after two renewals have failed. */
const RENEW_MS = 20_000;
/**
 * Interval of the poll for due jobs. NOTIFY starts jobs sooner; the poll also finds delayed jobs, and jobs whose
 * NOTIFY was lost.
 */
const POLL_MS = 2_000;
/** Time that `stop` gives running jobs to end. */
const STOP_MS = 5_000;

export interface JobsOptions {
  db: Database;
  clock: Clock;
  log: Logger;
  random?: Random;
  pollMs?: number;
}

interface Running {
  job: ClaimedJob;
  abort: AbortController;
  ended: Promise<void>;
}

/**
 * Jobs that are kept in the database until they are done. A job is added in the transaction of a change, and runs
 * after the transaction.
 */
export class Jobs {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #random: Random;
  readonly #pollMs: number;
  readonly #owner: string;
  readonly #kinds = new Map<string, JobKind<unknown>>();
  readonly #running = new Map<number, Running>();
  #isStarted = false;
  #claiming: Promise<number> | undefined;
  #claimAgain = false;
  #poll: NodeJS.Timeout | undefined;
  #renewal: NodeJS.Timeout | undefined;
  #unlisten: Promise<(() => Promise<void>) | undefined> | undefined;

  constructor({ db, clock, log, random = systemRandom, pollMs = POLL_MS }: JobsOptions) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#random = random;
    this.#pollMs = pollMs;
    this.#owner = randomText(systemRandom, 12);
  }

  define<P>(kind: JobKind<P>): void {
    if (this.#kinds.has(kind.kind)) throw new Error(`the job kind ${kind.kind} is defined twice`);
    this.#kinds.set(kind.kind, kind as JobKind<unknown>);
  }

  /** Adds a job in the transaction of the change that needs it; returns its id. */
  async enqueue<P>(tx: Queryable, kind: string, payload: P, options: EnqueueOptions = {}): Promise<number> {
    const [id] = await this.enqueueAll(tx, kind, [{ ...options, payload }]);
    return id!;
  }

  /** Adds several jobs of one kind in one statement; their keys must differ. Returns their ids. */
  async enqueueAll<P>(tx: Queryable, kind: string, jobs: readonly NewJob<P>[]): Promise<number[]> {
    if (!this.#kinds.has(kind)) throw new Error(`the job kind ${kind} is not defined`);
    return insertJobs(tx, kind, jobs, this.#clock.now());
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#unlisten = this.#db
      .listen(CHANNEL, () => this.#wake())
      .catch((error: Error) => {
        this.#log.warn({ err: error }, 'jobs are polled for only');
        return undefined;
      });
    this.#poll = setInterval(() => this.#wake(), this.#pollMs);
    this.#renewal = setInterval(() => void this.#renew(), RENEW_MS);
    this.#wake();
  }

  /** Stops taking jobs, and aborts running jobs. Jobs that do not end in time return to the queue. */
  async stop(): Promise<void> {
    if (!this.#isStarted) return;
    this.#isStarted = false;
    clearInterval(this.#poll);
    clearInterval(this.#renewal);
    const unlisten = await this.#unlisten;
    await unlisten?.().catch(() => {});
    await this.#claiming;
    for (const { abort } of this.#running.values()) abort.abort(new Stopping());
    const ended = Promise.all([...this.#running.values()].map((running) => running.ended));
    let patience: NodeJS.Timeout | undefined;
    await Promise.race([
      ended,
      new Promise((resolve) => {
        patience = setTimeout(resolve, STOP_MS);
      }),
    ]);
    clearTimeout(patience);
    for (const id of this.#running.keys()) await this.#giveBack(id);
  }

  /** For tests: runs all due jobs, even without `start`. */
  async idle(): Promise<void> {
    for (;;) {
      const claimed = await this.#claim();
      await Promise.all([...this.#running.values()].map((running) => running.ended));
      if (claimed > 0 || this.#running.size > 0) continue;
      if (!(await isAnyDue(this.#db, [...this.#kinds.keys()], this.#clock.now()))) return;
      // No job was claimed, but a job is still due, or running in another process.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  #wake(): void {
    if (!this.#isStarted) return;
    this.#claim().catch((error: Error) => this.#log.warn({ err: error }, 'jobs cannot be read'));
  }

  /** Starts due jobs up to the limits. A call while another call is claiming jobs makes that call claim once more. */
  #claim(): Promise<number> {
    if (this.#claiming !== undefined) {
      this.#claimAgain = true;
      return this.#claiming;
    }
    const claiming = this.#claimRounds().finally(() => {
      this.#claiming = undefined;
    });
    this.#claiming = claiming;
    return claiming;
  }

  async #claimRounds(): Promise<number> {
    let count = 0;
    do {
      this.#claimAgain = false;
      const room = this.#room();
      if (room.size === 0) break;
      const jobs = await this.#take(room);
      for (const job of jobs) this.#begin(job);
      count += jobs.length;
    } while (this.#claimAgain);
    return count;
  }

  async #take(room: ReadonlyMap<string, number>): Promise<ClaimedJob[]> {
    try {
      return await claimJobs(this.#db, this.#owner, room, this.#clock.now(), LEASE_MS);
    } catch (error) {
      // Another process has begun a job of the same lane at the same time.
      if (isUniqueViolation(error, 'kit_job_lane_runs')) return [];
      throw error;
    }
  }

  #room(): Map<string, number> {
    const room = new Map([...this.#kinds.values()].map(({ kind, concurrency }) => [kind, concurrency]));
    for (const { job } of this.#running.values()) room.set(job.kind, (room.get(job.kind) ?? 0) - 1);
    return new Map([...room].filter(([, free]) => free > 0));
  }

  #begin(job: ClaimedJob): void {
    const abort = new AbortController();
    const ended = this.#run(job, abort)
      .catch((error: Error) =>
        this.#log.error({ err: error, job: job.id }, 'the end of a job cannot be stored'),
      )
      .finally(() => {
        this.#running.delete(job.id);
        this.#wake();
      });
    this.#running.set(job.id, { job, abort, ended });
  }

  async #run(job: ClaimedJob, abort: AbortController): Promise<void> {
    const kind = this.#kinds.get(job.kind);
    if (kind === undefined) return;
    // If the process died in each try of a job, the job has no tries left, although no try has reported an error.
    if (job.attempt > kind.attempts) {
      await this.#bury(kind, job, new Error('the process ended each time that it ran'));
      return;
    }
    const outcome = await this.#work(kind, job, abort);
    if (outcome === undefined) {
      const wasOurs = await finishJob(this.#db, this.#owner, job.id);
      if (!wasOurs)
        this.#log.warn({ job: job.id, kind: job.kind }, 'a job took so long that another process has it');
      return;
    }
    if (outcome instanceof Stopping) await this.#giveBack(job.id);
    else await this.#fail(kind, job, outcome);
  }

  /** Runs the work; returns its error, or undefined on success. */
  async #work(kind: JobKind<unknown>, job: ClaimedJob, abort: AbortController): Promise<Error | undefined> {
    const timer = setTimeout(
      () => abort.abort(new Error(`it took longer than ${kind.timeoutMs} ms`)),
      kind.timeoutMs,
    );
    const aborted = new Promise<never>((_, reject) => {
      abort.signal.addEventListener('abort', () => {
        // On `stop`, the work may still end by itself; a time-out fails the job at once.
        if (!(abort.signal.reason instanceof Stopping)) reject(abort.signal.reason);
      });
    });
    try {
      const context = { id: job.id, attempt: job.attempt, signal: abort.signal };
      await Promise.race([kind.work(job.payload, context), aborted]);
      return undefined;
    } catch (error) {
      if (abort.signal.reason instanceof Stopping) return abort.signal.reason;
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      clearTimeout(timer);
    }
  }

  async #fail(kind: JobKind<unknown>, job: ClaimedJob, error: Error): Promise<void> {
    if (error instanceof GiveUp || job.attempt >= kind.attempts) {
      await this.#bury(kind, job, error);
      return;
    }
    const delay = error instanceof RetryLater ? error.ms : this.#jittered(kind.backoffMs(job.attempt));
    this.#log.info(
      { job: job.id, kind: job.kind, attempt: job.attempt, err: error },
      'a job is tried again later',
    );
    await returnJob(this.#db, this.#owner, job.id, this.#clock.now() + delay, true, error.message);
  }

  async #bury(kind: JobKind<unknown>, job: ClaimedJob, error: Error): Promise<void> {
    this.#log.warn({ job: job.id, kind: job.kind, attempt: job.attempt, err: error }, 'a job was given up');
    try {
      await kind.gaveUp?.(job.payload, error);
    } catch (failure) {
      this.#log.error({ err: failure, job: job.id, kind: job.kind }, 'giving up a job failed');
    }
    await buryJob(this.#db, this.#owner, job.id, error.message);
  }

  async #giveBack(id: number): Promise<void> {
    await returnJob(this.#db, this.#owner, id, this.#clock.now(), false);
  }

  async #renew(): Promise<void> {
    const ids = [...this.#running.keys()];
    if (ids.length === 0) return;
    try {
      const ours = await renewLeases(this.#db, this.#owner, ids, this.#clock.now() + LEASE_MS);
      for (const id of ids) {
        if (!ours.has(id))
          this.#running.get(id)?.abort.abort(new Error('another process has taken the job over'));
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'leases of jobs cannot be renewed');
    }
  }

  /** Adds a random delay, so that jobs that failed together do not run again together. */
  #jittered(ms: number): number {
    const byte = this.#random.bytes(1)[0] ?? 0;
    return ms * (1 + byte / 2_560);
  }
}

/** Reason for aborting a job when the process stops. The aborted try of such a job does not count. */
class Stopping extends Error {
  override readonly name = 'Stopping';

  constructor() {
    super('the process stops');
  }
}

import { SHARE_ENV, Worker } from 'node:worker_threads';
import type { Policy } from '../diagnostics/policy.js';
import { FileQueue, NOTHING } from './file-queue.js';
import type { FileReport, ValidateOptions } from './file-report.js';
import { type FileOutcome, outcomeOf } from './outcome.js';
import { unreadable } from './unreadable.js';
import type { FilesForWorker, WorkerAnswer } from './worker-job.js';

/** One file of many. */
export interface FileJob {
  readonly path: string;
  /** What the user wants of the findings in this file. */
  readonly policy?: Policy | undefined;
  /** How this thread validates it. */
  here(): Promise<FileReport>;
  /** Only this thread can: standard input and other streams. */
  readonly onlyHere?: boolean;
}

export interface PoolOptions {
  /** Workers besides this thread, which takes part; at least 1. */
  readonly workers: number;
  /** The built file that starts worker.ts. */
  readonly workerFile: string;
  readonly validate: ValidateOptions;
  /** Told of every outcome as soon as it is there, in whatever order. */
  readonly onOutcome?: (index: number, outcome: FileOutcome) => void;
}

/** Outcomes that may wait for an earlier, slower file: bounds memory. */
const MAX_AHEAD = 512;

/** How long this thread validates before its event loop gets a turn, for answers of workers and for signals. */
const TURN_MS = 10;

/** The number of this thread. */
const HERE = 0;

/**
 * Validates files in workers and in this thread, which would have nothing to do but to wait: of two cores it is
 * one. Outcomes come in the order of the jobs, however many workers there are.
 *
 * A worker that dies (out of memory, a crash of native code that spares the process) takes down its file
 * only: the file is tried once more, alone, in a fresh worker; when that dies too, it is `unreadable` with
 * code `worker-died`. Where no worker can be started, this thread does it all.
 */
export async function* validateInPool(
  jobs: readonly FileJob[],
  options: PoolOptions,
): AsyncGenerator<FileOutcome> {
  const pool = new Pool(jobs, options);
  try {
    for (let index = 0; index < jobs.length; index++) yield await pool.outcome(index);
  } finally {
    pool.stop();
  }
}

class Pool {
  readonly #jobs: readonly FileJob[];
  readonly #options: PoolOptions;
  readonly #shared: Int32Array;
  readonly #queue: FileQueue;
  readonly #files: FilesForWorker['files'];
  /** By number of the thread. */
  readonly #workers = new Map<number, Worker>();
  readonly #done = new Map<number, FileOutcome>();
  /** Files whose worker died, until they have had their second try. */
  readonly #casualties: number[] = [];
  #wanted = 0;
  #wake: () => void = () => {};
  #turn = Date.now();

  constructor(jobs: readonly FileJob[], options: PoolOptions) {
    this.#jobs = jobs;
    this.#options = options;
    this.#shared = FileQueue.shared(jobs.length, options.workers + 1);
    this.#queue = new FileQueue(this.#shared);
    this.#files = jobs.map(({ path, policy, onlyHere }) => (onlyHere ? null : { path, policy }));
    for (let thread = 1; thread <= options.workers; thread++) this.#start(thread);
  }

  /** The outcomes have to be asked for in order. */
  async outcome(index: number): Promise<FileOutcome> {
    this.#wanted = index;
    this.#allow();
    if (this.#jobs[index]!.onlyHere) await this.#here(index);
    for (;;) {
      const outcome = this.#done.get(index);
      if (outcome !== undefined) {
        this.#done.delete(index);
        return outcome;
      }
      await this.#step();
    }
  }

  stop(): void {
    this.#queue.allow(0);
    for (const worker of this.#workers.values()) void worker.terminate();
    this.#workers.clear();
  }

  /** One file, where there is one to take; otherwise waits for workers. */
  async #step(): Promise<void> {
    const index = this.#queue.take(HERE);
    if (index >= 0) {
      if (!this.#jobs[index]!.onlyHere) await this.#here(index);
      this.#queue.putBack(HERE);
      await this.#takeTurn();
    } else if (this.#casualties.length > 0 && this.#isQuiet()) {
      await this.#retryCasualties();
    } else {
      await this.#event();
    }
  }

  async #here(index: number): Promise<void> {
    this.#finish(index, await outcomeOf(() => this.#jobs[index]!.here()));
  }

  #finish(index: number, outcome: FileOutcome): void {
    this.#done.set(index, outcome);
    this.#options.onOutcome?.(index, outcome);
  }

  /** Resolves when a worker has answered or died. */
  #event(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  async #takeTurn(): Promise<void> {
    // A clock that is set back may cost a turn, but never all of them.
    if (Math.abs(Date.now() - this.#turn) < TURN_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#turn = Date.now();
  }

  /** After a death nothing new is begun until the file has been tried again. */
  #allow(): void {
    this.#queue.allow(
      this.#casualties.length > 0 ? 0 : Math.min(this.#jobs.length, this.#wanted + MAX_AHEAD),
    );
  }

  #isQuiet(): boolean {
    return [...this.#workers.keys()].every((thread) => this.#queue.taken(thread) === NOTHING);
  }

  #start(thread: number): void {
    const job: FilesForWorker = {
      shared: this.#shared,
      thread,
      files: this.#files,
      options: this.#options.validate,
    };
    const worker = startWorker(this.#options.workerFile, job);
    this.#workers.set(thread, worker);
    worker.on('message', ({ index, outcome }: WorkerAnswer) => {
      this.#finish(index, outcome);
      this.#wake();
    });
    // The death is told by `exit`; without a listener Node would end the process.
    worker.on('error', () => {});
    worker.on('exit', () => this.#ended(thread, worker));
  }

  /** A worker has come to its end, or died over a file. */
  #ended(thread: number, worker: Worker): void {
    if (this.#workers.get(thread) !== worker) return;
    this.#workers.delete(thread);
    const index = this.#queue.taken(thread);
    if (index !== NOTHING) {
      this.#queue.putBack(thread);
      if (!this.#done.has(index)) {
        this.#casualties.push(index);
        this.#allow();
      }
      if (!this.#queue.isEmpty) this.#start(thread);
    }
    this.#wake();
  }

  /** When all others have come to their end: alone, with nobody to share memory with. */
  async #retryCasualties(): Promise<void> {
    for (const index of this.#casualties.sort((a, b) => a - b)) {
      this.#finish(index, await this.#alone(index));
    }
    this.#casualties.length = 0;
    this.#allow();
  }

  #alone(index: number): Promise<FileOutcome> {
    const shared = FileQueue.shared(1, 1);
    new FileQueue(shared).allow(1);
    const { workerFile, validate } = this.#options;
    const files = [this.#files[index] ?? null];
    const worker = startWorker(workerFile, { shared, thread: HERE, files, options: validate });
    return new Promise((resolve) => {
      let reason = '';
      worker.on('error', (error) => {
        reason = error instanceof Error ? error.message : String(error);
      });
      worker.on('message', ({ outcome }: WorkerAnswer) => resolve(outcome));
      worker.on('exit', (code) => {
        const message = `validating it ended the worker twice: ${reason || `exit code ${code}`}`;
        resolve({ report: unreadable('worker-died', message) });
      });
    });
  }
}

/** Its environment is ours: copying it costs, and it changes nothing. */
function startWorker(file: string, job: FilesForWorker): Worker {
  return new Worker(file, { workerData: job, env: SHARE_ENV, trackUnmanagedFds: false });
}

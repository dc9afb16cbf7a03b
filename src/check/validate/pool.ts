import type { Policy } from '../../base/diagnostics/policy.js';
import { FileQueue, NO_FILES } from './file-queue.js';
import { type FileReport, unreadable, type ValidateOptions } from './file-report.js';
import { type FileOutcome, type FilesForWorker, outcomeOf } from './worker-job.js';
import { WorkerPool } from './worker-pool.js';

/** A file to validate, in a list of many files. */
export interface FileJob {
  readonly path: string;
  readonly policy?: Policy | undefined;
  here(): Promise<FileReport>;
  /** True if only this thread can read the file, such as standard input or another stream. */
  readonly onlyHere?: boolean;
}

export interface PoolOptions {
  /** Number of workers in addition to this thread, which also validates files; at least 1. */
  readonly workers: number;
  /** The built file that starts worker.ts. */
  readonly workerFile: string;
  readonly validate: ValidateOptions;
  /** Called with every outcome as soon as it is known, in any order. */
  readonly onOutcome?: (index: number, outcome: FileOutcome) => void;
}

/**
 * Maximum number of outcomes that wait for an earlier, slower file. The number limits the memory for
 * outcomes.
 */
const MAX_AHEAD = 512;

/**
 * Time in milliseconds after which this thread returns to its event loop, to receive messages from workers
 * and signals.
 */
const TURN_MS = 10;

/**
 * Interval in milliseconds for checks whether a file has been put back, because no message announces such a
 * file.
 */
const LOOK_MS = 5;

/** Number of this thread in the queue. */
const HERE = 0;

/**
 * Validates files in workers and in this thread, which on two cores is half of the computing power. Outcomes
 * come in the order of the jobs, for any number of workers.
 *
 * If a worker dies (out of memory, or a native crash that does not end the process), only its file is
 * affected: the file is validated again, alone, in a new worker. If the new worker also dies, the file is
 * `unreadable` with code `worker-died`. If no worker can be started, this thread validates all files.
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
  readonly #workers: WorkerPool;
  readonly #done = new Map<number, FileOutcome>();
  /** By file: 1 if the outcome of the file is known; otherwise 0. */
  readonly #isDone: Uint8Array;
  /** Files whose worker died, and that are not validated again yet. */
  readonly #casualties: number[] = [];
  #wanted = 0;
  #wake: () => void = () => {};
  #turn = Date.now();
  #stopped = false;

  constructor(jobs: readonly FileJob[], options: PoolOptions) {
    this.#jobs = jobs;
    this.#options = options;
    this.#shared = FileQueue.shared(jobs.length, options.workers + 1);
    this.#queue = new FileQueue(this.#shared);
    this.#isDone = new Uint8Array(jobs.length);
    this.#files = jobs.map(({ path, policy, onlyHere }) => (onlyHere ? null : { path, policy }));
    this.#workers = new WorkerPool(options.workerFile, options.workers);
    for (let thread = 1; thread <= options.workers; thread++) void this.#emptyQueue(thread);
  }

  /** Returns an outcome; call this in the order of the files. */
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
    this.#stopped = true;
    this.#queue.allow(0);
    this.#workers.stop();
  }

  /**
   * Lets a worker take files until no files are left, and starts another worker if the worker dies on a file.
   */
  async #emptyQueue(thread: number): Promise<void> {
    const files = { shared: this.#shared, thread, files: this.#files, options: this.#options.validate };
    do {
      await this.#workers.validate(files, ({ index, outcome }) => {
        this.#finish(index, outcome);
        this.#wake();
      });
    } while (this.#isBereft(thread));
  }

  /** Records the file on which a worker died, if any. @returns true if another worker is needed */
  #isBereft(thread: number): boolean {
    const index = this.#queue.taken(thread);
    if (this.#stopped || index === NO_FILES) return false;
    this.#queue.putBack(thread);
    if (this.#isDone[index] === 0) {
      this.#casualties.push(index);
      this.#allow();
    }
    this.#wake();
    return !this.#queue.isEmpty;
  }

  /** Validates one file if one can be taken; otherwise waits for workers. */
  async #step(): Promise<void> {
    const index = this.#queue.take(HERE);
    if (index >= 0) {
      if (!this.#jobs[index]!.onlyHere) await this.#here(index);
      this.#queue.putBack(HERE);
      await this.#takeTurn();
    } else if (this.#casualties.length > 0 && this.#isQuiet()) {
      await this.#retryCasualties();
    } else {
      await this.#event(this.#casualties.length > 0 ? LOOK_MS : undefined);
    }
  }

  async #here(index: number): Promise<void> {
    this.#finish(index, await outcomeOf(() => this.#jobs[index]!.here()));
  }

  #finish(index: number, outcome: FileOutcome): void {
    if (this.#isDone[index] === 1) return;
    this.#isDone[index] = 1;
    this.#done.set(index, outcome);
    this.#options.onOutcome?.(index, outcome);
  }

  /** Resolves when a worker has sent an outcome or died, or after the timeout. */
  async #event(timeoutMs?: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (timeoutMs !== undefined) timer = setTimeout(resolve, timeoutMs);
    });
    clearTimeout(timer);
  }

  async #takeTurn(): Promise<void> {
    // `Math.abs` ensures that this thread still returns to its event loop after the clock was set back.
    if (Math.abs(Date.now() - this.#turn) < TURN_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#turn = Date.now();
  }

  /**
   * Allows workers to take files. After the death of a worker, no new file is allowed until the file of the
   * dead worker has been validated again.
   */
  #allow(): void {
    this.#queue.allow(
      this.#casualties.length > 0 ? 0 : Math.min(this.#jobs.length, this.#wanted + MAX_AHEAD),
    );
  }

  #isQuiet(): boolean {
    for (let thread = 1; thread <= this.#options.workers; thread++) {
      if (this.#queue.taken(thread) !== NO_FILES) return false;
    }
    return true;
  }

  /**
   * Validates each file of a dead worker alone, when no other file is in progress, so that no other workers
   * use memory.
   */
  async #retryCasualties(): Promise<void> {
    for (const index of this.#casualties.sort((a, b) => a - b)) {
      this.#finish(index, await this.#alone(index));
    }
    this.#casualties.length = 0;
    this.#allow();
  }

  async #alone(index: number): Promise<FileOutcome> {
    const { workerFile, validate: options } = this.#options;
    const shared = FileQueue.shared(1, 1);
    new FileQueue(shared).allow(1);
    let outcome: FileOutcome | undefined;
    const worker = new WorkerPool(workerFile, 1);
    try {
      const files = { shared, thread: HERE, files: [this.#files[index] ?? null], options };
      const death = await worker.validate(files, (answer) => {
        outcome = answer.outcome;
      });
      return (
        outcome ?? { report: unreadable('worker-died', `validating it ended the worker twice: ${death}`) }
      );
    } finally {
      worker.stop();
    }
  }
}

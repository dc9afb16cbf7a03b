import { Piscina } from 'piscina';
import type { Policy } from '../diagnostics/policy.js';
import type { FileReport, ValidateOptions } from './file-report.js';
import { type FileOutcome, outcomeOf, type WorkerTask } from './outcome.js';
import { unreadable } from './unreadable.js';

/** One file of many. */
export interface FileJob {
  readonly path: string;
  /** What the user wants of the findings in this file. */
  readonly policy?: Policy;
  /** How this thread validates it, where only it can: standard input and other streams. */
  readonly here?: () => Promise<FileReport>;
}

export interface PoolOptions {
  /** Workers, at least 1. */
  readonly threads: number;
  /** The built file of worker.ts. */
  readonly workerFile: string;
  readonly validate: ValidateOptions;
  /** Told of every outcome as soon as it is there, in whatever order. */
  readonly onOutcome?: (index: number, outcome: FileOutcome) => void;
}

/** Outcomes that may wait for an earlier, slower file: bounds memory. */
const MAX_AHEAD = 512;

/**
 * Validates files in workers. Outcomes come in the order of the jobs, however many workers there are.
 *
 * A worker that dies (out of memory, a crash of native code that spares the process) takes down its file
 * only: the file is tried once more, alone, in a fresh worker; when that dies too, it is `unreadable` with
 * code `worker-died`.
 */
export async function* validateInPool(
  jobs: readonly FileJob[],
  options: PoolOptions,
): AsyncGenerator<FileOutcome> {
  const dispatcher = new Dispatcher(jobs, options);
  try {
    for (let index = 0; index < jobs.length; index++) {
      const { here } = jobs[index]!;
      if (here === undefined) {
        yield await dispatcher.outcome(index);
      } else {
        const outcome = await outcomeOf(here);
        options.onOutcome?.(index, outcome);
        yield outcome;
      }
    }
  } finally {
    await dispatcher.stop();
  }
}

class Dispatcher {
  private pool: Piscina | undefined;
  private readonly done = new Map<number, FileOutcome>();
  /** The next job to start, and the one that is waited for. */
  private next = 0;
  private wanted = 0;
  private wake: (() => void) | undefined;
  private underWay = 0;
  /** Jobs whose worker died, until they have had their second try. */
  private casualties: number[] = [];
  private stopped = false;

  constructor(
    private readonly jobs: readonly FileJob[],
    private readonly options: PoolOptions,
  ) {}

  async outcome(index: number): Promise<FileOutcome> {
    this.wanted = index;
    this.start();
    while (!this.done.has(index)) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    const outcome = this.done.get(index)!;
    this.done.delete(index);
    return outcome;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.discardPool();
  }

  /** Keeps every worker busy. After a death nothing new is started until the file has been tried again. */
  private start(): void {
    const { jobs, options } = this;
    while (
      !this.stopped &&
      this.casualties.length === 0 &&
      this.underWay < options.threads &&
      this.next < Math.min(jobs.length, this.wanted + MAX_AHEAD)
    ) {
      const index = this.next++;
      if (jobs[index]!.here !== undefined) continue;
      this.underWay++;
      this.pool ??= newPool(options.workerFile, options.threads);
      void this.attempt(index, this.pool);
    }
  }

  private async attempt(index: number, pool: Piscina): Promise<void> {
    try {
      this.finish(index, await this.run(index, pool));
    } catch {
      // A worker's own answer is never a rejection: this one has died.
      this.casualties.push(index);
    }
    this.underWay--;
    if (this.underWay === 0 && this.casualties.length > 0 && !this.stopped) await this.retryCasualties();
    this.start();
    this.wake?.();
  }

  /** When all others have come to their end: alone, with nobody to share memory with. */
  private async retryCasualties(): Promise<void> {
    await this.discardPool();
    for (const index of [...this.casualties].sort((a, b) => a - b)) {
      const alone = newPool(this.options.workerFile, 1);
      try {
        this.finish(index, await this.run(index, alone));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const message = `validating it ended the worker twice: ${reason}`;
        this.finish(index, { report: unreadable('worker-died', message) });
      }
      await destroy(alone);
    }
    this.casualties = [];
  }

  private finish(index: number, outcome: FileOutcome): void {
    this.done.set(index, outcome);
    this.options.onOutcome?.(index, outcome);
  }

  private run(index: number, pool: Piscina): Promise<FileOutcome> {
    const { path, policy } = this.jobs[index]!;
    const task: WorkerTask = { path, options: { ...this.options.validate, policy } };
    return pool.run(task) as Promise<FileOutcome>;
  }

  private async discardPool(): Promise<void> {
    const { pool } = this;
    this.pool = undefined;
    if (pool !== undefined) await destroy(pool);
  }
}

function newPool(filename: string, threads: number): Piscina {
  const pool = new Piscina({ filename, minThreads: threads, maxThreads: threads });
  // A worker that dies without a task is replaced; without a listener Node would end the process.
  pool.on('error', () => {});
  return pool;
}

/** Not `close`, which waits for ever for workers that cannot load; what is under way is not wanted any more. */
async function destroy(pool: Piscina): Promise<void> {
  try {
    await pool.destroy();
  } catch {
    // It is gone either way.
  }
}

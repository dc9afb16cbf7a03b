import type { Policy } from '../../base/diagnostics/policy.js';
import type { ValidateOptions } from './file-report.js';
import type { FileOutcome, ShardTask } from './outcome.js';

/** The task of a worker: files to take from a queue, or one shard of a large file. */
export type WorkerJob = FilesForWorker | ShardTask;

export interface FilesForWorker {
  /** Shared memory of the queue. */
  readonly shared: Int32Array;
  /** The worker's thread number in the queue. */
  readonly thread: number;
  /** By number in the queue; null for files of another thread. */
  readonly files: readonly (FileForWorker | null)[];
  readonly options: ValidateOptions;
  /** A separate port, which moves to the worker with the task. */
  readonly answers: { postMessage(answer: WorkerAnswer): void };
}

export interface FileForWorker {
  readonly path: string;
  /** The user's policy for findings in this file. */
  readonly policy: Policy | undefined;
}

/** Answer of a worker for each validated file. */
export interface WorkerAnswer {
  readonly index: number;
  readonly outcome: FileOutcome;
}

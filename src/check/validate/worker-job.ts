import type { Policy } from '../../base/diagnostics/policy.js';
import type { ValidateOptions } from './file-report.js';
import type { FileOutcome, ShardTask } from './outcome.js';

/** The task of a worker: files of many to take from a queue, or one shard of a large file. */
export type WorkerJob = FilesForWorker | ShardTask;

export interface FilesForWorker {
  /** Of the queue. */
  readonly shared: Int32Array;
  /** Which of the queue's threads the worker is. */
  readonly thread: number;
  /** By number in the queue; null for those that are for another thread. */
  readonly files: readonly (FileForWorker | null)[];
  readonly options: ValidateOptions;
  /** A port of its own, that moves to the worker with the task. */
  readonly answers: { postMessage(answer: WorkerAnswer): void };
}

export interface FileForWorker {
  readonly path: string;
  /** What the user wants of the findings in this file. */
  readonly policy: Policy | undefined;
}

/** What a worker that validates files says of each. */
export interface WorkerAnswer {
  readonly index: number;
  readonly outcome: FileOutcome;
}

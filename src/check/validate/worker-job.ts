import type { Collecting, Policy } from '../../base/diagnostics/policy.js';
import { openFile } from '../../base/source/file.js';
import { type FileReport, unreadable, type ValidateOptions } from './file-report.js';
import { type ShardContext, type ShardResult, scanShard } from './shards.js';

/**
 * Outcome for one file of many: the report, and the internal error, if any, because of which the file is
 * unreadable.
 */
export interface FileOutcome {
  readonly report: FileReport;
  readonly bug?: { readonly name: string; readonly message: string; readonly stack?: string | undefined };
}

/** Contexts of one large file that one worker scans. */
export interface ShardTask {
  readonly path: string;
  readonly contexts: readonly ShardContext[];
  readonly collecting: Collecting;
}

/**
 * Returns the outcome of a file. An internal error becomes the outcome of the file, so that other files are
 * still validated.
 */
export async function outcomeOf(run: () => Promise<FileReport>): Promise<FileOutcome> {
  try {
    return { report: await run() };
  } catch (error) {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    return { report: unreadable('internal-error', `${name}: ${message}`), bug: { name, message, stack } };
  }
}

/** Scans a shard. The file is opened only for this shard. */
export async function runShard({ path, contexts, collecting }: ShardTask): Promise<ShardResult> {
  const source = await openFile(path);
  try {
    return await scanShard(source, contexts, collecting);
  } finally {
    await source.close();
  }
}

/** The task of a worker: files to take from a queue, or one shard of a large file. */
export type WorkerJob = FilesForWorker | ShardTask;

export interface FilesForWorker {
  /** Shared memory of the queue. */
  readonly shared: Int32Array;
  readonly thread: number;
  /** Files by number in the queue; null for files of another thread. */
  readonly files: readonly (FileForWorker | null)[];
  readonly options: ValidateOptions;
  /** Separate port for outcomes, which is transferred to the worker with the task. */
  readonly answers: { postMessage(answer: WorkerAnswer): void };
}

interface FileForWorker {
  readonly path: string;
  readonly policy: Policy | undefined;
}

export interface WorkerAnswer {
  readonly index: number;
  readonly outcome: FileOutcome;
}

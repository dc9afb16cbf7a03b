import type { Collecting } from '../diagnostics/policy.js';
import { openFile } from '../source/file.js';
import type { FileReport, ValidateOptions } from './file-report.js';
import { type ShardContext, type ShardResult, scanShard } from './shards.js';
import { unreadable } from './unreadable.js';
import { validateFile } from './validate-file.js';

/** What came of one file of many: its report, and the bug of ours that kept it from being a better one. */
export interface FileOutcome {
  readonly report: FileReport;
  readonly bug?: { readonly name: string; readonly message: string; readonly stack?: string | undefined };
}

/** What a worker is sent: a file of many, or contexts of one large file. */
export type WorkerTask = FileTask | ShardTask;

export interface FileTask {
  readonly path: string;
  readonly options: ValidateOptions;
}

export interface ShardTask {
  readonly path: string;
  readonly contexts: readonly ShardContext[];
  readonly collecting: Collecting;
}

/** A bug met in one file must not lose the others: it becomes that file's outcome. */
export async function outcomeOf(run: () => Promise<FileReport>): Promise<FileOutcome> {
  try {
    return { report: await run() };
  } catch (error) {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    return { report: unreadable('internal-error', `${name}: ${message}`), bug: { name, message, stack } };
  }
}

/** The whole job of a worker, as plain data on both sides. */
export function runTask(task: WorkerTask): Promise<FileOutcome | ShardResult> {
  if ('contexts' in task) return runShard(task);
  return outcomeOf(() => validateFile(task.path, task.options));
}

async function runShard({ path, contexts, collecting }: ShardTask): Promise<ShardResult> {
  const source = await openFile(path);
  try {
    return await scanShard(source, contexts, collecting);
  } finally {
    await source.close();
  }
}

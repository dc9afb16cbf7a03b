import type { Collecting } from '../../base/diagnostics/policy.js';
import { openFile } from '../../base/source/file.js';
import type { FileReport } from './file-report.js';
import { type ShardContext, type ShardResult, scanShard } from './shards.js';
import { unreadable } from './unreadable.js';

/** Outcome for one file of many: its report, and an internal error that made the report worse. */
export interface FileOutcome {
  readonly report: FileReport;
  readonly bug?: { readonly name: string; readonly message: string; readonly stack?: string | undefined };
}

/** Contexts of one large file, for the worker that scans them. */
export interface ShardTask {
  readonly path: string;
  readonly contexts: readonly ShardContext[];
  readonly collecting: Collecting;
}

/** An internal error in one file must not lose the others: it becomes that file's outcome. */
export async function outcomeOf(run: () => Promise<FileReport>): Promise<FileOutcome> {
  try {
    return { report: await run() };
  } catch (error) {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    return { report: unreadable('internal-error', `${name}: ${message}`), bug: { name, message, stack } };
  }
}

/** Scans a shard, with the file opened for it alone. */
export async function runShard({ path, contexts, collecting }: ShardTask): Promise<ShardResult> {
  const source = await openFile(path);
  try {
    return await scanShard(source, contexts, collecting);
  } finally {
    await source.close();
  }
}

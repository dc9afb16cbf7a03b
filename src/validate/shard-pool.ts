import { SHARE_ENV, Worker } from 'node:worker_threads';
import type { Collecting } from '../diagnostics/policy.js';
import { runShard, type ShardTask } from './outcome.js';
import { SHARDED_FROM, type ShardResult, type ShardRunner } from './shards.js';

/** Runs shards of one file, the first in this thread and the others in a worker each. To be stopped when the file is done. */
export class ShardPool implements ShardRunner {
  readonly minimumBytes: number;
  readonly shards: number;
  readonly #workers: Worker[] = [];
  #begun = 0;

  /**
   * @param path of the file, which each worker opens for itself
   * @param workerFile the built file that starts worker.ts
   * @param threads this one included, at least 2
   */
  constructor(
    private readonly path: string,
    private readonly workerFile: string,
    threads: number,
    minimumBytes = SHARDED_FROM,
  ) {
    this.shards = threads;
    this.minimumBytes = minimumBytes;
  }

  async run(contexts: Parameters<ShardRunner['run']>[0], collecting: Collecting): Promise<ShardResult> {
    const task: ShardTask = { path: this.path, contexts, collecting };
    if (this.#begun++ > 0) return this.#inWorker(task);
    // The others are to begin before this thread is busy.
    await new Promise((resolve) => setImmediate(resolve));
    return runShard(task);
  }

  stop(): void {
    for (const worker of this.#workers) void worker.terminate();
  }

  /** A worker that cannot be loaded, or dies, leaves the work to this thread. */
  #inWorker(task: ShardTask): Promise<ShardResult> {
    const worker = new Worker(this.workerFile, {
      workerData: task,
      env: SHARE_ENV,
      trackUnmanagedFds: false,
    });
    this.#workers.push(worker);
    return new Promise<ShardResult>((resolve, reject) => {
      worker.on('message', resolve);
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`a worker ended with ${code}`)));
    }).catch(() => runShard(task));
  }
}

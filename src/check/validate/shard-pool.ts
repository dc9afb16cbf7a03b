import type { Collecting } from '../../base/diagnostics/policy.js';
import { SHARDED_FROM, type ShardResult, type ShardRunner } from './shards.js';
import { runShard, type ShardTask } from './worker-job.js';
import { WorkerPool } from './worker-pool.js';

/**
 * Runs shards of one file: the first shard in this thread, and each other shard in a worker. Call `stop` when
 * the file is done.
 */
export class ShardPool implements ShardRunner {
  readonly minimumBytes: number;
  readonly shards: number;
  /** Created for the first shard in a worker, because most files have no shards. */
  #pool: WorkerPool | undefined;
  #begun = 0;
  #stopped = false;

  /**
   * @param path path of the file, which each worker opens separately
   * @param workerFile the built file that starts worker.ts
   * @param threads number of threads including this one, at least 2
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
    // Workers begin before this thread is busy.
    await new Promise((resolve) => setImmediate(resolve));
    return runShard(task);
  }

  stop(): void {
    this.#stopped = true;
    this.#pool?.stop();
  }

  /** Runs a shard in a worker. If the worker cannot be loaded, or dies, this thread scans the shard. */
  async #inWorker(task: ShardTask): Promise<ShardResult> {
    try {
      this.#pool ??= new WorkerPool(this.workerFile, this.shards - 1);
      return await this.#pool.scan(task);
    } catch (error) {
      if (this.#stopped) throw error;
      return runShard(task);
    }
  }
}

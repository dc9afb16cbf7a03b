import { Piscina } from 'piscina';
import type { Collecting } from '../diagnostics/policy.js';
import type { WorkerTask } from './outcome.js';
import { SHARDED_FROM, type ShardResult, type ShardRunner } from './shards.js';

/** Runs shards of one file in workers of its own. To be stopped when the file is done. */
export class ShardPool implements ShardRunner {
  readonly minimumBytes: number;
  readonly shards: number;
  #pool: Piscina | undefined;

  /**
   * @param path of the file, which each worker opens for itself
   * @param workerFile the built file of worker.ts
   * @param threads at least 2
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
    this.#pool ??= this.#start();
    const task: WorkerTask = { path: this.path, contexts, collecting };
    return (await this.#pool.run(task)) as ShardResult;
  }

  async stop(): Promise<void> {
    try {
      await this.#pool?.destroy();
    } catch {
      // It is gone either way.
    }
  }

  #start(): Piscina {
    const pool = new Piscina({ filename: this.workerFile, minThreads: this.shards, maxThreads: this.shards });
    // A worker that dies fails its task; without a listener Node would end the process.
    pool.on('error', () => {});
    return pool;
  }
}

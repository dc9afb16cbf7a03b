import { MessageChannel, type MessagePort, receiveMessageOnPort, SHARE_ENV } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { ShardTask } from './outcome.js';
import type { ShardResult } from './shards.js';
import type { FilesForWorker, WorkerAnswer, WorkerJob } from './worker-job.js';

/**
 * Worker threads, which piscina starts at once, and another one for each that dies. A worker has one task for
 * as long as there is work; what it takes and sends meanwhile goes past the pool. Where the system gives no
 * threads, all tasks fail.
 */
export class WorkerPool {
  readonly #pool: Piscina | Error;

  /**
   * @param workerFile the built file that starts worker.ts
   * @param workers at least 1, and no less than there will be tasks at once: where workers cannot be loaded,
   *   piscina fails the tasks that its first ones have, and others would wait for ever
   */
  constructor(workerFile: string, workers: number) {
    this.#pool = startWorkers(workerFile, workers);
  }

  /**
   * Has a worker validate files until there are none. All it sent is passed on before this resolves.
   * @returns what it died of, where it did
   */
  async validate(
    files: Omit<FilesForWorker, 'answers'>,
    onAnswer: (answer: WorkerAnswer) => void,
  ): Promise<string | undefined> {
    const { port1: ours, port2: answers } = new MessageChannel();
    ours.on('message', onAnswer);
    // The task keeps the process alive, for as long as there is a worker that has it.
    ours.unref();
    try {
      await this.#run({ ...files, answers }, [answers]);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      // What it sent last may be here without having been passed on yet.
      for (let next = receiveMessageOnPort(ours); next; next = receiveMessageOnPort(ours))
        onAnswer(next.message);
      ours.close();
    }
  }

  /** @throws when its worker cannot be loaded, or dies, or the scan itself fails */
  async scan(task: ShardTask): Promise<ShardResult> {
    return (await this.#run(task)) as ShardResult;
  }

  /** Ends the workers, whatever they are at. Their tasks fail. */
  stop(): void {
    // Not `close`, which would wait for what is under way, and for ever where workers cannot be loaded.
    if (this.#pool instanceof Piscina) this.#pool.destroy().catch(() => {});
  }

  async #run(task: WorkerJob, transferList: readonly MessagePort[] = []): Promise<unknown> {
    if (this.#pool instanceof Error) throw this.#pool;
    return this.#pool.run(task, { transferList: [...transferList] });
  }
}

function startWorkers(filename: string, workers: number): Piscina | Error {
  try {
    const pool = new Piscina({
      filename,
      minThreads: workers,
      maxThreads: workers,
      // Ours: copying it costs, and changes nothing.
      env: SHARE_ENV,
      trackUnmanagedFds: false,
      recordTiming: false,
      // They make many small tasks faster, block a worker that has none, and hold back the end of a task.
      atomics: 'disabled',
    });
    // Of a worker that dies without a task. Without a listener Node would end the process.
    pool.on('error', () => {});
    return pool;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

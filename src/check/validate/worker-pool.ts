import { MessageChannel, type MessagePort, receiveMessageOnPort, SHARE_ENV } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { ShardResult } from './shards.js';
import type { FilesForWorker, ShardTask, WorkerAnswer, WorkerJob } from './worker-job.js';

/**
 * Worker threads, which piscina starts at once; it replaces each one that dies. A worker has one task for as
 * long as there is work; the files and answers of the task bypass the pool. If the system denies threads, all
 * tasks fail.
 */
export class WorkerPool {
  readonly #pool: Piscina | Error;

  /**
   * @param workerFile the built file that starts worker.ts
   * @param workers at least 1, and at least the number of simultaneous tasks: if workers cannot be loaded,
   * piscina fails the tasks of its first workers, and other tasks would wait for ever
   */
  constructor(workerFile: string, workers: number) {
    this.#pool = startWorkers(workerFile, workers);
  }

  /**
   * Lets a worker validate files until none are left. All answers are passed on before this resolves.
   * @returns the reason of the worker's death; undefined if it survived
   */
  async validate(
    files: Omit<FilesForWorker, 'answers'>,
    onAnswer: (answer: WorkerAnswer) => void,
  ): Promise<string | undefined> {
    const { port1: ours, port2: answers } = new MessageChannel();
    ours.on('message', onAnswer);
    // The task keeps the process alive as long as a worker has it.
    ours.unref();
    try {
      await this.#run({ ...files, answers }, [answers]);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      // The last answers may have arrived without having been passed on.
      for (let next = receiveMessageOnPort(ours); next; next = receiveMessageOnPort(ours))
        onAnswer(next.message);
      ours.close();
    }
  }

  /** @throws if its worker cannot be loaded, or dies, or the scan itself fails */
  async scan(task: ShardTask): Promise<ShardResult> {
    return (await this.#run(task)) as ShardResult;
  }

  /** Ends the workers, even during a task. Their tasks fail. */
  stop(): void {
    // `close` is not used: it would wait for running tasks, and for ever if workers cannot be loaded.
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
      // Workers share the environment of this process, because a copy costs time without any benefit.
      env: SHARE_ENV,
      trackUnmanagedFds: false,
      recordTiming: false,
      // Atomics make many small tasks faster, but block an idle worker, and delay the end of a task.
      atomics: 'disabled',
    });
    // Errors of a worker that dies without a task. Without a listener, Node would end the process.
    pool.on('error', () => {});
    return pool;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

import { MessageChannel, type MessagePort, receiveMessageOnPort, SHARE_ENV } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { ShardResult } from './shards.js';
import type { FilesForWorker, ShardTask, WorkerAnswer, WorkerJob } from './worker-job.js';

/**
 * Worker threads. Piscina starts all workers at once, and replaces each worker that dies. A worker has a
 * single task until no work is left; the files and outcomes of the task bypass the pool. If the system denies
 * threads, all tasks fail.
 */
export class WorkerPool {
  readonly #pool: Piscina | Error;

  /**
   * @param workerFile the built file that starts worker.ts
   * @param workers number of workers: at least 1, and at least the number of simultaneous tasks, because if
   * workers cannot be loaded, piscina fails the tasks of its first workers, and other tasks would wait
   * forever
   */
  constructor(workerFile: string, workers: number) {
    this.#pool = startWorkers(workerFile, workers);
  }

  /**
   * Lets a worker validate files until no files are left. All messages of the worker are passed on before the
   * promise resolves.
   * @returns the reason of the worker's death; undefined if the worker survived
   */
  async validate(
    files: Omit<FilesForWorker, 'answers'>,
    onAnswer: (answer: WorkerAnswer) => void,
  ): Promise<string | undefined> {
    const { port1: ours, port2: answers } = new MessageChannel();
    ours.on('message', onAnswer);
    // The process stays alive because of the task, not because of this port.
    ours.unref();
    try {
      await this.#run({ ...files, answers }, [answers]);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      // Answers that arrived last are passed on, because they may still wait in the port.
      for (let next = receiveMessageOnPort(ours); next; next = receiveMessageOnPort(ours))
        onAnswer(next.message);
      ours.close();
    }
  }

  /** @throws if the worker cannot be loaded or dies, or the scan fails */
  async scan(task: ShardTask): Promise<ShardResult> {
    return (await this.#run(task)) as ShardResult;
  }

  /** Ends the workers, even during a task. Tasks in progress fail. */
  stop(): void {
    // `close` is not used, because it would wait for running tasks, and would wait forever if workers cannot
    // be loaded.
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
      // Atomics are disabled: they make many small tasks faster, but block idle workers, and delay the end of
      // a task.
      atomics: 'disabled',
    });
    // A worker that dies without a task emits an error. Without a listener, Node would end the process.
    pool.on('error', () => {});
    return pool;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

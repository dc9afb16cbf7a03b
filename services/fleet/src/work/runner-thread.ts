import { Worker } from 'node:worker_threads';
import type { ObjectResult } from '../results/result.js';
import type { Limits } from './limits.js';
import {
  BEAT,
  BEGUN,
  FIRST_STATE,
  STOP,
  type ThreadAnswer,
  type ThreadObject,
  type ThreadOrder,
} from './protocol.js';
import { shortageOf } from './shortage.js';

/** Interval at which a thread is checked. */
const LOOK_MS = 250;

/**
 * Time limit for the start of a thread. This is longer than the limit for an object without progress, because
 * a start takes long on a busy machine.
 */
const BEGIN_MS = 60_000;

export interface Outcome {
  readonly results: readonly ObjectResult[];
  /** Objects that cannot be read for a temporary reason. */
  readonly notNow: ReadonlyMap<ThreadObject, string>;
  /** Objects that were in progress when the thread died. One of these objects may be the cause. */
  readonly suspects: readonly ThreadObject[];
  /** Objects that were not begun, or whose results were lost with the thread. */
  readonly rest: readonly ThreadObject[];
  /** Reason for the thread's death, if it died. */
  readonly death: string | undefined;
  /** Objects denied by the storage; the cause may concern the object or the whole run. */
  readonly denied: ReadonlyMap<ThreadObject, string>;
  /** Reason why no object of the source can be read; undefined if objects can be read. */
  readonly hold: string | undefined;
}

/**
 * The thread does not start, or lacks memory or files, whatever the object is. A retry in the same process is
 * useless.
 */
export class ThreadFailure extends Error {
  override readonly name = 'ThreadFailure';
}

/**
 * A thread that validates objects, and is ended when it exceeds a limit. The thread is started on first use.
 */
export class RunnerThread {
  #worker: Worker | undefined;
  #stop: (() => void) | undefined;
  #stopped = false;

  constructor(
    private readonly limits: Limits,
    private readonly module: string | undefined,
  ) {}

  /** Makes the thread finish the current objects and start no others. */
  stop(): void {
    this.#stopped = true;
    this.#stop?.();
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  /**
   * @param mostMs limit for the total time of the order
   * @param heard called with results as they arrive
   * @throws ThreadFailure if the thread ends before it has started its work
   */
  run(
    order: Omit<ThreadOrder, 'shared'>,
    {
      mostMs = Number.POSITIVE_INFINITY,
      heard = () => {},
    }: { readonly mostMs?: number; readonly heard?: (results: readonly ObjectResult[]) => void } = {},
  ): Promise<Outcome> {
    const { objects } = order;
    const shared = new SharedArrayBuffer((FIRST_STATE + objects.length) * Int32Array.BYTES_PER_ELEMENT);
    const cells = new Int32Array(shared);
    this.#stop = () => Atomics.store(cells, STOP, 1);
    if (this.#stopped) this.#stop();
    const worker = this.#started();
    const results: ObjectResult[] = [];
    const notNow = new Map<ThreadObject, string>();
    const denied = new Map<ThreadObject, string>();
    let hold: string | undefined;
    let shortage: string | undefined;

    return new Promise((resolve, reject) => {
      let death: string | undefined;
      const watch = this.#watch(cells, mostMs, (reason) => {
        death ??= reason;
        void worker.terminate();
      });
      const finish = (reason: string | undefined) => {
        clearInterval(watch);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        // If a thread that is ending had a late error, and no listener, the error would end the process.
        if (reason !== undefined) worker.on('error', () => {});
        this.#stop = undefined;
        if (reason !== undefined) this.#worker = undefined;
        if (shortage !== undefined) {
          reject(new ThreadFailure(shortage));
          return;
        }
        // The thread has not begun an object, so no object can be the cause of its death.
        if (reason !== undefined && Atomics.load(cells, BEAT) === 0) {
          reject(new ThreadFailure(`the thread could not start: ${reason}`));
          return;
        }
        const done = new Set(results.map(({ objectId }) => objectId));
        const open = objects.filter(
          (object) => !done.has(object.objectId) && !notNow.has(object) && !denied.has(object),
        );
        const begun = (object: ThreadObject) =>
          Atomics.load(cells, FIRST_STATE + objects.indexOf(object)) === BEGUN;
        const suspects = reason === undefined ? [] : open.filter(begun);
        const suspected = new Set(suspects);
        const rest = open.filter((object) => !suspected.has(object));
        resolve({ results, notNow, denied, suspects, rest, death: reason, hold });
      };
      const onMessage = (answer: ThreadAnswer) => {
        if (answer.kind === 'results') {
          results.push(...answer.results);
          heard(answer.results);
        } else if (answer.kind === 'not-now')
          notNow.set(objects[answer.index] as ThreadObject, answer.message);
        else if (answer.kind === 'denied') denied.set(objects[answer.index] as ThreadObject, answer.message);
        else if (answer.kind === 'hold') hold ??= answer.message;
        else if (answer.kind === 'shortage') shortage ??= answer.message;
        else finish(undefined);
      };
      const onError = (error: Error & { code?: string }) => {
        shortage ??= shortageOf(error)?.message;
        death ??=
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? `out of memory (${this.limits.heapMiB} MiB)`
            : `${error.name}: ${error.message}`;
      };
      const onExit = (code: number) => finish(death ?? `ended with code ${code}`);
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage({ ...order, shared } satisfies ThreadOrder);
    });
  }

  #started(): Worker {
    this.#worker ??= new Worker(new URL('./thread.js', import.meta.url), {
      workerData: { module: this.module },
      resourceLimits: { maxOldGenerationSizeMb: this.limits.heapMiB },
    });
    return this.#worker;
  }

  #watch(cells: Int32Array, mostMs: number, end: (reason: string) => void): NodeJS.Timeout {
    const { stallMs, processMiB } = this.limits;
    let beat = Atomics.load(cells, BEAT);
    // The clock is monotonic, so that setting the system's clock does not change the limits.
    let begun = performance.now();
    let heard = begun;
    return setInterval(() => {
      const now = performance.now();
      const latest = Atomics.load(cells, BEAT);
      if (latest !== beat) heard = now;
      // The thread's time for loading its code does not count against the limits of an object.
      if (beat === 0 && latest !== 0) begun = now;
      beat = latest;
      const quietMs = beat === 0 ? Math.max(BEGIN_MS, stallMs) : stallMs;
      if (now - heard > quietMs) end(`no sign of life for ${quietMs / 1_000} s`);
      else if (beat !== 0 && now - begun > mostMs) end(`not done after ${mostMs / 1_000} s`);
      else if (process.memoryUsage.rss() > processMiB * 1_048_576) end(`more than ${processMiB} MiB`);
    }, LOOK_MS);
  }
}

import { type Database, DatabaseUnavailable } from '@services/kit/db';
import type { Logger } from '@services/kit/log';
import { type ObjectResult, wasRead } from '../results/result.js';
import { knownOf } from '../runs/baseline.js';
import { type Batch, type BatchObject, batchOf, noteTrying } from '../runs/batches.js';
import { holdRun } from '../runs/control.js';
import { nameOf } from '../runs/rules.js';
import { configOf, type Run, runById } from '../runs/run.js';
import { siblingsOf } from '../runs/take-over.js';
import { BatchStore } from './batch-store.js';
import { Counted } from './counted.js';
import { diedOf, type Judged, judge, judgeAlone, nothingJudged } from './judge.js';
import type { Limits } from './limits.js';
import { deniedInARow, MAX_DENIED, type ThreadObject } from './protocol.js';
import { RunnerThread, ThreadFailure } from './runner-thread.js';
import { Slots } from './slots.js';

/**
 * Number of objects that a thread processes at the same time. Processing an object of a bucket consists
 * mostly of waiting for responses.
 */
const AT_ONCE = 16;

/** Time for which a list of other runs with the same rules is cached. */
const SIBLINGS_MS = 500;

/**
 * Number of processes that may die while they try an object alone, before the object is unreadable. One death
 * is not enough, because it may have another cause.
 */
const MAX_DEATHS = 3;

export interface BatchWorkOptions {
  readonly db: Database;
  readonly log: Logger;
  readonly threads: number;
  readonly limits: Limits;
  /** Module that opens objects of another scheme. */
  readonly module: string | undefined;
  /** Number of times that unreadable objects are queued again. */
  readonly rounds: number;
}

/** A run with its file of settings. */
type WholeRun = Run & { readonly config: string };

interface Task {
  readonly batch: Batch;
  readonly run: WholeRun;
  readonly objects: readonly ThreadObject[];
  /** Objects that another run is processing. */
  readonly elsewhere: readonly ThreadObject[];
}

/**
 * Processes batches: validates their objects in threads and stores the results in one transaction with the
 * batch's end.
 */
export class BatchWork {
  problem: string | undefined;
  readonly counted = new Counted();
  readonly #store: BatchStore;
  readonly #slots: Slots<RunnerThread>;
  readonly #runs = new Map<number, WholeRun>();
  readonly #siblingsOf = new Map<number, { readonly at: number; readonly ids: readonly number[] }>();
  /** Number of consecutive denied objects, by run. */
  readonly #denied = new Map<number, number>();
  #stopping = false;

  /** @param stopAll called when the worker has to stop */
  constructor(
    private readonly options: BatchWorkOptions,
    private readonly stopAll: () => void,
  ) {
    this.#store = new BatchStore(options.db, options.log, options.rounds, this.counted);
    this.#slots = new Slots(Array.from({ length: options.threads }, () => this.#thread()));
  }

  stop(): void {
    this.#stopping = true;
    for (const thread of this.#slots.all) thread.stop();
  }

  async close(): Promise<void> {
    await Promise.all(this.#slots.all.map((thread) => thread.close()));
  }

  /**
   * @param attempt number of the try; above 1 if a worker has died during the batch, or could not store the
   * results
   */
  async perform(id: number, attempt: number): Promise<void> {
    try {
      await this.#perform(id, attempt);
    } catch (error) {
      const passes = error instanceof DatabaseUnavailable || error instanceof ThreadFailure || this.#stopping;
      if (passes || !(await this.#store.failed(id, error))) throw error;
    }
  }

  async #perform(id: number, attempt: number): Promise<void> {
    const task = await this.#task(id);
    if (task === undefined) return;
    const judged = await this.#slots
      .use((thread) => this.#judge(thread, task, attempt))
      .catch((error: unknown) => {
        if (error instanceof ThreadFailure) {
          this.problem ??= error.message;
          this.stopAll();
        }
        throw error;
      });
    const held = { ...this.#withDenials(task, judged), elsewhere: task.elsewhere };
    await this.#store.end(task.batch, task.run, held);
    if (held.hold !== undefined) await this.#hold(task.run, held.hold);
  }

  #thread(): RunnerThread {
    return new RunnerThread(this.options.limits, this.options.module);
  }

  async #task(id: number): Promise<Task | undefined> {
    const { db } = this.options;
    const found = await batchOf(db, id);
    // If the run is held or paused, the job ends; resuming the run adds the job again.
    if (found?.batch.control !== 'go') return undefined;
    const { batch } = found;
    const run = await this.#run(batch.run_id);
    const siblings = await this.#siblings(run);
    const { open, elsewhere } =
      siblings.length === 0
        ? { open: found.objects, elsewhere: [] }
        : await this.#store.takeOver(batch, run.id, siblings, found.objects);
    const { baseline, baselineFolder } = run.settings;
    const known =
      baseline === undefined
        ? []
        : await knownOf(
            db,
            baseline,
            open.map(({ uri }) => nameOf(uri, baselineFolder)),
          );
    const threadObject = ({ id: objectId, uri, etag, size }: BatchObject, at: number): ThreadObject => {
      const object = { objectId, uri, etag, size };
      return known[at] === undefined ? object : { ...object, known: known[at] };
    };
    return {
      batch,
      run,
      objects: open.map(threadObject),
      elsewhere: elsewhere.map((object) => ({ ...object, objectId: object.id })),
    };
  }

  /**
   * Returns the runs with the same rules, which may have results for the same objects. The list is cached for
   * a short time.
   */
  async #siblings(run: Run): Promise<readonly number[]> {
    const kept = this.#siblingsOf.get(run.id);
    if (kept !== undefined && performance.now() - kept.at < SIBLINGS_MS) return kept.ids;
    const ids = await siblingsOf(this.options.db, run);
    this.#siblingsOf.set(run.id, { at: performance.now(), ids });
    return ids;
  }

  async #run(id: number): Promise<WholeRun> {
    const { db } = this.options;
    const run = this.#runs.get(id) ?? { ...(await runById(db, id)), config: await configOf(db, id) };
    this.#runs.set(id, run);
    return run;
  }

  async #judge(thread: RunnerThread, task: Task, attempt: number): Promise<Judged> {
    const { objects, run } = task;
    if (this.#stopping) return nothingJudged(objects);
    const heard = this.#store.parts(task.batch, run);
    if (attempt > 1) return this.#judgeCarefully(thread, task, heard);
    const order = orderOf(task, run.source.kind === 'folder' ? 1 : AT_ONCE);
    return judge(
      { thread, freshThread: () => this.#thread(), order, limits: this.options.limits, heard },
      objects,
    );
  }

  /**
   * Validates the objects one after the other, and records each object before it is tried: one of them may
   * have ended an earlier process.
   */
  async #judgeCarefully(
    thread: RunnerThread,
    task: Task,
    heard: (results: readonly ObjectResult[]) => void,
  ): Promise<Judged> {
    const { db, limits } = this.options;
    const { batch, objects } = task;
    const order = orderOf(task, 1);
    const judged = nothingJudged();
    let hold: string | undefined;
    // The thread is started before an object is recorded. Starting takes seconds on a busy machine, and a
    // process that is killed during the start has not tried the object.
    await thread.run({ ...order, objects: [] });
    const suspects: Record<string, number> = { ...batch.suspects };
    if (batch.trying !== null) suspects[batch.trying] = (suspects[batch.trying] ?? 0) + 1;
    const deathsOf = ({ objectId }: ThreadObject) => suspects[objectId] ?? 0;
    // Objects during which fewer processes have died come first. Otherwise, deaths that have another reason
    // would all count against the same object.
    for (const object of [...objects].sort((a, b) => deathsOf(a) - deathsOf(b))) {
      if (this.#stopping || hold !== undefined) {
        judged.left.push(object);
        continue;
      }
      const deaths = deathsOf(object);
      if (deaths >= MAX_DEATHS) {
        judged.results.push(diedOf(object, `${deaths} processes ended while they tried it alone`));
        continue;
      }
      await noteTrying(db, batch.id, object.objectId, suspects);
      hold = await judgeAlone(thread, { order, limits, heard }, object, judged);
    }
    return { ...judged, hold };
  }

  /**
   * Counts denied objects in a row over several batches, because a batch may have fewer objects than the
   * limit.
   */
  #withDenials({ run, batch }: Task, judged: Judged): Judged {
    const count = judged.results.some(wasRead) ? 0 : (this.#denied.get(run.id) ?? 0) + judged.denied.size;
    this.#denied.set(run.id, count);
    const [last] = judged.denied.values();
    if (judged.hold !== undefined || batch.takes_denials || last === undefined || count < MAX_DENIED)
      return judged;
    return { ...judged, hold: deniedInARow(count, last) };
  }

  /** Holds a run if all its other objects would fail for the same reason. Other runs continue. */
  async #hold(run: Run, message: string): Promise<void> {
    this.#denied.delete(run.id);
    if (await holdRun(this.options.db, run.id, message)) {
      this.options.log.error({ run: run.id, reason: message }, 'the run is held: continue with resume');
    }
  }
}

function orderOf({ run, batch }: Task, atOnce: number) {
  const { source, settings, config, created_ms: madeMs } = run;
  return { source, settings, config, madeMs, atOnce, takesDenials: batch.takes_denials };
}

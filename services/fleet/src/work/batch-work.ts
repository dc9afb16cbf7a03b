import { type Database, sql } from '@services/kit/db';
import type { Logger } from '@services/kit/log';
import { type ObjectResult, unreadableResult } from '../results/result.js';
import { storeResults, wordsIn } from '../results/store.js';
import { Words } from '../results/words.js';
import { addBatches, type Batch, batchOf, endBatch, lotsOf, noteTrying } from '../runs/batches.js';
import { type Run, runById } from '../runs/run.js';
import { diedOf, type Judged, judge, judgeAlone } from './judge.js';
import type { Limits } from './limits.js';
import type { ThreadObject } from './protocol.js';
import { RunnerThread, ThreadFailure } from './runner-thread.js';
import { Slots } from './slots.js';

/** Objects under way at a time in one thread: those in a bucket wait for answers most of the time. */
const AT_ONCE = 16;

/** How often objects that cannot be read come back to the queue, and how long they wait there: about an hour in all. */
const MAX_ROUNDS = 10;
const FIRST_WAIT_MS = 2_000;
const MOST_WAIT_MS = 600_000;

/** Processes that may die while they try one object alone: one death may have been chance. */
const MAX_DEATHS = 3;

export interface BatchWorkOptions {
  readonly db: Database;
  readonly log: Logger;
  readonly threads: number;
  readonly limits: Limits;
  /** Brings objects of another scheme. */
  readonly module: string | undefined;
  readonly rounds?: number | undefined;
}

interface Task {
  readonly batch: Batch;
  readonly run: Run;
  readonly objects: readonly ThreadObject[];
}

/** Does batches: validates their objects in threads and stores what came of it, in one transaction with their end. */
export class BatchWork {
  problem: string | undefined;
  readonly #words: Words;
  readonly #slots: Slots<RunnerThread>;
  readonly #runs = new Map<number, Run>();
  #stopping = false;

  /** @param stopAll told when the work cannot go on */
  constructor(
    private readonly options: BatchWorkOptions,
    private readonly stopAll: () => void,
  ) {
    this.#words = new Words(options.db);
    this.#slots = new Slots(Array.from({ length: options.threads }, () => this.#thread()));
  }

  stop(): void {
    this.#stopping = true;
    for (const thread of this.#slots.all) thread.stop();
  }

  async close(): Promise<void> {
    await Promise.all(this.#slots.all.map((thread) => thread.close()));
  }

  /** @param attempt from 1; more when a worker has died over the batch, or could not store what came of it */
  async perform(id: number, attempt: number): Promise<void> {
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
    await this.#store(task, judged);
    if (judged.credentials !== undefined) await this.#giveUp(task.run, judged.credentials);
  }

  #thread(): RunnerThread {
    return new RunnerThread(this.options.limits, this.options.module);
  }

  async #task(id: number): Promise<Task | undefined> {
    const { db } = this.options;
    const found = await batchOf(db, id);
    if (found === undefined) return undefined;
    const { batch } = found;
    const run = this.#runs.get(batch.run_id) ?? (await runById(db, batch.run_id));
    this.#runs.set(run.id, run);
    const objects = found.objects.map(({ id: objectId, uri, etag, size }) => ({ objectId, uri, etag, size }));
    return { batch, run, objects };
  }

  async #judge(thread: RunnerThread, task: Task, attempt: number): Promise<Judged> {
    const { objects, run } = task;
    if (this.#stopping) return { results: [], notNow: new Map(), left: [...objects], credentials: undefined };
    if (attempt > 1) return this.#judgeCarefully(thread, task);
    const { source, settings } = run;
    const atOnce = source.kind === 'folder' ? 1 : AT_ONCE;
    return judge(thread, () => this.#thread(), { source, settings, atOnce }, objects, this.options.limits);
  }

  /** One after the other, each noted before it is tried, since the process may have died of one of them. */
  async #judgeCarefully(thread: RunnerThread, { batch, run, objects }: Task): Promise<Judged> {
    const { db, limits } = this.options;
    const { source, settings } = run;
    const judged: Judged = { results: [], notNow: new Map(), left: [], credentials: undefined };
    let credentials: string | undefined;
    for (const object of objects) {
      if (this.#stopping || credentials !== undefined) {
        judged.left.push(object);
        continue;
      }
      const deaths = object.objectId === batch.trying ? batch.deaths + 1 : 0;
      if (deaths >= MAX_DEATHS) {
        judged.results.push(diedOf(object, `${deaths} processes ended while they tried it alone`));
        continue;
      }
      await noteTrying(db, batch.id, object.objectId, deaths);
      credentials = await judgeAlone(thread, { source, settings, atOnce: 1 }, object, limits, judged);
    }
    return { ...judged, credentials };
  }

  /** The results, the end of the batch, and jobs for what is left: all or nothing. */
  async #store({ batch, run, objects }: Task, judged: Judged): Promise<void> {
    const { db, log, rounds = MAX_ROUNDS } = this.options;
    const results: ObjectResult[] = [...judged.results];
    const later: ThreadObject[] = [];
    for (const [object, message] of judged.notNow) {
      if (batch.round < rounds) later.push(object);
      else results.push(unreadableResult(object, 'source-unreadable', message));
    }
    await this.#words.load(wordsIn(results));
    const waitMs = Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** batch.round);
    const stored = await db.tx(async (tx) => {
      if (!(await endBatch(tx, batch.id))) return false;
      await storeResults(tx, run.id, results, this.#words);
      const lots = (some: readonly ThreadObject[]) =>
        lotsOf(some.map(({ objectId, size }) => ({ id: objectId, size })));
      await addBatches(tx, run.id, lots(judged.left), {
        round: batch.round,
        // Where the first of them could not be read, the others wait as well.
        delayMs: later.length > 0 ? waitMs : 0,
      });
      await addBatches(tx, run.id, lots(later), {
        round: batch.round + 1,
        delayMs: Math.round(waitMs / 2 + (waitMs / 2) * Math.random()),
      });
      return true;
    });
    const figures = { run: run.id, batch: batch.id, objects: objects.length, results: results.length };
    if (!stored) log.info(figures, 'another worker was first, or the run was dropped');
    else log.debug(figures, 'stored');
    const [first] = judged.notNow.values();
    if (first !== undefined)
      log.warn({ ...figures, later: later.length, reason: first }, 'objects cannot be read now');
  }

  /** Said once: every other object would fail for the same reason. */
  async #giveUp(run: Run, message: string): Promise<void> {
    this.stopAll();
    if (this.problem !== undefined) return;
    this.problem = `${run.source.uri}: ${message}`;
    await this.options.db.run(
      sql`update fleet.run set problem = ${message.slice(0, 500)} where id = ${run.id}`,
    );
  }
}

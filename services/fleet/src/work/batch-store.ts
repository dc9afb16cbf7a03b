import { type Database, type Queryable, sql } from '@services/kit/db';
import type { Logger } from '@services/kit/log';
import { type ObjectResult, unreadableResult } from '../results/result.js';
import { storeResults, wordsIn } from '../results/store.js';
import { Words } from '../results/words.js';
import {
  addBatches,
  type Batch,
  batchOf,
  endBatch,
  lotsOf,
  noteFailure,
  openObjects,
  shortenBatch,
} from '../runs/batches.js';
import { type LeftOut, leaveOut } from '../runs/left-out.js';
import type { Run } from '../runs/run.js';
import type { Judged } from './judge.js';
import type { ThreadObject } from './protocol.js';

/** How long objects that cannot be read wait in the queue, twice as long each time. */
const FIRST_WAIT_MS = 2_000;
const MOST_WAIT_MS = 600_000;

/** How much work a death may cost, and how long a result may wait: those of a longer batch are stored before its end. */
const PART_MS = 5_000;

/** Failures of a batch after which it is taken apart, and of an object alone after which it has its result. */
const MAX_FAILURES = 3;

/** Tries of an object that the storage refuses, after which that is its result. */
const MAX_REFUSED_ROUNDS = 2;

/** Objects of a run that the storage refuses, none read between, after which it refuses the run. */
const MAX_REFUSED = 32;

/**
 * Stores what came of batches. An object leaves its batch in the transaction that brings its result, with the row of the
 * batch locked: a worker that comes later, after a death or by mistake, finds only the objects that have none.
 */
export class BatchStore {
  readonly #words: Words;
  readonly #told = new Set<string>();

  /** @param rounds how often objects that cannot be read come back */
  constructor(
    private readonly db: Database,
    private readonly log: Logger,
    private readonly rounds: number,
  ) {
    this.#words = new Words(db);
  }

  /** For results as they come, of one batch. What cannot be stored now comes with its end. */
  parts(batch: Batch, run: Run): Parts {
    let waiting: ObjectResult[] = [];
    let storing: Promise<void> | undefined;
    const store = () => {
      if (storing !== undefined || waiting.length === 0) return;
      const part = waiting;
      waiting = [];
      storing = this.#part(batch, run, part)
        .catch((error: unknown) =>
          this.log.debug({ err: error, batch: batch.id }, 'a part is not stored yet'),
        )
        .finally(() => {
          storing = undefined;
        });
    };
    // Not only when the next result comes: an object that takes long holds up no other.
    const timer = setInterval(store, PART_MS);
    return {
      heard: (results) => {
        waiting.push(...results);
      },
      end: async () => {
        clearInterval(timer);
        await storing;
      },
    };
  }

  async #part(batch: Batch, run: Run, results: readonly ObjectResult[]): Promise<void> {
    await this.#words.load(wordsIn(results));
    await this.db.tx(async (tx) => {
      const open = await openObjects(tx, batch.id);
      const fresh = results.filter(({ objectId }) => open?.has(objectId));
      if (open === undefined || fresh.length === 0) return;
      for (const { objectId } of fresh) open.delete(objectId);
      await storeResults(tx, run.id, fresh, this.#words);
      await shortenBatch(tx, batch.id, open);
    });
  }

  /**
   * The results that are not stored yet, the end of the batch, and jobs for what is left: all or nothing.
   * @returns why the run cannot go on, where the storage refuses all of it
   */
  async end(batch: Batch, run: Run, judged: Judged): Promise<string | undefined> {
    const results: ObjectResult[] = [...judged.results];
    const later: ThreadObject[] = [];
    const left = [...judged.left];
    const leftOut: LeftOut[] = [];
    let refused = 0;
    for (const [object, { put, message }] of judged.puts) {
      const isRefused = put === 'refused';
      // All of them, it seems: none is the object's own.
      if (isRefused && judged.stop !== undefined) {
        left.push(object);
        continue;
      }
      if (isRefused && batch.round === 0) refused++;
      if (put === 'archived') leftOut.push({ uri: object.uri, objectId: object.objectId, reason: message });
      else if (batch.round < (isRefused ? MAX_REFUSED_ROUNDS : this.rounds)) later.push(object);
      else {
        const code = isRefused ? 'source-no-permission' : 'source-unreadable';
        results.push(unreadableResult(object, code, message));
      }
    }
    await this.#words.load(wordsIn(results));
    const waitMs = Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** batch.round);
    const ended = await this.db.tx(async (tx) => {
      const open = await endBatch(tx, batch.id);
      if (open === undefined) return undefined;
      const fresh = results.filter(({ objectId }) => open.has(objectId));
      await storeResults(tx, run.id, fresh, this.#words);
      await leaveOutLate(
        tx,
        run.id,
        leftOut.filter(({ objectId = 0 }) => open.has(objectId)),
      );
      const lots = (some: readonly ThreadObject[]) =>
        lotsOf(
          some
            .filter(({ objectId }) => open.has(objectId))
            .map(({ objectId, size }) => ({ id: objectId, size })),
        );
      await addBatches(tx, run.id, lots(left), {
        round: batch.round,
        // Where the first of them could not be read, the others wait as well.
        delayMs: later.length > 0 ? waitMs : 0,
      });
      await addBatches(tx, run.id, lots(later), {
        round: batch.round + 1,
        delayMs: Math.round(waitMs / 2 + (waitMs / 2) * Math.random()),
      });
      const isRead = judged.results.some(({ error }) => error === '' || error === 'source-not-found');
      return { stored: fresh.length, refused: await countRefused(tx, run.id, refused, isRead) };
    });
    const figures = { run: run.id, batch: batch.id, results: results.length, stored: ended?.stored };
    if (ended === undefined) this.log.info(figures, 'another worker was first, or the run was dropped');
    else this.log.debug(figures, 'stored');
    const [first] = judged.puts.values();
    if (later.length > 0)
      this.log.warn({ ...figures, later: later.length, reason: first?.message }, 'objects cannot be read now');
    return (ended?.refused ?? 0) < MAX_REFUSED
      ? undefined
      : `${ended?.refused} objects in a row are refused: ${first?.message}`;
  }

  /**
   * After an error that is not the connection's, which the next try may meet again: a batch that keeps failing is taken
   * apart, an object that keeps failing alone is unreadable. So a fault that lasts costs a few tries, and only those
   * objects their results that have it.
   * @returns whether that settles the job; else it is to be tried again
   */
  async failed(id: number, error: unknown): Promise<boolean> {
    const reason = `it could not be done ${MAX_FAILURES} times: ${(error as Error).message}`.slice(0, 500);
    const object = (await batchOf(this.db, id))?.objects[0];
    const results =
      object === undefined
        ? []
        : [unreadableResult({ ...object, objectId: object.id }, 'internal-error', reason)];
    await this.#words.load(wordsIn(results));
    return this.db.tx(async (tx) => {
      const batch = await noteFailure(tx, id);
      if (batch === undefined) return true;
      const { run_id: run, objects, round, failures } = batch;
      if (failures < MAX_FAILURES) return false;
      await endBatch(tx, id);
      if (objects.length > 1) {
        const lots = objects.map((one) => [one]);
        await addBatches(tx, run, lots, { round, failures: MAX_FAILURES - 1 });
      } else if (objects.length === 1) await storeResults(tx, run, results, this.#words);
      this.#tell(reason, { run, batch: id, objects: objects.length });
      return true;
    });
  }

  /** Once: others may fail for the same reason. */
  #tell(reason: string, figures: object): void {
    if (this.#told.has(reason)) return;
    this.#told.add(reason);
    this.log.error({ ...figures, reason }, 'objects that keep failing are tried alone, then are unreadable');
  }
}

/** Results of a batch on their way into the database. */
interface Parts {
  heard(results: readonly ObjectResult[]): void;
  /** Resolves when none is under way. */
  end(): Promise<void>;
}

/** What turned out to be unavailable only when it was read: as if the listing had left it out. */
async function leaveOutLate(tx: Queryable, runId: number, entries: readonly LeftOut[]): Promise<void> {
  if (entries.length === 0) return;
  await leaveOut(tx, runId, entries);
  await tx.run(sql`
    update fleet.run set skipped = skipped + ${entries.length}, listed = listed - ${entries.length} where id = ${runId}`);
}

/** @returns objects that the storage refused since the last one that was read */
async function countRefused(tx: Queryable, runId: number, refused: number, isRead: boolean): Promise<number> {
  if (refused === 0) {
    if (isRead) {
      await tx.run(sql`
        update fleet.run set refused = 0, problem = null
        where id = ${runId} and held is null and listed_ms is not null and (refused > 0 or problem is not null)`);
    }
    return 0;
  }
  const row = await tx.one<{ refused: number }>(sql`
    update fleet.run set refused = case when ${isRead} then 0 else refused end + ${refused}
    where id = ${runId} returning refused`);
  return row?.refused ?? 0;
}

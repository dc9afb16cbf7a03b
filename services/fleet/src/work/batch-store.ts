import type { Database } from '@services/kit/db';
import type { Logger } from '@services/kit/log';
import { type ObjectResult, unreadableResult, wasRead } from '../results/result.js';
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
import type { Run } from '../runs/run.js';
import { takeOver, underWay } from '../runs/take-over.js';
import type { Counted } from './counted.js';
import type { Judged } from './judge.js';
import type { ThreadObject } from './protocol.js';

/** First and longest wait before an unreadable object is tried again. The wait doubles with each try. */
const FIRST_WAIT_MS = 2_000;
const MOST_WAIT_MS = 600_000;

/** Wait before an object in progress in another run is looked up again: by then its result may be stored. */
const ELSEWHERE_MS = 500;

/** If no object of a batch is readable, denied objects are queued again this number of times. */
const DENIED_ROUNDS = 2;

/**
 * Interval at which a long batch stores its results before its end, so that a death of the process only loses
 * the work of this time.
 */
const PART_MS = 5_000;

/**
 * After this number of failures, a batch is split, and a batch of a single object is stored as unreadable.
 */
const MAX_FAILURES = 3;

/**
 * Stores the results of batches. An object leaves its batch in the transaction that stores its result, which
 * locks the row of the batch. So another worker that takes the batch, after a death or by mistake, finds only
 * objects without a result.
 */
export class BatchStore {
  readonly #words: Words;
  readonly #told = new Set<string>();

  /** @param rounds number of times that unreadable objects are queued again */
  constructor(
    private readonly db: Database,
    private readonly log: Logger,
    private readonly rounds: number,
    private readonly counted: Counted,
  ) {
    this.#words = new Words(db);
  }

  /**
   * Returns a function that receives the results of a batch as they arrive, and stores some of them early.
   * Results that are not stored early are stored at the end of the batch.
   */
  parts(batch: Batch, run: Run): (results: readonly ObjectResult[]) => void {
    let waiting: ObjectResult[] = [];
    let isDue = false;
    const store = async () => {
      const part = waiting;
      waiting = [];
      try {
        await this.#part(batch, run, part);
      } catch (error) {
        this.log.debug({ err: error, batch: batch.id }, 'a part is not stored yet');
      }
      isDue = false;
      if (waiting.length > 0) start();
    };
    // A timer stores results that wait, because the next object may be slow.
    const start = () => {
      if (isDue) return;
      isDue = true;
      setTimeout(() => void store(), PART_MS).unref();
    };
    return (results) => {
      waiting.push(...results);
      start();
    };
  }

  async #part(batch: Batch, run: Run, results: readonly ObjectResult[]): Promise<void> {
    await this.#words.load(wordsIn(results));
    const stored = await this.db.tx(async (tx) => {
      const open = await openObjects(tx, batch.id);
      const fresh = results.filter(({ objectId }) => open?.has(objectId));
      if (open === undefined || fresh.length === 0) return [];
      for (const { objectId } of fresh) open.delete(objectId);
      await storeResults(tx, run.id, fresh, this.#words);
      await shortenBatch(tx, batch.id, open);
      return fresh;
    });
    this.counted.store(stored);
  }

  /**
   * Copies results that other runs with the same rules have stored since the listing.
   * @returns the objects that still have no result: `elsewhere` has those that are in progress in another
   * run, `open` all others
   */
  async takeOver<O extends { readonly id: number; readonly etag: string }>(
    batch: Batch,
    runId: number,
    siblings: readonly number[],
    objects: readonly O[],
  ): Promise<{ readonly open: readonly O[]; readonly elsewhere: readonly O[] }> {
    // Objects in progress are read first, and results are copied afterwards: an object may get its result in
    // between.
    const busy = await underWay(
      this.db,
      batch.id,
      siblings,
      objects.map(({ id }) => id),
    );
    const taken = await this.db.tx(async (tx) => {
      const open = await openObjects(tx, batch.id);
      const known = objects.filter(({ id }) => open?.has(id));
      const fresh = await takeOver(tx, runId, siblings, known, true);
      if (fresh.size > 0 && open !== undefined) {
        for (const id of fresh) open.delete(id);
        await shortenBatch(tx, batch.id, open);
      }
      return fresh;
    });
    const rest = objects.filter(({ id }) => !taken.has(id));
    return { open: rest.filter(({ id }) => !busy.has(id)), elsewhere: rest.filter(({ id }) => busy.has(id)) };
  }

  /** Ends the batch in one transaction: stores the remaining results, and jobs for the remaining objects. */
  async end(batch: Batch, run: Run, judged: Judged): Promise<void> {
    const results: ObjectResult[] = [...judged.results];
    const later: ThreadObject[] = [];
    for (const [object, message] of judged.notNow) {
      if (batch.round < this.rounds) later.push(object);
      else results.push(unreadableResult(object, 'source-unreadable', message));
    }
    const left = [...judged.left];
    for (const [object, message] of judged.denied) {
      if (judged.hold !== undefined) left.push(object);
      // Other objects of the batch are readable, so the denial concerns this object and not the source.
      else if (judged.results.some(wasRead) || batch.takes_denials || batch.round >= DENIED_ROUNDS) {
        results.push(unreadableResult(object, 'source-unreadable', message));
      } else later.push(object);
    }
    await this.#words.load(wordsIn(results));
    const waitMs = Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** batch.round);
    const stored = await this.db.tx(async (tx) => {
      const open = await endBatch(tx, batch.id);
      if (open === undefined) return undefined;
      const fresh = results.filter(({ objectId }) => open.has(objectId));
      await storeResults(tx, run.id, fresh, this.#words);
      const lots = (some: readonly ThreadObject[]) =>
        lotsOf(
          some
            .filter(({ objectId }) => open.has(objectId))
            .map(({ objectId, size }) => ({ id: objectId, size })),
        );
      await addBatches(tx, run.id, lots(left), {
        round: batch.round,
        place: batch.place,
        // If some objects of the batch have to wait, the objects that were not started wait for the same
        // time.
        delayMs: later.length > 0 ? waitMs : 0,
      });
      await addBatches(tx, run.id, lots(judged.elsewhere ?? []), {
        round: batch.round,
        place: batch.place,
        delayMs: ELSEWHERE_MS,
      });
      await addBatches(tx, run.id, lots(later), {
        round: batch.round + 1,
        place: batch.place,
        delayMs: Math.round(waitMs / 2 + (waitMs / 2) * Math.random()),
      });
      return fresh;
    });
    this.counted.batches++;
    this.counted.store(stored ?? []);
    this.counted.retries += later.length;
    const figures = { run: run.id, batch: batch.id, results: results.length, stored: stored?.length };
    if (stored === undefined) this.log.info(figures, 'another worker was first, or the run was dropped');
    else this.log.debug(figures, 'stored');
    const [first] = [...judged.notNow.values(), ...judged.denied.values()];
    if (first !== undefined)
      this.log.warn(
        { ...figures, later: later.length, reason: first },
        'objects cannot be read now; retried later',
      );
  }

  /**
   * Handles an error of a batch, except the loss of the connection. A batch that keeps failing is split, and
   * a single object that keeps failing is unreadable. So a persistent error costs a few tries, and affects
   * only the objects that cause it.
   * @returns true if the job is done; otherwise the queue must try it again
   */
  async failed(id: number, error: unknown): Promise<boolean> {
    const reason = `failed ${MAX_FAILURES} times: ${(error as Error).message}`.slice(0, 500);
    const object = (await batchOf(this.db, id))?.objects[0];
    const results =
      object === undefined
        ? []
        : [unreadableResult({ ...object, objectId: object.id }, 'internal-error', reason)];
    await this.#words.load(wordsIn(results));
    return this.db.tx(async (tx) => {
      const batch = await noteFailure(tx, id);
      if (batch === undefined) return true;
      const { run_id: run, objects, round, place, failures } = batch;
      if (failures < MAX_FAILURES) return false;
      await endBatch(tx, id);
      if (objects.length > 1) {
        const lots = objects.map((one) => [one]);
        await addBatches(tx, run, lots, { round, place, failures: MAX_FAILURES - 1 });
      } else if (objects.length === 1) await storeResults(tx, run, results, this.#words);
      this.#tell(reason, { run, batch: id, objects: objects.length });
      return true;
    });
  }

  /** Logs each reason only once, because other batches may fail for the same reason. */
  #tell(reason: string, figures: object): void {
    if (this.#told.has(reason)) return;
    this.#told.add(reason);
    this.log.error(
      { ...figures, reason },
      'the batch keeps failing: its objects are tried one by one, then count as unreadable',
    );
  }
}

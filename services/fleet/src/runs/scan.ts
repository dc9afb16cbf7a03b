import { array, type Database, sql, type Transaction } from '@services/kit/db';
import type { Logger } from '@services/kit/log';
import { Lifeline } from '../db/lifeline.js';
import { objectIdentity } from '../objects/identity.js';
import { type Listed, type ListedPage, ListingError } from '../objects/listing.js';
import { addBatches, lotsOf, type SizedObject } from './batches.js';
import { cancelRun } from './control.js';
import { Rules, selection } from './rules.js';
import { configOf, earlierRuns, type Run, SCAN_LOCK } from './run.js';
import { digestOf } from './settings.js';
import { takeOver } from './take-over.js';

/** Number of objects that are stored together. */
const CHUNK = 5_000;

/** Maximum number of skipped entries that are listed by name; further entries are only counted. */
const MOST_TOLD = 20;

export interface ScanOptions {
  /** True to validate every object again, even if its result is known. */
  readonly all: boolean;
  /** Maximum number of objects, which ends an endless listing. */
  readonly maxObjects: number;
  readonly batchObjects?: number | undefined;
  readonly batchBytes?: number | undefined;
}

export interface Scanned {
  readonly listed: number;
  readonly queued: number;
  readonly reused: number;
  readonly skipped: number;
}

export const SCAN_DEFAULTS: ScanOptions = { all: false, maxObjects: 1_000_000_000 };

/**
 * Stores the pages of a listing in a run, and queues the objects to validate.
 * @throws ListingError, CredentialsError
 */
export async function scanRun(
  db: Database,
  run: Run,
  pages: AsyncGenerator<ListedPage>,
  options: ScanOptions,
  log: Logger,
  tell: (line: string) => void,
): Promise<Scanned> {
  const rules = new Rules(await configOf(db, run.id), run.settings.configFolder, new Date(run.created_ms));
  await db.run(sql`update fleet.run set problem = null where id = ${run.id}`);
  return new Scan(db, run, rules, options, log, tell).perform(pages);
}

/** The source has more objects than a run may have. */
class TooManyObjects extends ListingError {}

/**
 * Lists a source into a run and queues the objects to validate. Each chunk is one transaction with its jobs
 * and the position to continue from, so that a scan that dies can be resumed, and workers start during the
 * listing.
 * @throws ListingError, CredentialsError
 */
class Scan {
  #listed = 0;
  #queued = 0;
  #reused = 0;
  #skipped = 0;
  #earlier: number[] = [];

  constructor(
    private readonly db: Database,
    private readonly run: Run,
    private readonly rules: Rules,
    private readonly options: ScanOptions,
    private readonly log: Logger,
    private readonly tell: (line: string) => void,
  ) {}

  async perform(pages: AsyncGenerator<ListedPage>): Promise<Scanned> {
    const { db, run, options } = this;
    const line = await Lifeline.hold(SCAN_LOCK, `${run.id}`, this.log);
    try {
      if (!options.all) this.#earlier = await earlierRuns(db, run);
      let chunk: Listed[] = [];
      let place: string | undefined;
      let putting: Promise<void> = Promise.resolve();
      const put = async () => {
        // The next pages are fetched while a chunk is stored. Only one chunk is stored at a time, which
        // limits memory.
        await putting;
        const objects = chunk;
        const to = place;
        chunk = [];
        putting = db.tx((tx) => this.#put(tx, objects, to));
        putting.catch(() => {});
      };
      const isSelected = selection(run.source);
      let seen = 0;
      for await (const page of pages) {
        this.#tellSkipped(page.skipped);
        for (const listed of page.objects) {
          if (!isSelected(listed.uri) || this.rules.isExcluded(listed.uri)) continue;
          chunk.push(listed);
          this.#listed += 1;
        }
        place = page.next;
        // Excluded objects count against the maximum as well, because an endless listing must end.
        seen += page.objects.length;
        if (seen > options.maxObjects) {
          throw new TooManyObjects(
            `${run.source.uri} has more than ${options.maxObjects} objects: --max-objects allows more`,
          );
        }
        if (chunk.length >= CHUNK) await put();
      }
      await put();
      await putting;
      await db.run(sql`update fleet.run set listed_ms = fleet.now_ms(), problem = null where id = ${run.id}`);
    } catch (error) {
      const message = (error as Error).message.slice(0, 500);
      if (error instanceof TooManyObjects) await cancelRun(db, run.id, message);
      else await db.run(sql`update fleet.run set problem = ${message} where id = ${run.id}`).catch(() => {});
      throw error;
    } finally {
      await line.release();
    }
    return { listed: this.#listed, queued: this.#queued, reused: this.#reused, skipped: this.#skipped };
  }

  #tellSkipped(reasons: readonly string[]): void {
    for (const reason of reasons) {
      if (++this.#skipped <= MOST_TOLD) this.tell(`left out: ${reason}`);
      else if (this.#skipped === MOST_TOLD + 1) this.tell('left out: more, which are only counted');
    }
  }

  async #put(tx: Transaction, objects: readonly Listed[], place: string | undefined): Promise<void> {
    const { run, options } = this;
    const fresh = await this.#upsert(tx, objects);
    const taken = await takeOver(tx, run.id, this.#earlier, fresh, false);
    const rest = fresh.filter(({ id }) => !taken.has(id));
    await addBatches(tx, run.id, lotsOf(rest, options.batchObjects, options.batchBytes), {
      place: null,
    });
    const bytes = fresh.reduce((sum, { size }) => sum + size, 0);
    await tx.run(sql`
      update fleet.run set listed = listed + ${fresh.length}, listed_bytes = listed_bytes + ${bytes},
        queued = queued + ${rest.length}, reused = reused + ${taken.size},
        skipped = greatest(skipped, ${this.#skipped}), listed_to = coalesce(${place ?? null}, listed_to)
      where id = ${run.id}`);
    this.#queued += rest.length;
    this.#reused += taken.size;
  }

  /**
   * Stores the objects, and returns those that the run did not have yet. The objects are stored in the order
   * of their keys, so that simultaneous scans do not deadlock.
   */
  #upsert(tx: Transaction, objects: readonly Listed[]): Promise<(SizedObject & { etag: string })[]> {
    const byUri = new Map(objects.map((object) => [object.uri, object]));
    const rows = [...byUri.values()].map((object) => ({
      ...object,
      digest: digestOf(objectIdentity(this.run.source, object.uri)),
    }));
    return tx.rows(sql`
      insert into fleet.object as o (digest, uri, etag, size, run_id)
      select digest, uri, etag, size, ${this.run.id}
      from unnest(${array(
        rows.map(({ digest }) => digest),
        'bytea',
      )}, ${array(
        rows.map(({ uri }) => uri),
        'text',
      )}, ${array(
        rows.map(({ etag }) => etag.replaceAll('\0', '')),
        'text',
      )}, ${array(
        rows.map(({ size }) => size),
        'int8',
      )}) as listed (digest, uri, etag, size)
      order by digest
      on conflict (digest) do update set etag = excluded.etag, size = excluded.size, run_id = excluded.run_id
        where o.run_id <> excluded.run_id
      returning id, etag, size`);
  }
}

import type { Database } from '@services/kit/db';
import type { Logger } from '@services/kit/log';
import { type ParsedCronItem, parseCronItem } from 'graphile-worker';
import { listSource } from '../objects/list-source.js';
import type { ListedPage } from '../objects/listing.js';
import { createRun, NoSuchRun, type Run, runById } from '../runs/run.js';
import { SCAN_DEFAULTS, scanRun } from '../runs/scan.js';
import {
  noteDue,
  SCAN_ATTEMPTS,
  SCAN_TASK,
  type StoredSchedule,
  scanKey,
  schedules,
} from '../runs/schedule.js';

/** Maximum delay of a listing if no worker ran at the scheduled time. */
const BACKFILL_MS = 12 * 3_600_000;

/** Returns the queue's entry for a schedule. @throws Error for an invalid pattern */
export function cronItem({ name, cron }: Pick<StoredSchedule, 'name' | 'cron'>): ParsedCronItem {
  return parseCronItem({
    task: SCAN_TASK,
    match: cron,
    identifier: scanKey(name),
    payload: { schedule: name },
    options: {
      backfillPeriod: BACKFILL_MS,
      maxAttempts: SCAN_ATTEMPTS,
      queueName: scanKey(name),
      jobKey: scanKey(name),
      jobKeyMode: 'replace',
    },
  });
}

export interface ScanPayload {
  readonly schedule: string;
  /** Scheduled time of the run. Jobs that the queue's own schedule adds have `_cron` instead. */
  readonly due?: string;
  readonly _cron?: { readonly ts: string };
}

/** Lists the sources of schedules at the scheduled times. */
export class ScheduledScans {
  /**
   * Entries of the schedules. The queue reads this array every minute, so changes apply without a restart.
   */
  readonly items: ParsedCronItem[] = [];
  #known = '';

  constructor(
    private readonly db: Database,
    private readonly log: Logger,
    private readonly stopped: AbortSignal,
  ) {}

  /** Reads the schedules again, and replaces the queue's entries if they have changed. */
  async refresh(): Promise<void> {
    const stored = await schedules(this.db);
    const known = JSON.stringify(stored.map(({ name, cron }) => [name, cron]));
    if (known === this.#known) return;
    this.#known = known;
    this.items.splice(0, this.items.length, ...stored.map(cronItem));
  }

  /** Lists a source into a new run, or continues the listing that an earlier try began. */
  async perform({ schedule: name, due, _cron }: ScanPayload): Promise<void> {
    const { db, log } = this;
    const [schedule] = await schedules(db, name);
    if (schedule === undefined) return;
    const run = await this.#run(schedule, due ?? _cron?.ts ?? '');
    if (run === undefined || run.listed_ms !== null || run.control === 'cancelled') return;
    const pages = untilStopped(listSource(run.source, { after: run.listed_to ?? undefined }), this.stopped);
    const tell = (line: string) => log.warn({ run: run.id, schedule: name }, line);
    const scanned = await scanRun(db, run, pages, SCAN_DEFAULTS, log, tell);
    log.info({ run: run.id, schedule: name, ...scanned }, 'listed');
  }

  /**
   * Returns the run of the schedule for this time, and creates it if necessary; undefined if that run was
   * dropped.
   */
  async #run(schedule: StoredSchedule, due: string): Promise<Run | undefined> {
    const { name, source, settings, config, priority } = schedule;
    if (schedule.due !== due || schedule.run_id === null) {
      return createRun(this.db, source, settings, config, { priority }, (tx, run) =>
        noteDue(tx, name, due, run),
      );
    }
    return runById(this.db, schedule.run_id).catch((error: unknown) => {
      if (error instanceof NoSuchRun) return undefined;
      throw error;
    });
  }
}

/** Ends a listing when the worker stops; the next try continues it. */
async function* untilStopped(
  pages: AsyncGenerator<ListedPage>,
  stopped: AbortSignal,
): AsyncGenerator<ListedPage> {
  for await (const page of pages) {
    yield page;
    if (stopped.aborted) throw new Error('the worker stops during the listing');
  }
}

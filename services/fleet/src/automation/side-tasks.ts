import type { Database } from '@services/kit/db';
import type { Logger } from '@services/kit/log';
import type { ParsedCronItem, TaskList } from 'graphile-worker';
import { openScans, SCAN_TASK } from '../runs/schedule.js';
import type { SideTasks } from '../work/worker.js';
import { ANNOUNCE_TASK, type Announcement, Announcements, type Webhook } from './announcements.js';
import { type ScanPayload, ScheduledScans } from './scheduled-scans.js';

/** Runs scheduled listings, and sends announcements to a webhook. */
export class Automation implements SideTasks {
  readonly tasks: TaskList;
  readonly crons: ParsedCronItem[];
  readonly #scans: ScheduledScans;
  readonly #announcements: Announcements | undefined;
  readonly #stopped = new AbortController();

  /** @param webhook receiver of announcements; undefined if this worker does not send announcements */
  constructor(
    private readonly db: Database,
    log: Logger,
    webhook: Webhook | undefined,
  ) {
    const scans = new ScheduledScans(db, log, this.#stopped.signal);
    const announcements = webhook === undefined ? undefined : new Announcements(db, log, webhook);
    this.#scans = scans;
    this.#announcements = announcements;
    this.crons = scans.items;
    this.tasks = {
      [SCAN_TASK]: (payload: unknown) => scans.perform(payload as ScanPayload),
      ...(announcements === undefined
        ? {}
        : { [ANNOUNCE_TASK]: (payload: unknown) => announcements.send(payload as Announcement) }),
    };
  }

  async sweep(): Promise<void> {
    await this.#scans.refresh();
    await this.#announcements?.find();
  }

  /** Returns true while an announcement is due. @param withScans true to include listings */
  async isBusy(withScans: boolean): Promise<boolean> {
    await this.#announcements?.find();
    if (withScans && (await openScans(this.db)) > 0) return true;
    return ((await this.#announcements?.open()) ?? 0) > 0;
  }

  stop(): void {
    this.#stopped.abort();
  }
}

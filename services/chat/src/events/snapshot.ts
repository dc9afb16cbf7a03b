import type { Queryable } from '@services/kit/db';
import type { App } from '../app.js';
import type { DirectoryView } from '../organization/directory.js';
import type { Account } from '../users/account.js';
import type { QueueOptions } from './queue.js';

/** Data for making one part of the snapshot. All parts are read in one REPEATABLE READ transaction. */
export interface SnapshotContext {
  db: Queryable;
  /**
   * The directory as this transaction sees it. `app.directory` must not be used here, because it would wait for the
   * end of the transaction.
   */
  directory: DirectoryView;
  app: App;
  user: Account;
  /** Time in UNIX milliseconds. */
  now: number;
  options: QueueOptions;
  /** Id of the newest event that the snapshot covers. */
  lastEventId: number;
}

/** One part of the response to POST /register, such as users or channels. */
export interface SnapshotPart {
  /** Values of `fetch_event_types` that request this part. */
  types: readonly string[];
  read(context: SnapshotContext): Promise<Record<string, unknown>>;
}

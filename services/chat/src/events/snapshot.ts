import type { Queryable } from '@services/kit/db';
import type { App } from '../app.js';
import type { DirectoryView } from '../organization/directory.js';
import type { Account } from '../users/account.js';
import type { QueueOptions } from './queue.js';

/** Context of a part of the snapshot; all parts read from one REPEATABLE READ transaction. */
export interface SnapshotContext {
  db: Queryable;
  /**
   * Directory as of the same transaction. Use this directory instead of `app.directory`, which would wait for the end
   * of the transaction.
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
  /** Fetch types that request this part. */
  types: readonly string[];
  /** Returns the fields of the response. */
  read(context: SnapshotContext): Promise<Record<string, unknown>>;
}

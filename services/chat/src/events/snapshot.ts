import type { Queryable } from '@services/kit/db';
import type { App } from '../app.js';
import type { DirectoryView } from '../organization/directory.js';
import type { Account } from '../users/account.js';
import type { QueueOptions } from './queue.js';

/** Context of a part of the snapshot; all parts read from one REPEATABLE READ transaction. */
export interface SnapshotContext {
  db: Queryable;
  /** Directory as of the same transaction. Do not use `app.directory` here: it waits for the transaction to end. */
  directory: DirectoryView;
  app: App;
  user: Account;
  /** UNIX milliseconds. */
  now: number;
  options: QueueOptions;
  /** The newest event that the snapshot covers. */
  lastEventId: number;
}

/** One part of the answer to POST /register, such as users or channels. */
export interface SnapshotPart {
  /** Fetch types that request this part. */
  types: readonly string[];
  /** Fields of the answer. */
  read(context: SnapshotContext): Promise<Record<string, unknown>>;
}

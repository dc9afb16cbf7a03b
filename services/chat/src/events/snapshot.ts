import type { Queryable } from '@services/kit/db';
import type { App } from '../app.js';
import type { DirectoryView } from '../organization/directory.js';
import type { Account } from '../users/account.js';
import type { QueueOptions } from './queue.js';

/** What a part of the snapshot reads from: one REPEATABLE READ transaction for all of them. */
export interface SnapshotContext {
  db: Queryable;
  /** Of the same transaction. `app.directory` may not be asked here: it waits for the transaction to end. */
  directory: DirectoryView;
  app: App;
  user: Account;
  /** UNIX milliseconds. */
  now: number;
  options: QueueOptions;
  /** The newest event that the snapshot covers. */
  lastEventId: number;
}

/** A noun's share of the answer to POST /register. */
export interface SnapshotPart {
  /** Fetch types that ask for it. */
  types: readonly string[];
  /** Fields of the answer. */
  read(context: SnapshotContext): Promise<Record<string, unknown>>;
}

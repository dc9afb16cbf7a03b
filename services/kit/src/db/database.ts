import type { SQL } from 'drizzle-orm/sql';

/**
 * Runs queries, on the database (each query separately) or in a transaction.
 *
 * Values have the same form from both databases: `int8` and its arrays as number (a value past 2^53 is an
 * error), `jsonb` parsed, `bytea` as Uint8Array, `numeric` (also the sum of `int8`) as text. Times are kept
 * in bigint columns.
 */
export interface Queryable {
  rows<R extends object>(query: SQL): Promise<R[]>;
  /** Returns the first row; undefined without rows. */
  one<R extends object>(query: SQL): Promise<R | undefined>;
  /** Returns the number of affected rows. */
  run(query: SQL): Promise<number>;
}

export interface Transaction extends Queryable {
  /**
   * Runs `work`. If `work` throws, its changes are undone, the error is rethrown, and the transaction can continue.
   */
  savepoint<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs several statements without parameters, such as a migration. */
  script(text: string): Promise<void>;
}

export type IsolationLevel = 'repeatable read' | 'serializable';

export interface TransactionOptions {
  /** Isolation level; by default `read committed`. */
  isolation?: IsolationLevel;
  readOnly?: boolean;
}

export interface Database extends Queryable {
  readonly kind: 'pglite' | 'postgres';
  /**
   * Runs `work` in a transaction that commits when `work` returns. After a serialization failure or a deadlock `work`
   * runs again, up to three more times, so it must have no effects outside the transaction.
   *
   * The embedded database has one connection: inside `work`, query `tx` only. A query on the database itself would
   * wait for the end of the transaction, and the transaction for the query, until the time limit ends both with
   * `DatabaseUnavailable`.
   */
  tx<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Calls `heard` for each NOTIFY on the channel. After a lost connection, calls `heard` once with an empty payload,
   * because notifications may have been missed. Returns a function that stops listening.
   */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>;
  /** Returns the numbers of connections, of idle connections, and of queries that wait for a connection. */
  connections(): { total: number; idle: number; waiting: number };
  /**
   * Runs `work` while the files of the embedded database are complete and unchanged, so that they can be copied. Throws
   * on PostgreSQL, which has its own backup tools.
   */
  quiesce<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

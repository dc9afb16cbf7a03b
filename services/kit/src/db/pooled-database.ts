import type { SQL } from 'drizzle-orm/sql';
import type pg from 'pg';
import type { Database, Queryable, Transaction, TransactionOptions } from './database.js';
import { isRetried, leavesConnectionWhole, translated } from './errors.js';
import type { Listener } from './listener.js';
import { statementOf } from './statement.js';

/** Maximum number of retries of a transaction after a serialization failure or a deadlock. */
const MAX_RETRIES = 3;

/** Longest time that a timer accepts: 24 days. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

abstract class ResultReader implements Queryable {
  protected abstract query(query: SQL): Promise<pg.QueryResult>;

  async rows<R extends object>(query: SQL): Promise<R[]> {
    return (await this.query(query)).rows;
  }

  async one<R extends object>(query: SQL): Promise<R | undefined> {
    return (await this.query(query)).rows[0];
  }

  async run(query: SQL): Promise<number> {
    return (await this.query(query)).rowCount ?? 0;
  }
}

/**
 * A pool of connections: several connections to a PostgreSQL server, or the only connection of the embedded database.
 */
export class PooledDatabase extends ResultReader implements Database {
  readonly kind: 'pglite' | 'postgres';
  readonly #pool: pg.Pool;
  readonly #listener: Listener;
  #closed: Promise<void> | undefined;

  constructor(kind: 'pglite' | 'postgres', pool: pg.Pool, listener: Listener) {
    super();
    this.kind = kind;
    this.#pool = pool;
    this.#listener = listener;
  }

  protected async query(query: SQL): Promise<pg.QueryResult> {
    const statement = statementOf(query);
    const client = await this.#connect();
    let broken: Error | undefined;
    try {
      return await client.query(statement);
    } catch (error) {
      if (!leavesConnectionWhole(error)) broken = error as Error;
      throw translated(error);
    } finally {
      // If the connection did not respond, `broken` closes the connection, which also ends its query.
      client.release(broken);
    }
  }

  async tx<T>(work: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#transaction(work, options);
      } catch (error) {
        if (attempt === MAX_RETRIES || !isRetried(error)) throw error;
      }
    }
  }

  async #transaction<T>(work: (tx: Transaction) => Promise<T>, options: TransactionOptions): Promise<T> {
    const client = await this.#connect();
    const tx = new ClientTransaction(client);
    try {
      tx.send(beginText(options));
      const result = await work(tx);
      await tx.end('commit');
      return result;
    } catch (error) {
      await tx.end('rollback').catch(() => {});
      throw error;
    } finally {
      client.release(tx.broken);
    }
  }

  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, heard);
  }

  connections(): { total: number; idle: number; waiting: number } {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { total, idle, waiting };
  }

  async quiesce<T>(work: () => Promise<T>): Promise<T> {
    if (this.kind !== 'pglite') throw new Error('a PostgreSQL server is copied by pg_dump');
    const client = await this.#connect();
    try {
      await client.query('checkpoint');
      return await work();
    } finally {
      client.release();
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#listener.close().then(() => this.#pool.end());
    return this.#closed;
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw translated(error);
    }
  }
}

class ClientTransaction extends ResultReader implements Transaction {
  /** Set if the connection did not respond, and so must be closed. */
  broken: Error | undefined;
  readonly #client: pg.PoolClient;
  #savepoints = 0;
  #ended = false;

  constructor(client: pg.PoolClient) {
    super();
    this.#client = client;
  }

  protected query(query: SQL): Promise<pg.QueryResult> {
    return this.#query(statementOf(query));
  }

  async savepoint<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    this.#savepoints += 1;
    const name = `s${this.#savepoints}`;
    this.send(`savepoint ${name}`);
    try {
      const result = await work(this);
      await this.#query(`release savepoint ${name}`);
      return result;
    } catch (error) {
      if (this.broken === undefined) {
        await this.#query(`rollback to savepoint ${name}; release savepoint ${name}`);
      }
      throw error;
    }
  }

  async script(text: string): Promise<void> {
    // The driver reads a time-out of 0 as "use the pool's setting", so a very long time-out means no time-out.
    await this.#query({ text, query_timeout: NO_TIMEOUT_MS } as pg.QueryConfig);
  }

  /**
   * Sends a command and does not wait for its result. The connection is pipelined, so the next query is sent
   * immediately. If the command fails, the next query fails as well.
   */
  send(command: string): void {
    this.#query(command).catch(() => {});
  }

  /** Ends the transaction, unless it has already ended. Afterwards the connection can serve other queries. */
  async end(command: 'commit' | 'rollback'): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    if (this.broken === undefined) await this.#send(command);
  }

  async #query(statement: string | pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#ended) throw new Error('a transaction is used after its end');
    return this.#send(statement);
  }

  async #send(statement: string | pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(statement as pg.QueryConfig);
    } catch (error) {
      if (!leavesConnectionWhole(error)) this.broken = error as Error;
      throw translated(error);
    }
  }
}

function beginText({ isolation, readOnly }: TransactionOptions): string {
  return `begin${isolation === undefined ? '' : ` isolation level ${isolation}`}${readOnly === true ? ' read only' : ''}`;
}

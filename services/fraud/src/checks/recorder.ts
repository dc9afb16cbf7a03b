import { type Asked, type Database, Groups, type Queryable, violatedConstraint } from '@services/kit/db';
import { insertChecks, type NewCheck } from './store.js';

/** A result to store: its row, and the events that are queued in the same transaction. */
export interface Recordable {
  row: NewCheck;
  /** Queues the events; undefined if there are none. */
  announce: ((tx: Queryable) => Promise<void>) | undefined;
}

/** Maximum number of rows in a statement, which then takes about 10 ms; larger statements are not faster per row. */
const MOST_ROWS = 200;

export async function recordChecks(db: Queryable, checks: readonly Recordable[]): Promise<void> {
  await insertChecks(
    db,
    checks.map(({ row }) => row),
  );
  for (const { announce } of checks) await announce?.(db);
}

/**
 * Writes results. Results that arrive while the database is busy share the next statement, because a commit of twenty
 * rows costs the same as a commit of one row. `record` resolves after the commit.
 */
export class CheckRecorder {
  readonly #db: Database;
  readonly #groups = new Groups<Recordable>(MOST_ROWS, (group) => this.#write(group));

  constructor(db: Database) {
    this.#db = db;
  }

  record(check: Recordable): Promise<void> {
    return this.#groups.ask(check);
  }

  async #write(group: readonly Asked<Recordable, void>[]): Promise<void> {
    try {
      // A single statement needs no transaction, which would take two more round trips.
      if (group.some(({ announce }) => announce)) await this.#db.tx((tx) => recordChecks(tx, group));
      else await recordChecks(this.#db, group);
      for (const { done } of group) done();
    } catch (error) {
      // If a row's user has been removed, only this row must fail.
      if (group.length > 1 && violatedConstraint(error) !== undefined)
        for (const one of group) await this.#write([one]);
      else for (const { failed } of group) failed(error);
    }
  }
}

import { type Asked, type Database, Groups, type Queryable, violatedConstraint } from '@services/kit/db';
import { insertChecks, type NewCheck } from './store.js';

/** A judged check: its row, and the events that belong into the same transaction. */
export interface Recordable {
  row: NewCheck;
  /** Undefined if there is no event. */
  announce: ((tx: Queryable) => Promise<void>) | undefined;
}

/** A statement of this size takes some 10 ms; larger ones gain nothing. */
const MOST_ROWS = 200;

export async function recordChecks(db: Queryable, checks: readonly Recordable[]): Promise<void> {
  await insertChecks(
    db,
    checks.map(({ row }) => row),
  );
  for (const { announce } of checks) await announce?.(db);
}

/**
 * Writes results. Results that arrive while the database is busy go into one statement: a commit costs the
 * same for one row and for twenty. `record` returns after the commit.
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
      // One statement needs no transaction, which would be two round trips more.
      if (group.some(({ announce }) => announce)) await this.#db.tx((tx) => recordChecks(tx, group));
      else await recordChecks(this.#db, group);
      for (const { done } of group) done();
    } catch (error) {
      // A row of a user who was removed meanwhile must not fail the rows beside it.
      if (group.length > 1 && violatedConstraint(error) !== undefined)
        for (const one of group) await this.#write([one]);
      else for (const { failed } of group) failed(error);
    }
  }
}

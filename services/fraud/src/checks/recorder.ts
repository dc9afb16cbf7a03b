import { type Database, type Queryable, violatedConstraint } from '@services/kit/db';
import { insertChecks, type NewCheck } from './store.js';

/** A judged check: its row, and the events that belong into the same transaction. */
export interface Recordable {
  row: NewCheck;
  /** Undefined where nothing is to be told. */
  announce: ((tx: Queryable) => Promise<void>) | undefined;
}

interface Waiting extends Recordable {
  done(): void;
  failed(error: unknown): void;
}

/** A statement of that size takes some 10 ms; nothing gains from larger ones. */
const MOST_ROWS = 200;

export async function recordChecks(db: Queryable, checks: readonly Recordable[]): Promise<void> {
  await insertChecks(
    db,
    checks.map(({ row }) => row),
  );
  for (const { announce } of checks) await announce?.(db);
}

/**
 * Writes results. What arrives while the database is busy goes into one statement: a commit costs the same for one row
 * and for twenty. `record` returns after the commit.
 */
export class CheckRecorder {
  readonly #db: Database;
  readonly #waiting: Waiting[] = [];
  #running = false;

  constructor(db: Database) {
    this.#db = db;
  }

  record(check: Recordable): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ ...check, done, failed });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, MOST_ROWS));
    this.#running = false;
  }

  async #write(group: readonly Waiting[]): Promise<void> {
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

import { type Asked, type Database, Groups } from '@services/kit/db';
import { type User, usersOfTokens } from './store.js';

interface Question {
  id: number;
  jti: string;
}

/** Maximum number of reads in a statement; further reads wait for the next statement. */
const MOST_READS = 500;

/**
 * Reads the owners of bearer tokens. Requests that arrive while the database is busy share one statement, which begins
 * after all of them: a result is never older than its request, so a disabled user is refused at once.
 */
export class UserReader {
  readonly #db: Database;
  readonly #groups = new Groups<Question, User | undefined>(MOST_READS, (group) => this.#read(group));

  constructor(db: Database) {
    this.#db = db;
  }

  /** Resolves to undefined for a removed user and for a revoked token. */
  ownerOf(id: number, jti: string): Promise<User | undefined> {
    return this.#groups.ask({ id, jti });
  }

  async #read(group: readonly Asked<Question, User | undefined>[]): Promise<void> {
    try {
      const owners = await usersOfTokens(this.#db, new Map(group.map(({ id, jti }) => [jti, id])));
      for (const { id, jti, done } of group) {
        const owner = owners.get(jti);
        done(owner?.id === id ? owner : undefined);
      }
    } catch (error) {
      for (const { failed } of group) failed(error);
    }
  }
}

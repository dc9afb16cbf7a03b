import { type Asked, type Database, Groups } from '@services/kit/db';
import { type User, usersOfTokens } from './store.js';

interface Question {
  id: number;
  jti: string;
}

/** Maximum number of tokens that one statement looks up; further requests wait for the next statement. */
const MOST_READS = 500;

/**
 * Reads the owners of bearer tokens. Requests that arrive while the database is busy share the next statement. It
 * begins after all of them, so a result is never older than its request, and a disabled user is refused immediately.
 */
export class UserReader {
  readonly #db: Database;
  readonly #groups = new Groups<Question, User | undefined>(MOST_READS, (group) => this.#read(group));

  constructor(db: Database) {
    this.#db = db;
  }

  /** Resolves to undefined if the user was removed or the token was revoked. */
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

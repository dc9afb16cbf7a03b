import { join } from 'node:path';
import { type Database, openDatabase, sql } from '@services/kit/db';
import { createLogger } from '@services/kit/log';

/** Number of receivers of a message, as in the channel in which sends are measured. */
const RECEIVERS = 10;

/**
 * Measures the database without the service: each statement writes one message with its receivers and commits before
 * the next. On PostgreSQL, uses tables of its own in the service's database; the embedded database is in a separate
 * folder.
 */
export class DatabaseAlone {
  readonly #db: Database;

  private constructor(db: Database) {
    this.#db = db;
  }

  static async open(folder: string, url: string): Promise<DatabaseAlone> {
    const log = createLogger({ level: 'error', pretty: false });
    const db = await openDatabase({ url, dataDir: join(folder, 'alone'), log });
    await db.run(
      sql`CREATE TABLE alone_message (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, content text)`,
    );
    await db.run(
      sql`CREATE TABLE alone_receiver (user_id int, message_id bigint, PRIMARY KEY (user_id, message_id))`,
    );
    return new DatabaseAlone(db);
  }

  /** Returns statements per second, measured over `seconds`. */
  async rate(seconds: number): Promise<number> {
    const begin = performance.now();
    let done = 0;
    for (; performance.now() - begin < seconds * 1000; done++)
      await this.#db.run(sql`
        WITH new AS (INSERT INTO alone_message (content) VALUES (${`message ${done}`}) RETURNING id)
        INSERT INTO alone_receiver SELECT n, new.id FROM new, generate_series(1, ${RECEIVERS}::int) n`);
    return (done * 1000) / (performance.now() - begin);
  }

  async close(): Promise<void> {
    await this.#db.run(sql`DROP TABLE alone_receiver, alone_message`);
    await this.#db.close();
  }
}

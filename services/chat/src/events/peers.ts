import { type Database, sql } from '@services/kit/db';
import type { Logger } from '@services/kit/log';

/**
 * Notification channel on which a process announces that it has committed events. The payload is the name of the
 * process.
 */
export const COMMITTED_CHANNEL = 'chat_committed';
const TALK_CHANNEL = 'chat_talk';

/** PostgreSQL limits a notification to 8,000 bytes. */
const MAX_TALK_BYTES = 7_500;

/** Messages between processes on one database. Stored events are not among them: they are read from the table. */
export type Talk =
  /**
   * A client has polled one of the queues at the sending process, so the receivers remove the queue from their memory.
   */
  | { kind: 'taken'; queue: string }
  | { kind: 'gone'; queues: string[] }
  /** An event without a row. */
  | { kind: 'told'; body: { type: string; [field: string]: unknown }; users: number[] | 'everyone' };

/** The other processes on the same PostgreSQL database. */
export class Peers {
  readonly #db: Database;
  readonly #log: Logger;
  readonly name: string;
  #ends: (() => Promise<void>)[] = [];

  constructor(db: Database, log: Logger, name: string) {
    this.#db = db;
    this.#log = log;
    this.name = name;
  }

  async start(heard: { committed(): void; talk(talk: Talk): void }): Promise<void> {
    const committed = (payload: string) => {
      // An empty payload follows a lost connection, during which notifications may have been missed.
      if (payload !== this.name) heard.committed();
    };
    const talk = (payload: string) => {
      if (payload === '') return;
      const { from, ...rest } = JSON.parse(payload) as Talk & { from: string };
      if (from !== this.name) heard.talk(rest as Talk);
    };
    this.#ends = [
      await this.#db.listen(COMMITTED_CHANNEL, committed),
      await this.#db.listen(TALK_CHANNEL, talk),
    ];
  }

  say(talk: Talk): void {
    const payload = JSON.stringify({ ...talk, from: this.name });
    if (Buffer.byteLength(payload) > MAX_TALK_BYTES) return;
    this.#db
      .run(sql`SELECT pg_notify(${TALK_CHANNEL}, ${payload})`)
      .catch((error: unknown) => this.#log.warn({ err: error }, 'other processes could not be told'));
  }

  async stop(): Promise<void> {
    for (const end of this.#ends.splice(0)) await end().catch(() => {});
  }
}

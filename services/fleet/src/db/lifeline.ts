import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@services/kit/log';
import pg from 'pg';
import { databaseUrl } from './fleet-database.js';

const RECONNECT_MS = 1_000;

/**
 * Settings with which the server notices within half a minute that a machine has disappeared. They are not
 * needed for a process that dies, because the system closes its connection at once.
 */
const KEEP_ALIVE = `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`;

/**
 * An advisory lock that shows that a process is alive: the server releases the lock when the connection ends.
 * The lock does not depend on clocks, which may be wrong.
 */
export class Lifeline {
  #client: pg.Client | undefined;
  #ended = false;

  private constructor(
    private readonly lockClass: number,
    private readonly key: string,
    private readonly log: Logger,
  ) {}

  static async hold(lockClass: number, key: string, log: Logger): Promise<Lifeline> {
    const line = new Lifeline(lockClass, key, log);
    await line.#connect();
    return line;
  }

  async release(): Promise<void> {
    this.#ended = true;
    await this.#client?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl(), keepAlive: true });
    client.on('error', (error) => this.log.debug({ err: error }, 'the lifeline broke'));
    await client.connect();
    try {
      await client.query(KEEP_ALIVE);
      // The statement does not wait for the lock: the server may not have noticed yet that this process's
      // earlier connection has ended.
      await client.query('select pg_try_advisory_lock_shared($1, hashtext($2))', [this.lockClass, this.key]);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    client.once('end', () => void this.#again());
    this.#client = client;
  }

  async #again(): Promise<void> {
    while (!this.#ended) {
      await delay(RECONNECT_MS);
      try {
        await this.#connect();
        return;
      } catch (error) {
        this.log.debug({ err: error }, 'the lifeline cannot be held again');
      }
    }
  }
}

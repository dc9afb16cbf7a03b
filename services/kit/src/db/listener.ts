import pg from 'pg';
import type { Logger } from '../log/index.js';

const RECONNECT_MS = 500;

/** Receives NOTIFY and passes it to the listeners of the channel. */
export abstract class Listener {
  readonly #hearers = new Map<string, Set<(payload: string) => void>>();
  protected readonly log: Logger;

  constructor(log: Logger) {
    this.log = log;
  }

  /**
   * Sends LISTEN or UNLISTEN on the connection that receives notifications; does nothing if there is no such
   * connection.
   */
  protected abstract send(command: string): Promise<void>;

  async listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>> {
    const others = this.#hearers.get(channel);
    const hearers = others ?? new Set();
    hearers.add(heard);
    this.#hearers.set(channel, hearers);
    if (others === undefined) await this.send(`listen ${pg.escapeIdentifier(channel)}`);
    return async () => {
      if (!hearers.delete(heard) || hearers.size > 0) return;
      this.#hearers.delete(channel);
      await this.send(`unlisten ${pg.escapeIdentifier(channel)}`);
    };
  }

  abstract close(): Promise<void>;

  /** Makes a new connection listen on all channels. */
  protected async adopt(client: pg.ClientBase, missed: boolean): Promise<void> {
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''));
    const commands = [...this.#hearers.keys()].map((channel) => `listen ${pg.escapeIdentifier(channel)}`);
    if (commands.length > 0) await client.query(commands.join('; '));
    if (missed) for (const channel of this.#hearers.keys()) this.#tell(channel, '');
  }

  #tell(channel: string, payload: string): void {
    for (const heard of this.#hearers.get(channel) ?? []) {
      try {
        heard(payload);
      } catch (error) {
        this.log.error({ err: error, channel }, 'a listener failed');
      }
    }
  }
}

/** Listens on the embedded database's only connection. */
export class PoolListener extends Listener {
  #pool: pg.Pool | undefined;
  #wasConnected = false;

  attach(pool: pg.Pool): void {
    this.#pool = pool;
  }

  /** The pool calls this method for each new connection, before the first query on the connection. */
  async connected(client: pg.ClientBase): Promise<void> {
    await this.adopt(client, this.#wasConnected);
    this.#wasConnected = true;
  }

  protected async send(command: string): Promise<void> {
    await this.#pool?.query(command);
  }

  async close(): Promise<void> {}
}

/** Listens on a separate connection, which is opened on first use and again whenever it is lost. */
export class DedicatedListener extends Listener {
  readonly #connect: () => pg.Client;
  #client: Promise<pg.Client> | undefined;
  #lost = false;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(connect: () => pg.Client, log: Logger) {
    super(log);
    this.#connect = connect;
  }

  protected async send(command: string): Promise<void> {
    if (this.#client === undefined) {
      // `#open` listens to all channels, and the new channel is already one of them.
      await this.#open();
      return;
    }
    const client = await this.#client;
    await client.query(command);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    const client = await this.#client?.catch(() => undefined);
    await client?.end().catch(() => {});
  }

  #open(): Promise<pg.Client> {
    const opening = this.#openOnce();
    this.#client = opening;
    return opening;
  }

  async #openOnce(): Promise<pg.Client> {
    const client = this.#connect();
    const lose = (error?: Error) => this.#lose(client, error);
    client.once('error', lose);
    client.once('end', () => lose());
    await client.connect();
    await this.adopt(client, this.#lost);
    this.#lost = false;
    return client;
  }

  #lose(client: pg.Client, error?: Error): void {
    client.removeAllListeners('error').on('error', () => {});
    client.removeAllListeners('end').removeAllListeners('notification');
    client.end().catch(() => {});
    if (this.#closed || this.#retry !== undefined) return;
    if (!this.#lost) this.log.warn({ err: error }, 'the connection that listens was lost');
    this.#lost = true;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#open().catch((failure: Error) => this.#lose(client, failure));
    }, RECONNECT_MS);
  }
}

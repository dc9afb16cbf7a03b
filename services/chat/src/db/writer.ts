import type { Clock } from '@services/kit/clock';
import {
  array,
  type Database,
  DatabaseUnavailable,
  type Queryable,
  type SQL,
  sql,
  type Transaction,
} from '@services/kit/db';
import type { Logger } from '@services/kit/log';
import { idsNeeded } from '../events/delivery.js';
import type { Audience, EventBody, NumberedEvent } from '../events/emit.js';
import type { Directory, DirectoryChanges, DirectoryView } from '../organization/directory.js';

/** A change may run more than once before it commits: it awaits only its transaction and leaves nothing outside it. */
export type Change<T> = (tx: WriteTx) => Promise<T>;

/**
 * The transaction of a change. Ids of messages and events are drawn here, so they grow in commit order and are
 * never reused; events go into the table together with the rows that they tell of.
 */
export interface WriteTx extends Queryable {
  /** UNIX milliseconds, the same for all of the change. */
  readonly now: number;
  /** Settings, groups and accounts as of this transaction. */
  readonly directory: DirectoryView;
  nextMessageId(): number;
  /** Writes an event and returns its id. */
  emit(event: EventBody, audience: Audience): number;
  /** Like `emit`, without a row: for typing and presence, which a crash may lose. */
  emitEphemeral(event: EventBody, audience: Audience): number;
  /** Says what of the directory this change alters, so that caches let go of it. */
  changed(what: DirectoryChanges): void;
  /** Runs once after the commit, before the answer. */
  afterCommit(action: () => void): void;
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}

/** @param since when the first of the changes was asked for, by `performance.now()` */
export type Publish = (events: NumberedEvent[], since: number) => void;

interface Waiting {
  work: Change<unknown>;
  since: number;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * How many waiting changes share one transaction, hence one disk flush. Commits in batches of 20 reach three
 * times the rate of single ones; larger batches make the first change of a batch wait for longer.
 */
const MAX_BATCH = 20;

/**
 * The one way to change the database. A loop takes the changes that wait, runs them one after another in one
 * transaction, commits, and only then answers them and publishes their events: the order of commit, of ids and of
 * events is one order.
 */
export class Writer {
  readonly #waiting: Waiting[] = [];
  readonly #options: {
    db: Database;
    clock: Clock;
    directory: Directory;
    publish: Publish;
    log: Logger;
  };
  #running: Promise<void> | undefined;

  constructor(options: {
    db: Database;
    clock: Clock;
    directory: Directory;
    publish: Publish;
    log: Logger;
  }) {
    this.#options = options;
  }

  write<T>(work: Change<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({
        work,
        since: performance.now(),
        resolve: resolve as (value: unknown) => void,
        reject,
      });
      this.#running ??= this.#drain();
    });
  }

  /** Resolves when no change waits or runs. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #drain(): Promise<void> {
    // Changes that arrive in the same turn of the event loop share the first batch.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#runBatch(this.#waiting.splice(0, MAX_BATCH));
    // In the same turn as the look at the list: a change that comes later starts the loop anew.
    this.#running = undefined;
  }

  async #runBatch(waiting: Waiting[]): Promise<void> {
    let finished: Finished;
    try {
      finished = await this.#transaction(waiting, false);
    } catch (error) {
      if (!(error instanceof ChangeFailed)) return rejectAll(waiting, error);
      if (waiting.length === 1) return rejectAll(waiting, error.cause);
      // One change of several failed and took the transaction with it. Each gets a savepoint now, which costs
      // two round trips a change: too much to pay when all goes well.
      try {
        finished = await this.#transaction(waiting, true);
      } catch (second) {
        return rejectAll(waiting, second instanceof ChangeFailed ? second.cause : second);
      }
    }
    this.#options.directory.committed(finished.batch.changes);
    this.#afterCommit(finished.batch, waiting[0]?.since ?? performance.now());
    waiting.forEach((change, index) => {
      const outcome = finished.outcomes[index]!;
      if ('error' in outcome) change.reject(outcome.error);
      else change.resolve(outcome.value);
    });
  }

  /** What happens here is committed: an error must stop neither the answers nor the loop. */
  #afterCommit(batch: Batch, since: number): void {
    for (const work of [...batch.actions, () => this.#options.publish(batch.events, since)])
      try {
        work();
      } catch (error) {
        this.#options.log.error({ err: error }, 'work after a commit failed');
      }
  }

  #transaction(waiting: Waiting[], guarded: boolean): Promise<Finished> {
    const { db, clock, directory } = this.#options;
    return db.tx(async (tx) => {
      const counter = await tx.one<CounterRow>(
        sql`SELECT last_message_id, last_event_id, directory_version FROM counter FOR UPDATE`,
      );
      if (counter === undefined) throw new Error('the counter row is missing');
      directory.sawVersion(counter.directory_version);
      const batch = new Batch(tx, clock.now(), counter, directory);
      const outcomes: Outcome[] = [];
      for (const { work } of waiting) {
        if (guarded) outcomes.push(await batch.guarded(work));
        else
          outcomes.push({
            value: await work(batch).catch((error: unknown) => {
              throw error instanceof DatabaseUnavailable ? error : new ChangeFailed(error);
            }),
          });
      }
      await batch.flush();
      return { batch, outcomes };
    });
  }
}

interface CounterRow {
  last_message_id: number;
  last_event_id: number;
  directory_version: number;
}
type Outcome = { value: unknown } | { error: unknown };
interface Finished {
  batch: Batch;
  outcomes: Outcome[];
}

class ChangeFailed extends Error {
  constructor(cause: unknown) {
    super('a change failed', { cause });
  }
}

function rejectAll(waiting: Waiting[], error: unknown): void {
  for (const change of waiting) change.reject(error);
}

class Batch implements WriteTx {
  readonly now: number;
  readonly events: NumberedEvent[] = [];
  readonly actions: (() => void)[] = [];
  readonly #before: CounterRow;
  readonly #directory: Directory;
  readonly #counter: CounterRow;
  #tx: Transaction;
  changes: DirectoryChanges = {};
  directory: DirectoryView;

  constructor(tx: Transaction, now: number, counter: CounterRow, directory: Directory) {
    this.#tx = tx;
    this.now = now;
    this.#before = counter;
    this.#counter = { ...counter };
    this.#directory = directory;
    this.directory = directory.view(this, this.changes);
  }

  rows<R extends object>(query: SQL): Promise<R[]> {
    return this.#tx.rows<R>(query);
  }
  one<R extends object>(query: SQL): Promise<R | undefined> {
    return this.#tx.one<R>(query);
  }
  run(query: SQL): Promise<number> {
    return this.#tx.run(query);
  }

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const outer = this.#tx;
    const events = this.events.length;
    const actions = this.actions.length;
    const changes = this.changes;
    try {
      return await outer.savepoint((inner) => {
        this.#tx = inner;
        return work();
      });
    } catch (error) {
      // Numbers drawn meanwhile are not given back: gaps are allowed.
      this.events.length = events;
      this.actions.length = actions;
      this.changes = changes;
      this.directory = this.#directory.view(this, changes);
      throw error;
    } finally {
      this.#tx = outer;
    }
  }

  async guarded(work: Change<unknown>): Promise<Outcome> {
    try {
      return { value: await this.savepoint(() => work(this)) };
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      return { error };
    }
  }

  nextMessageId(): number {
    return ++this.#counter.last_message_id;
  }

  emit(event: EventBody, audience: Audience): number {
    return this.#number(event, audience, true);
  }
  emitEphemeral(event: EventBody, audience: Audience): number {
    return this.#number(event, audience, false);
  }

  #number(body: EventBody, audience: Audience, stored: boolean): number {
    this.#counter.last_event_id += idsNeeded(body);
    const id = this.#counter.last_event_id;
    this.events.push({
      id,
      body,
      users: audience.users === 'everyone' ? null : new Set(audience.users),
      perUser: audience.perUser ?? null,
      perQueue: audience.perQueue ?? null,
      publicChannel: audience.publicChannel ?? false,
      stored,
    });
    return id;
  }

  changed(what: DirectoryChanges): void {
    this.changes = {
      organization: this.changes.organization || what.organization || false,
      groups: this.changes.groups || what.groups || false,
      accounts: [...(this.changes.accounts ?? []), ...(what.accounts ?? [])],
    };
    this.directory = this.#directory.view(this, this.changes);
  }

  afterCommit(action: () => void): void {
    this.actions.push(action);
  }

  /** Writes events and counters in one statement. */
  async flush(): Promise<void> {
    const { changes } = this;
    if (changes.organization || changes.groups || (changes.accounts?.length ?? 0) > 0)
      this.#directory.sawVersion(++this.#counter.directory_version, 'own');
    const counter = this.#counter;
    if (
      counter.last_message_id === this.#before.last_message_id &&
      counter.last_event_id === this.#before.last_event_id &&
      counter.directory_version === this.#before.directory_version
    )
      return;
    const update = sql`UPDATE counter SET last_message_id = ${counter.last_message_id},
      last_event_id = ${counter.last_event_id}, directory_version = ${counter.directory_version}`;
    const stored = this.events.filter((event) => event.stored);
    if (stored.length === 0) {
      await this.run(update);
      return;
    }
    // One text for any number of events, so that it stays prepared. Lists of users have different lengths, which
    // arrays of arrays cannot have.
    const column = (value: (event: NumberedEvent) => unknown, type: 'int8' | 'text' | 'bool') =>
      array(stored.map(value), type);
    await this.run(sql`WITH written AS (
        INSERT INTO event (id, body, audience, per_user, per_queue, public_channel, created_at)
        SELECT e.id, e.body, e.audience::integer[], e.per_user::jsonb, e.per_queue::jsonb, e.public_channel, ${this.now}::bigint
        FROM unnest(${column((event) => event.id, 'int8')}, ${column((event) => JSON.stringify(event.body), 'text')},
          ${column(({ users }) => (users === null ? null : `{${[...users].join(',')}}`), 'text')},
          ${column((event) => jsonOrNull(event.perUser), 'text')}, ${column((event) => jsonOrNull(event.perQueue), 'text')},
          ${column((event) => event.publicChannel, 'bool')}) AS e (id, body, audience, per_user, per_queue, public_channel)
      ) ${update}`);
  }
}

const jsonOrNull = (value: object | null) => (value === null ? null : JSON.stringify(value));

import type { Clock } from '@services/kit/clock';
import {
  type Asked,
  array,
  type Database,
  DatabaseUnavailable,
  Groups,
  type Queryable,
  type SQL,
  sql,
  type Transaction,
} from '@services/kit/db';
import type { Logger } from '@services/kit/log';
import { idsNeeded } from '../events/delivery.js';
import { type Audience, type EventBody, FREE_NUMBERS, type NumberedEvent } from '../events/emit.js';
import { COMMITTED_CHANNEL } from '../events/peers.js';
import type { Directory, DirectoryChanges, DirectoryView } from '../organization/directory.js';

/**
 * A change. The function may run several times before the commit, so it must not have effects outside the transaction.
 * It must not await work outside the transaction.
 */
export type Change<T> = (tx: WriteTx) => Promise<T>;

/**
 * The transaction of a change. The transaction draws the ids of messages and events, so ids grow in the order of
 * commits and are never reused. Events are stored together with the rows that they describe.
 */
export interface WriteTx extends Queryable {
  /** Time in UNIX milliseconds, the same during the whole change. */
  readonly now: number;
  /** Settings, groups and accounts as of this transaction. */
  readonly directory: DirectoryView;
  nextMessageId(): number;
  /** Writes an event and returns its id. */
  emit(event: EventBody, audience: Audience): number;
  /** Sends an event without a row, for typing and presence, which a crash may lose. */
  emitEphemeral(event: EventBody, audience: Audience): number;
  /** Declares which parts of the directory this change alters, so that their cached copies are dropped. */
  changed(what: DirectoryChanges): void;
  /** Adds an action that runs once, after the commit and before the response. */
  afterCommit(action: () => void): void;
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * @param since request time of the first change, by `performance.now()`
 * @param span newest event ids before and after the changes
 */
export type Publish = (
  events: NumberedEvent[],
  since: number,
  span: { before: number; after: number },
) => void;

/**
 * Performs the first request together with as many of the following requests as can be combined with it, in order. The
 * result is the same as if the requests ran one after the other. Returns an outcome for each performed request. If a
 * request's outcome is an error, the request has not written data. A thrown error undoes all changes, and the writer
 * repeats them one by one.
 */
export type JointChange<Q, T> = (tx: WriteTx, requests: readonly Q[]) => Promise<Outcome<T>[]>;

/** A change that can be combined with other changes of the same kind. */
export interface Joint<Q, T> {
  kind: JointChange<Q, T>;
  request: Q;
}

export type Outcome<T> = { value: T } | { error: unknown };

interface Wanted {
  work: Change<unknown>;
  joint: Joint<unknown, unknown> | undefined;
  since: number;
}
type Waiting = Asked<Wanted, unknown>;

/**
 * Number of waiting changes that share one transaction, and hence one disk flush. Batches of 20 make three times as
 * many changes per second as single commits; in larger batches, the first change waits longer.
 */
const MAX_BATCH = 20;

interface WriterOptions {
  db: Database;
  clock: Clock;
  directory: Directory;
  publish: Publish;
  log: Logger;
  /** Name of this process. Set if other processes use the same database, and must be notified of commits. */
  processName?: string | undefined;
}

/**
 * All changes of the database go through the writer. It runs the waiting changes one after another in one transaction,
 * and commits. After the commit, the changes resolve and their events are published, so that commits, ids and events
 * have the same order. Consecutive changes of one kind may run together, with statements for the whole group.
 */
export class Writer {
  readonly #options: WriterOptions;
  readonly #groups = new Groups<Wanted, unknown>(MAX_BATCH, (waiting) => this.#runBatch(waiting));

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** @param joint combines the change with other changes */
  write<T, Q = never>(work: Change<T>, joint?: Joint<Q, T>): Promise<T> {
    return this.#groups.ask({
      work,
      joint: joint as Joint<unknown, unknown> | undefined,
      since: performance.now(),
    }) as Promise<T>;
  }

  /** Resolves when no change is waiting or running. */
  idle(): Promise<void> {
    return this.#groups.idle();
  }

  async #runBatch(waiting: readonly Waiting[]): Promise<void> {
    let finished: Finished;
    try {
      finished = await this.#transaction(waiting, false);
    } catch (error) {
      if (!(error instanceof ChangeFailed)) return failAll(waiting, error);
      if (waiting.length === 1) return failAll(waiting, error.cause);
      // One of several changes has failed and rolled back the transaction. The changes run again, each with a
      // savepoint, which costs two more round trips per change.
      try {
        finished = await this.#transaction(waiting, true);
      } catch (second) {
        return failAll(waiting, second instanceof ChangeFailed ? second.cause : second);
      }
    }
    this.#options.directory.committed(finished.batch.changes);
    this.#afterCommit(finished.batch, waiting[0]?.since ?? performance.now());
    waiting.forEach((change, index) => {
      const outcome = finished.outcomes[index]!;
      if ('error' in outcome) change.failed(outcome.error);
      else change.done(outcome.value);
    });
  }

  /** The changes are committed, so an error in this step must not prevent the responses or stop the loop. */
  #afterCommit(batch: Batch, since: number): void {
    for (const work of [...batch.actions, () => this.#options.publish(batch.events, since, batch.span)])
      try {
        work();
      } catch (error) {
        this.#options.log.error({ err: error }, 'work after a commit failed');
      }
  }

  #transaction(waiting: readonly Waiting[], guarded: boolean): Promise<Finished> {
    const { db, clock, directory } = this.#options;
    return db.tx(async (tx) => {
      const counter = await tx.one<CounterRow>(
        sql`SELECT last_message_id, last_event_id, directory_version FROM counter FOR UPDATE`,
      );
      if (counter === undefined) throw new Error('the counter row is missing');
      directory.sawVersion(counter.directory_version);
      const batch = new Batch(tx, clock.now(), counter, directory, this.#options.processName);
      const outcomes: Outcome<unknown>[] = [];
      while (outcomes.length < waiting.length) {
        if (guarded) outcomes.push(await batch.guarded(waiting[outcomes.length]!.work));
        else outcomes.push(...(await unguarded(batch, waiting.slice(outcomes.length))));
      }
      await batch.flush();
      return { batch, outcomes };
    });
  }
}

/** Makes the first change, together with the following changes of the same kind. */
async function unguarded(batch: Batch, waiting: readonly Wanted[]): Promise<Outcome<unknown>[]> {
  const [first] = waiting;
  const kind = first!.joint?.kind;
  const others = waiting.findIndex(({ joint }) => joint?.kind !== kind);
  const neighbours = kind === undefined ? [] : waiting.slice(0, others === -1 ? undefined : others);
  try {
    if (kind === undefined || neighbours.length < 2) return [{ value: await first!.work(batch) }];
    const outcomes = await kind(
      batch,
      neighbours.map(({ joint }) => joint!.request),
    );
    if (outcomes.length === 0) throw new Error('a joint change made none of its changes');
    return outcomes;
  } catch (error) {
    throw error instanceof DatabaseUnavailable ? error : new ChangeFailed(error);
  }
}

interface CounterRow {
  last_message_id: number;
  last_event_id: number;
  directory_version: number;
}
interface Finished {
  batch: Batch;
  outcomes: Outcome<unknown>[];
}

class ChangeFailed extends Error {
  constructor(cause: unknown) {
    super('a change failed', { cause });
  }
}

function failAll(waiting: readonly Waiting[], error: unknown): void {
  for (const change of waiting) change.failed(error);
}

class Batch implements WriteTx {
  readonly now: number;
  readonly events: NumberedEvent[] = [];
  readonly actions: (() => void)[] = [];
  readonly #before: CounterRow;
  readonly #directory: Directory;
  readonly #counter: CounterRow;
  readonly #processName: string | undefined;
  #tx: Transaction;
  changes: DirectoryChanges = {};
  directory: DirectoryView;

  constructor(
    tx: Transaction,
    now: number,
    counter: CounterRow,
    directory: Directory,
    processName: string | undefined,
  ) {
    this.#processName = processName;
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
      // Ids that were drawn after the savepoint are not drawn again, because ids may have gaps.
      this.events.length = events;
      this.actions.length = actions;
      this.changes = changes;
      this.directory = this.#directory.view(this, changes);
      throw error;
    } finally {
      this.#tx = outer;
    }
  }

  async guarded(work: Change<unknown>): Promise<Outcome<unknown>> {
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
    if (this.#counter.last_event_id === this.#before.last_event_id)
      this.#counter.last_event_id += FREE_NUMBERS;
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

  get span(): { before: number; after: number } {
    return { before: this.#before.last_event_id, after: this.#counter.last_event_id };
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
      last_event_id = ${counter.last_event_id}, directory_version = ${counter.directory_version}
      ${this.#processName === undefined ? sql`` : sql`RETURNING pg_notify(${COMMITTED_CHANNEL}, ${this.#processName})`}`;
    const stored = this.events.filter((event) => event.stored);
    if (stored.length === 0) {
      await this.run(update);
      return;
    }
    // The text is the same for any number of events, so that the statement stays prepared. Each event's list of users
    // is passed as text, because the inner arrays of an array of arrays must have equal lengths.
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

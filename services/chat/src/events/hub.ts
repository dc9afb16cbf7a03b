import { randomText } from '@services/kit/clock';
import { sql } from '@services/kit/db';
import { badEventQueueId, badRequest } from '../http/errors.js';
import { type Account, isGuest } from '../users/account.js';
import { deliver, wants } from './delivery.js';
import { type EventBody, FREE_NUMBERS, type NumberedEvent } from './emit.js';
import { hold } from './hold.js';
import { type HubOptions, type PublishObserver, Registration } from './hub-options.js';
import type { Talk } from './peers.js';
import { Progress } from './progress.js';
import { EventQueue, type QueueOptions } from './queue.js';
import { deleteBeyond, deleteIdleQueues, deleteOldEvents, deleteQueue, insertQueue } from './queue-rows.js';
import { QueueSet } from './queue-set.js';
import { loadEvents, loadQueues } from './store.js';

/** A random id of 43 letters and digits has 256 bits. */
const QUEUE_ID_LENGTH = 43;
/**
 * Interval at which acknowledgements and times of polls are stored. After a crash, clients get the events again that
 * they acknowledged within this interval.
 */
const FLUSH_EVERY_MS = 2_000;
const SWEEP_EVERY_MS = 10_000;
/** Interval at which the hub reads new events of other processes, in case a notification was lost. */
const CATCH_UP_EVERY_MS = 5_000;

/**
 * The event queues of a process, in memory. The tables contain the same data, so that a new process continues where a
 * killed process stopped. If several processes share a database, a queue is in the memory of the process that its
 * client polled last.
 */
export class EventHub {
  readonly #options: HubOptions;
  readonly #queues = new QueueSet();
  readonly #registrations = new Set<Registration>();
  readonly #progress: Progress;
  readonly #timers: NodeJS.Timeout[] = [];
  /** Id of the newest stored event that was passed to queues. */
  #lastId = 0;
  /** The largest number given to an event that has no row. */
  #freeId = 0;
  #catchingUp: Promise<void> | undefined;
  #isBehind = false;
  /** Queues whose rows are being deleted. */
  readonly #dropping = new Set<string>();
  readonly #loading = new Map<string, Promise<EventQueue | undefined>>();
  #isStopping = false;
  #observer: PublishObserver | undefined;
  #sweeps = 0;

  constructor(options: HubOptions) {
    this.#options = options;
    const isHere = (queue: EventQueue) => this.#queues.get(queue.id) === queue;
    this.#progress = new Progress(options.db, options.log, isHere);
  }

  get size(): number {
    return this.#queues.size;
  }
  /** Number of polls held at the moment. */
  get waiting(): number {
    let count = 0;
    for (const queue of this.#queues.all()) if (queue.waiter !== undefined) count++;
    return count;
  }

  /** Restores queues with their unacknowledged events, and starts the timers. */
  async start(): Promise<void> {
    const { db, clock, peers } = this.#options;
    // Skips the numbers that events without a row had before a crash.
    await db.run(sql`UPDATE counter SET last_event_id = last_event_id + ${FREE_NUMBERS}`);
    // Queues do not expire because of the server's downtime: the start counts as a poll.
    if (peers === undefined)
      for (const row of await loadQueues(db))
        this.#queues.add(new EventQueue({ ...row, polledAt: clock.now() }), row.isGuest);
    const { lastId, events } = await loadEvents(db);
    this.#lastId = lastId;
    for (const event of events) this.#hand(event);
    if (peers !== undefined) {
      await peers.start({ committed: () => void this.catchUp(), talk: (talk) => this.#hear(talk) });
      this.#timers.push(setInterval(() => void this.catchUp(), CATCH_UP_EVERY_MS).unref());
    }
    this.#timers.push(
      setInterval(() => void this.flush(), FLUSH_EVERY_MS).unref(),
      setInterval(() => void this.sweep(), SWEEP_EVERY_MS).unref(),
    );
  }

  useEmptyTopicName(name: string): void {
    this.#options.settings.emptyTopicDisplayName = name;
  }

  /** Sets an observer, which gets all events after the held polls have got them. */
  observe(observer: PublishObserver): void {
    this.#observer = observer;
  }

  /**
   * The writer calls this method after each commit, in the order of commits.
   * @param since request time of the first change, by `performance.now()`
   * @param span the newest ids before and after the changes; events of other processes between these ids are read from
   * the table
   */
  publish(
    events: NumberedEvent[],
    since: number,
    { before, after }: { before: number; after: number },
  ): void {
    if (before > this.#lastId && this.#options.peers !== undefined) void this.catchUp();
    else {
      this.#lastId = Math.max(this.#lastId, after);
      this.#deliver(events);
    }
    this.#observer?.(events, performance.now() - since);
  }

  /** Reads the events that other processes have committed, in the order of commits. */
  catchUp(): Promise<void> {
    this.#isBehind = true;
    this.#catchingUp ??= this.#readOn().finally(() => {
      this.#catchingUp = undefined;
    });
    return this.#catchingUp;
  }

  async #readOn(): Promise<void> {
    const { db, log, sawVersion } = this.#options;
    try {
      while (this.#isBehind && !this.#isStopping) {
        this.#isBehind = false;
        const { lastId, directoryVersion, events } = await loadEvents(db, this.#lastId);
        const news = events.filter((event) => event.id > this.#lastId);
        this.#lastId = Math.max(this.#lastId, lastId);
        sawVersion?.(directoryVersion);
        this.#deliver(news);
      }
    } catch (error) {
      log.warn({ err: error }, 'events of other processes could not be read');
    }
  }

  #hear(talk: Talk): void {
    if (talk.kind === 'taken') {
      this.#forget(talk.queue)?.waiter?.answer();
    } else if (talk.kind === 'gone') {
      for (const id of talk.queues) this.#forget(id)?.waiter?.fail(badEventQueueId(id));
    } else this.#tellHere(talk.body, talk.users);
  }

  /**
   * Sends users an event that has no row: typing and presence, which a crash may lose. Returns false if all reserved
   * numbers are used, until the next change reserves more.
   */
  tell(body: EventBody, users: number[] | 'everyone'): boolean {
    if (!this.#tellHere(body, users)) return false;
    if (users === 'everyone' || users.length > 0) this.#options.peers?.say({ kind: 'told', body, users });
    return true;
  }

  #tellHere(body: EventBody, users: readonly number[] | 'everyone'): boolean {
    const id = Math.max(this.#lastId, this.#freeId) + 1;
    if (id > this.#lastId + FREE_NUMBERS) return false;
    this.#freeId = id;
    const fields = { perUser: null, perQueue: null, publicChannel: false, stored: false };
    this.#deliver([{ id, body, users: users === 'everyone' ? null : new Set(users), ...fields }]);
    return true;
  }

  #deliver(events: readonly NumberedEvent[]): void {
    const touched = new Set<EventQueue>();
    for (const event of events) {
      for (const registration of this.#registrations) registration.events.push(event);
      for (const queue of this.#hand(event)) touched.add(queue);
    }
    for (const queue of touched) {
      if (queue.pending.length > this.#options.config.maxEventsPerQueue) {
        this.#options.log.warn(
          { userId: queue.userId },
          'an event queue was dropped: its client does not keep up',
        );
        void this.#drop(queue, badEventQueueId(queue.id));
      } else queue.waiter?.answer();
    }
  }

  /** Call this before the snapshot is read, so that no event is lost between the snapshot and the queue. */
  beginRegistration(): Registration {
    const registration = new Registration();
    this.#registrations.add(registration);
    return registration;
  }
  endRegistration(registration: Registration): void {
    this.#registrations.delete(registration);
  }

  /** Makes the queue, whose first event is the first after `startId`, the newest event that the snapshot covers. */
  async open(
    user: Account,
    registration: Registration,
    startId: number,
    lifespanMs: number,
    client: string,
    options: QueueOptions,
  ): Promise<EventQueue> {
    const { db, clock, random, config } = this.#options;
    const now = clock.now();
    const queue = new EventQueue({
      id: randomText(random, QUEUE_ID_LENGTH),
      userId: user.id,
      options,
      lifespanMs,
      startId,
      acknowledgedId: startId,
      polledAt: now,
    });
    await insertQueue(db, queue, { now, client, options });
    await this.#dropIdle(user.id, config.maxQueuesPerUser);
    this.#queues.add(queue, isGuest(user));
    for (const event of registration.events) if (this.#isFor(event, queue)) queue.push(event);
    this.endRegistration(registration);
    return queue;
  }

  /** Drops the least recently polled queues of the user, so that the user may have one more queue. */
  async #dropIdle(userId: number, most: number): Promise<void> {
    const { db, peers } = this.#options;
    if (peers === undefined) {
      const own = this.#queues.ofUser(userId).sort((a, b) => a.polledAt - b.polledAt);
      for (const idle of own.slice(0, Math.max(0, own.length + 1 - most)))
        void this.#drop(idle, badEventQueueId(idle.id));
      return;
    }
    await this.flush();
    const queues = await deleteBeyond(db, userId, most);
    if (queues.length === 0) return;
    this.#hear({ kind: 'gone', queues });
    peers.say({ kind: 'gone', queues });
  }

  /** Returns the queue if it belongs to the user. */
  async #owned(user: Account, id: string): Promise<EventQueue> {
    const queue = this.#queues.get(id) ?? (await this.#take(id));
    if (queue === undefined || queue.userId !== user.id) throw badEventQueueId(id);
    return queue;
  }

  /** Takes over a queue that another process held, with its unacknowledged events. */
  #take(id: string): Promise<EventQueue | undefined> {
    if (this.#options.peers === undefined || this.#dropping.has(id)) return Promise.resolve(undefined);
    const taking = this.#loading.get(id) ?? this.#load(id).finally(() => this.#loading.delete(id));
    this.#loading.set(id, taking);
    return taking;
  }

  async #load(id: string): Promise<EventQueue | undefined> {
    const { db, clock, peers } = this.#options;
    const registration = this.beginRegistration();
    try {
      const [row] = await loadQueues(db, id);
      if (row === undefined) return undefined;
      const queue = new EventQueue({ ...row, polledAt: clock.now() });
      const { events } = await loadEvents(db, row.acknowledgedId);
      this.#queues.add(queue, row.isGuest);
      for (const event of [...events, ...registration.events])
        if (this.#isFor(event, queue)) queue.push(event);
      peers?.say({ kind: 'taken', queue: id });
      return queue;
    } finally {
      this.endRegistration(registration);
    }
  }

  async remove(user: Account, id: string): Promise<void> {
    await this.#drop(await this.#owned(user, id), badEventQueueId(id));
  }

  /** Ends the queues of a deactivated account: held polls fail with `error`. */
  endQueuesOf(userId: number, error: Error): void {
    for (const queue of this.#queues.ofUser(userId)) void this.#drop(queue, error);
  }

  get users(): number[] {
    return this.#queues.users();
  }

  /**
   * Waits for events of the queue and returns their JSON texts. Returns immediately if the queue has events, if
   * `dontBlock` is set, if a later poll of the queue arrives, or if the server stops. If no event arrives, returns a
   * heartbeat after some time.
   */
  async poll(
    user: Account,
    id: string,
    lastEventId: number | undefined,
    dontBlock: boolean,
    whenGone: (listener: () => void) => () => void,
  ): Promise<string[]> {
    const queue = await this.#owned(user, id);
    queue.polledAt = this.#options.clock.now();
    this.#progress.note(queue);
    if (lastEventId !== undefined) await this.#acknowledge(queue, lastEventId);
    queue.waiter?.answer();
    // If another process has taken the queue since the request arrived, this process does not get its events.
    const isHere = this.#queues.get(id) === queue;
    if (queue.pending.length === 0 && !dontBlock && isHere && !this.#isStopping) {
      const isHeartbeat = await hold(queue, this.#options.config, whenGone);
      queue.polledAt = this.#options.clock.now();
      if (isHeartbeat) return [`{"type":"heartbeat","id":${queue.newestId}}`];
    }
    return queue.pending.flatMap((event) => deliver(event, queue, this.#options.settings));
  }

  async #acknowledge(queue: EventQueue, lastEventId: number): Promise<void> {
    if (lastEventId < queue.acknowledgedId && !(queue.isFresh && lastEventId >= -1))
      throw badRequest(`last_event_id ${lastEventId} is older than what this queue has acknowledged`);
    // A future id comes from a client of a database that was replaced by an older one. Accepted as an acknowledgement,
    // a future id would hide all events up to this id.
    if (lastEventId > this.#newestGiven && this.#options.peers !== undefined) await this.catchUp();
    if (lastEventId > this.#newestGiven) throw badEventQueueId(queue.id);
    queue.acknowledge(lastEventId);
  }

  /** Largest event id that a client of this server can have. */
  get #newestGiven(): number {
    // Each process draws separate numbers for typing and presence, so the numbers of other processes are not known.
    if (this.#options.peers !== undefined) return this.#lastId + FREE_NUMBERS;
    return Math.max(this.#lastId, this.#freeId);
  }

  #hand(event: NumberedEvent): EventQueue[] {
    const reached: EventQueue[] = [];
    for (const queue of this.#queues.reached(event)) {
      if (event.id <= queue.newestId || !wants(queue, event)) continue;
      queue.push(event);
      reached.push(queue);
    }
    return reached;
  }

  #isFor(event: NumberedEvent, queue: EventQueue): boolean {
    return this.#queues.reaches(event, queue) && wants(queue, event);
  }

  #forget(id: string): EventQueue | undefined {
    const queue = this.#queues.remove(id);
    if (queue !== undefined) this.#progress.forget(queue);
    return queue;
  }

  /**
   * Drops a queue. Resolves when its row is deleted as well.
   * @param polledBefore the row is kept if another process has received a poll after this time
   */
  #drop(queue: EventQueue, error: Error, polledBefore?: number): Promise<void> {
    this.#forget(queue.id);
    queue.waiter?.fail(error);
    this.#dropping.add(queue.id);
    return deleteQueue(this.#options.db, queue.id, polledBefore)
      .catch((problem: unknown) =>
        this.#options.log.warn({ err: problem }, 'an event queue could not be deleted'),
      )
      .finally(() => this.#dropping.delete(queue.id));
  }

  /** Stores acknowledgements and times of polls. */
  flush(): Promise<void> {
    return this.#progress.flush();
  }

  /** Drops queues that their clients have abandoned, and events that no queue needs any more. */
  async sweep(): Promise<void> {
    const now = this.#options.clock.now();
    for (const queue of [...this.#queues.all()])
      if (queue.waiter === undefined && now - queue.polledAt > queue.lifespanMs)
        void this.#drop(queue, badEventQueueId(queue.id), now - queue.lifespanMs);
    if (this.#sweeps++ % 6 !== 0) return;
    const { db, peers } = this.#options;
    try {
      await deleteOldEvents(db, now);
      // Deletes idle queues of processes that died.
      if (peers !== undefined) await deleteIdleQueues(db, now);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'old events could not be deleted');
    }
  }

  /** Ends held polls with the events of their queues. From then on, polls do not wait. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const queue of this.#queues.all()) queue.waiter?.answer();
    await this.#options.peers?.stop();
    await this.flush();
  }
}

import { type Clock, type Random, randomText } from '@services/kit/clock';
import { array, type Database, json, sql } from '@services/kit/db';
import type { Logger } from '@services/kit/log';
import { badEventQueueId, badRequest } from '../http/errors.js';
import type { Account } from '../users/account.js';
import { isGuest } from '../users/account.js';
import { type DeliverySettings, deliver, wants } from './delivery.js';
import type { NumberedEvent } from './emit.js';
import { EventQueue, type QueueOptions } from './queue.js';
import { loadEvents, loadQueues } from './store.js';

/** 43 letters and digits: 256 bits. */
const QUEUE_ID_LENGTH = 43;
/** Acknowledgements and polls are written down this late at most: a crash delivers again what they covered. */
const FLUSH_EVERY_MS = 2_000;
const SWEEP_EVERY_MS = 10_000;
/** Events stay at least this long: longer than any registration takes. */
const EVENT_LIFE_MS = 600_000;

export interface HubOptions {
  db: Database;
  clock: Clock;
  random: Random;
  log: Logger;
  settings: DeliverySettings;
  config: {
    heartbeatMinSeconds: number;
    heartbeatMaxSeconds: number;
    maxQueuesPerUser: number;
    maxEventsPerQueue: number;
  };
}

/** @param delayMs from the request for the first of their changes until held polls were answered */
export type PublishObserver = (events: readonly NumberedEvent[], delayMs: number) => void;

/** Events between the start of a registration and its end: what the snapshot does not have is among them. */
export class Registration {
  readonly events: NumberedEvent[] = [];
}

/** Queues in memory. The tables hold the same, so that a new process goes on where a killed one stopped. */
export class EventHub {
  readonly #options: HubOptions;
  readonly #queues = new Map<string, EventQueue>();
  readonly #byUser = new Map<number, Set<EventQueue>>();
  readonly #wide = new Set<EventQueue>();
  readonly #registrations = new Set<Registration>();
  readonly #dirty = new Set<EventQueue>();
  readonly #timers: NodeJS.Timeout[] = [];
  #lastId = 0;
  #isStopping = false;
  #observer: PublishObserver | undefined;
  #sweeps = 0;

  constructor(options: HubOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#queues.size;
  }
  /** Polls that are held at the moment. */
  get waiting(): number {
    let count = 0;
    for (const queue of this.#queues.values()) if (queue.waiter !== undefined) count++;
    return count;
  }

  /** Brings back queues and what they have not acknowledged, and starts the clockwork. */
  async start(): Promise<void> {
    const { db, clock } = this.#options;
    // Time in which the server was away does not count as time without a poll.
    for (const row of await loadQueues(db))
      this.#add(new EventQueue({ ...row, polledAt: clock.now() }), row.isGuest);
    const { lastId, events } = await loadEvents(db);
    this.#lastId = lastId;
    for (const event of events) this.#hand(event);
    this.#timers.push(
      setInterval(() => void this.flush(), FLUSH_EVERY_MS).unref(),
      setInterval(() => void this.sweep(), SWEEP_EVERY_MS).unref(),
    );
  }

  useEmptyTopicName(name: string): void {
    this.#options.settings.emptyTopicDisplayName = name;
  }

  /** Told of all events once held polls have them. */
  observe(observer: PublishObserver): void {
    this.#observer = observer;
  }

  /**
   * Called by the writer after each commit, in order.
   * @param since when the first of their changes was asked for, by `performance.now()`
   */
  publish(events: NumberedEvent[], since: number): void {
    const touched = new Set<EventQueue>();
    for (const event of events) {
      this.#lastId = Math.max(this.#lastId, event.id);
      for (const registration of this.#registrations) registration.events.push(event);
      for (const queue of this.#hand(event)) touched.add(queue);
    }
    for (const queue of touched) {
      if (queue.pending.length > this.#options.config.maxEventsPerQueue) {
        this.#options.log.warn(
          { userId: queue.userId },
          'an event queue was dropped: its client does not keep up',
        );
        this.#drop(queue, badEventQueueId(queue.id));
      } else queue.waiter?.answer();
    }
    this.#observer?.(events, performance.now() - since);
  }

  /** To be called before the snapshot is read, so that nothing falls between it and the queue. */
  beginRegistration(): Registration {
    const registration = new Registration();
    this.#registrations.add(registration);
    return registration;
  }
  endRegistration(registration: Registration): void {
    this.#registrations.delete(registration);
  }

  /** Makes the queue whose events start after `startId`, the newest event that the snapshot covers. */
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
    await db.run(sql`INSERT INTO event_queue
        (id, user_id, created_at, polled_at, lifespan_ms, start_event_id, acknowledged_id, client, options)
      VALUES (${queue.id}, ${user.id}, ${now}, ${now}, ${lifespanMs}, ${startId}, ${startId}, ${client}, ${json(options)})`);
    const own = [...(this.#byUser.get(user.id) ?? [])].sort((a, b) => a.polledAt - b.polledAt);
    for (const idle of own.slice(0, Math.max(0, own.length + 1 - config.maxQueuesPerUser)))
      this.#drop(idle, badEventQueueId(idle.id));
    this.#add(queue, isGuest(user));
    for (const event of registration.events) if (this.#isFor(event, queue)) queue.push(event);
    this.endRegistration(registration);
    return queue;
  }

  /** The queue, if it is this user's. */
  #owned(user: Account, id: string): EventQueue {
    const queue = this.#queues.get(id);
    if (queue === undefined || queue.userId !== user.id) throw badEventQueueId(id);
    return queue;
  }

  remove(user: Account, id: string): void {
    const queue = this.#owned(user, id);
    this.#drop(queue, badEventQueueId(id));
  }

  /** For accounts that are deactivated: held polls fail with `error`. */
  endQueuesOf(userId: number, error: Error): void {
    for (const queue of [...(this.#byUser.get(userId) ?? [])]) this.#drop(queue, error);
  }

  /**
   * Waits for events of the queue and returns their JSON texts. The answer comes at once when there are events, when
   * `dontBlock` is set, when a later poll takes over, and when the server stops; else with a heartbeat.
   */
  async poll(
    user: Account,
    id: string,
    lastEventId: number | undefined,
    dontBlock: boolean,
    whenGone: (listener: () => void) => () => void,
  ): Promise<string[]> {
    const queue = this.#owned(user, id);
    queue.polledAt = this.#options.clock.now();
    this.#dirty.add(queue);
    if (lastEventId !== undefined) this.#acknowledge(queue, lastEventId);
    queue.waiter?.answer();
    if (queue.pending.length === 0 && !dontBlock && !this.#isStopping) {
      const isHeartbeat = await this.#hold(queue, whenGone);
      queue.polledAt = this.#options.clock.now();
      if (isHeartbeat) return [`{"type":"heartbeat","id":${queue.newestId}}`];
    }
    return queue.pending.flatMap((event) => deliver(event, queue, this.#options.settings));
  }

  #acknowledge(queue: EventQueue, lastEventId: number): void {
    if (lastEventId < queue.acknowledgedId && !(queue.isFresh && lastEventId >= -1))
      throw badRequest(`last_event_id ${lastEventId} is older than what this queue has acknowledged`);
    // A future id comes from a database that was replaced. An acknowledgement would hide the events up to that id.
    if (lastEventId > this.#lastId) throw badEventQueueId(queue.id);
    queue.acknowledge(lastEventId);
  }

  /** True: the time ran out, nothing came. */
  #hold(queue: EventQueue, whenGone: (listener: () => void) => () => void): Promise<boolean> {
    const { heartbeatMinSeconds: min, heartbeatMaxSeconds: max } = this.#options.config;
    return new Promise<boolean>((resolve, reject) => {
      let stopListening: (() => void) | undefined;
      const done = () => {
        clearTimeout(timer);
        stopListening?.();
        if (queue.waiter === waiter) queue.waiter = undefined;
      };
      const waiter = {
        answer: () => {
          done();
          resolve(false);
        },
        fail: (error: Error) => {
          done();
          reject(error);
        },
      };
      const timer = setTimeout(
        () => {
          done();
          resolve(true);
        },
        (min + Math.random() * (max - min)) * 1000,
      );
      queue.waiter = waiter;
      stopListening = whenGone(waiter.answer);
    });
  }

  #hand(event: NumberedEvent): EventQueue[] {
    const reached: EventQueue[] = [];
    for (const queue of this.#audience(event)) {
      if (event.id <= queue.newestId || !wants(queue, event)) continue;
      queue.push(event);
      reached.push(queue);
    }
    return reached;
  }

  *#audience(event: NumberedEvent): Iterable<EventQueue> {
    if (event.users === null) yield* this.#queues.values();
    else if (event.users.size > this.#byUser.size) {
      for (const [userId, queues] of this.#byUser) if (event.users.has(userId)) yield* queues;
    } else for (const userId of event.users) yield* this.#byUser.get(userId) ?? [];
    if (event.publicChannel) for (const queue of this.#wide) if (!event.users?.has(queue.userId)) yield queue;
  }

  #isFor(event: NumberedEvent, queue: EventQueue): boolean {
    const reached =
      event.users === null || event.users.has(queue.userId) || (event.publicChannel && this.#wide.has(queue));
    return reached && wants(queue, event);
  }

  #add(queue: EventQueue, ofGuest: boolean): void {
    this.#queues.set(queue.id, queue);
    const own = this.#byUser.get(queue.userId);
    if (own === undefined) this.#byUser.set(queue.userId, new Set([queue]));
    else own.add(queue);
    if (queue.options.allPublicStreams && !ofGuest) this.#wide.add(queue);
  }

  #drop(queue: EventQueue, error: Error): void {
    this.#queues.delete(queue.id);
    this.#wide.delete(queue);
    this.#dirty.delete(queue);
    const own = this.#byUser.get(queue.userId);
    own?.delete(queue);
    if (own?.size === 0) this.#byUser.delete(queue.userId);
    queue.waiter?.fail(error);
    this.#options.db
      .run(sql`DELETE FROM event_queue WHERE id = ${queue.id}`)
      .catch((problem: unknown) =>
        this.#options.log.warn({ err: problem }, 'an event queue could not be deleted'),
      );
  }

  /** Writes down what was acknowledged and polled. */
  async flush(): Promise<void> {
    if (this.#dirty.size === 0) return;
    const queues = [...this.#dirty];
    this.#dirty.clear();
    try {
      await this.#options.db.run(sql`UPDATE event_queue q
        SET acknowledged_id = greatest(q.acknowledged_id, n.acknowledged_id), polled_at = n.polled_at
        FROM unnest(${array(
          queues.map((queue) => queue.id),
          'text',
        )},
          ${array(
            queues.map((queue) => queue.acknowledgedId),
            'int8',
          )},
          ${array(
            queues.map((queue) => queue.polledAt),
            'int8',
          )}) AS n (id, acknowledged_id, polled_at)
        WHERE q.id = n.id`);
    } catch (error) {
      for (const queue of queues) if (this.#queues.has(queue.id)) this.#dirty.add(queue);
      this.#options.log.warn({ err: error }, 'acknowledgements could not be written down');
    }
  }

  /** Drops queues that their clients have left, and events that no queue needs any more. */
  async sweep(): Promise<void> {
    const now = this.#options.clock.now();
    for (const queue of [...this.#queues.values()])
      if (queue.waiter === undefined && now - queue.polledAt > queue.lifespanMs)
        this.#drop(queue, badEventQueueId(queue.id));
    if (this.#sweeps++ % 6 !== 0) return;
    const { db } = this.#options;
    try {
      const deleted = await db.run(sql`DELETE FROM event WHERE created_at < ${now - EVENT_LIFE_MS}
        AND id <= (SELECT coalesce(min(acknowledged_id), 9007199254740991) FROM event_queue)`);
      // The embedded database has no process of its own that gives their place to later rows.
      if (deleted > 0 && db.kind === 'pglite') await db.run(sql`VACUUM event`);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'old events could not be deleted');
    }
  }

  /** Answers held polls with what there is; further polls do not wait. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const queue of this.#queues.values()) queue.waiter?.answer();
    await this.flush();
  }
}

import type { NumberedEvent } from './emit.js';
import type { EventQueue } from './queue.js';

/** The queues in this process; finds the queues that must get an event. */
export class QueueSet {
  readonly #byId = new Map<string, EventQueue>();
  readonly #byUser = new Map<number, Set<EventQueue>>();
  /** Queues that get the messages of all public channels. */
  readonly #wide = new Set<EventQueue>();

  get size(): number {
    return this.#byId.size;
  }
  get(id: string): EventQueue | undefined {
    return this.#byId.get(id);
  }
  all(): Iterable<EventQueue> {
    return this.#byId.values();
  }
  ofUser(userId: number): EventQueue[] {
    return [...(this.#byUser.get(userId) ?? [])];
  }
  users(): number[] {
    return [...this.#byUser.keys()];
  }

  add(queue: EventQueue, ofGuest: boolean): void {
    this.#byId.set(queue.id, queue);
    const own = this.#byUser.get(queue.userId);
    if (own === undefined) this.#byUser.set(queue.userId, new Set([queue]));
    else own.add(queue);
    if (queue.options.allPublicStreams && !ofGuest) this.#wide.add(queue);
  }

  remove(id: string): EventQueue | undefined {
    const queue = this.#byId.get(id);
    if (queue === undefined) return undefined;
    this.#byId.delete(id);
    this.#wide.delete(queue);
    const own = this.#byUser.get(queue.userId);
    own?.delete(queue);
    if (own?.size === 0) this.#byUser.delete(queue.userId);
    return queue;
  }

  /** Yields the queues in an event's audience. */
  *reached(event: NumberedEvent): Iterable<EventQueue> {
    if (event.users === null) yield* this.#byId.values();
    else if (event.users.size > this.#byUser.size) {
      for (const [userId, queues] of this.#byUser) if (event.users.has(userId)) yield* queues;
    } else for (const userId of event.users) yield* this.#byUser.get(userId) ?? [];
    if (event.publicChannel) for (const queue of this.#wide) if (!event.users?.has(queue.userId)) yield queue;
  }

  /** True if the event's audience includes the queue. */
  reaches(event: NumberedEvent, queue: EventQueue): boolean {
    return (
      event.users === null || event.users.has(queue.userId) || (event.publicChannel && this.#wide.has(queue))
    );
  }
}

import { type Queryable, sql } from '@services/kit/db';
import { ROLE } from '../users/account.js';
import type { EventBody, NumberedEvent } from './emit.js';
import type { QueueOptions } from './queue.js';

export interface QueueRow {
  id: string;
  userId: number;
  isGuest: boolean;
  lifespanMs: number;
  startId: number;
  acknowledgedId: number;
  options: QueueOptions;
}

/** Returns the queues of active accounts: all queues, or the queue with the given id. */
export async function loadQueues(db: Queryable, id?: string): Promise<QueueRow[]> {
  return db.rows<QueueRow>(sql`SELECT q.id, q.user_id AS "userId", a.role >= ${ROLE.guest} AS "isGuest",
      q.lifespan_ms AS "lifespanMs", q.start_event_id AS "startId", q.acknowledged_id AS "acknowledgedId", q.options
    FROM event_queue q JOIN account a ON a.id = q.user_id WHERE a.is_active ${id === undefined ? sql`` : sql`AND q.id = ${id}`}`);
}

interface EventRow {
  id: number | null;
  body: string;
  audience: number[] | null;
  per_user: NumberedEvent['perUser'];
  per_queue: NumberedEvent['perQueue'];
  public_channel: boolean;
}

/** Stored events after an id; the newest id and the directory's version were read at the same time. */
export interface StoredEvents {
  /** The newest id that was assigned to an event. */
  lastId: number;
  directoryVersion: number;
  /** Events in ascending order of their ids. */
  events: NumberedEvent[];
}

/** Returns the events after `afterId`; without `afterId`, the events that some queue has not acknowledged. */
export async function loadEvents(db: Queryable, afterId?: number): Promise<StoredEvents> {
  const after =
    afterId === undefined ? sql`(SELECT min(acknowledged_id) FROM event_queue)` : sql`${afterId}::bigint`;
  const rows = await db.rows<EventRow & { last_event_id: number; directory_version: number }>(sql`
    SELECT c.last_event_id, c.directory_version, e.id, e.body, e.audience, e.per_user, e.per_queue, e.public_channel
    FROM counter c LEFT JOIN event e ON e.id > ${after} ORDER BY e.id`);
  const events = rows.flatMap(({ id, body, audience, per_user, per_queue, public_channel }) =>
    id === null
      ? []
      : [
          {
            id,
            body: JSON.parse(body) as EventBody,
            users: audience === null ? null : new Set(audience),
            perUser: per_user,
            perQueue: per_queue,
            publicChannel: public_channel,
            stored: true,
          },
        ],
  );
  const [first] = rows;
  return {
    lastId: first?.last_event_id ?? 0,
    directoryVersion: first?.directory_version ?? 0,
    events,
  };
}

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

/** Queues of active accounts. */
export async function loadQueues(db: Queryable): Promise<QueueRow[]> {
  return db.rows<QueueRow>(sql`SELECT q.id, q.user_id AS "userId", a.role >= ${ROLE.guest} AS "isGuest",
      q.lifespan_ms AS "lifespanMs", q.start_event_id AS "startId", q.acknowledged_id AS "acknowledgedId", q.options
    FROM event_queue q JOIN account a ON a.id = q.user_id WHERE a.is_active`);
}

/** Events that some queue has not acknowledged, ascending, and the newest id that was ever given out. */
export async function loadEvents(db: Queryable): Promise<{ lastId: number; events: NumberedEvent[] }> {
  const counter = await db.one<{ last_event_id: number }>(sql`SELECT last_event_id FROM counter`);
  const rows = await db.rows<{
    id: number;
    body: string;
    audience: number[] | null;
    per_user: NumberedEvent['perUser'];
    per_queue: NumberedEvent['perQueue'];
    public_channel: boolean;
  }>(sql`SELECT id, body, audience, per_user, per_queue, public_channel FROM event
    WHERE id > (SELECT min(acknowledged_id) FROM event_queue) ORDER BY id`);
  const events = rows.map((row) => ({
    id: row.id,
    body: JSON.parse(row.body) as EventBody,
    users: row.audience === null ? null : new Set(row.audience),
    perUser: row.per_user,
    perQueue: row.per_queue,
    publicChannel: row.public_channel,
    stored: true,
  }));
  return { lastId: counter?.last_event_id ?? 0, events };
}

import { array, type Database, json, type Queryable, sql } from '@services/kit/db';
import type { EventQueue, QueueOptions } from './queue.js';

/** Events are kept for at least this time, which is longer than any registration takes. */
const EVENT_LIFE_MS = 600_000;
/** If no process has a queue in memory, its row is kept for at least this time after the last poll. */
const MIN_ROW_LIFE_MS = 120_000;

export async function insertQueue(
  db: Queryable,
  { id, userId, lifespanMs, acknowledgedId: start }: EventQueue,
  { now, client, options }: { now: number; client: string; options: QueueOptions },
): Promise<void> {
  await db.run(sql`INSERT INTO event_queue
      (id, user_id, created_at, polled_at, lifespan_ms, start_event_id, acknowledged_id, client, options)
    VALUES (${id}, ${userId}, ${now}, ${now}, ${lifespanMs}, ${start}, ${start}, ${client}, ${json(options)})`);
}

/** @param polledBefore the row is kept if it has a later poll */
export async function deleteQueue(db: Queryable, id: string, polledBefore?: number): Promise<void> {
  const isIdle = polledBefore === undefined ? sql`` : sql`AND polled_at <= ${polledBefore}`;
  await db.run(sql`DELETE FROM event_queue WHERE id = ${id} ${isIdle}`);
}

/** Stores acknowledgements and times of polls. */
export async function writeProgress(db: Queryable, queues: readonly EventQueue[]): Promise<void> {
  const ids = array(
    queues.map((queue) => queue.id),
    'text',
  );
  const column = (value: (queue: EventQueue) => number) => array(queues.map(value), 'int8');
  await db.run(sql`UPDATE event_queue q
    SET acknowledged_id = greatest(q.acknowledged_id, n.acknowledged_id), polled_at = n.polled_at
    FROM unnest(${ids}, ${column((queue) => queue.acknowledgedId)}, ${column((queue) => queue.polledAt)})
      AS n (id, acknowledged_id, polled_at)
    WHERE q.id = n.id`);
}

/** Deletes events that no queue needs any more. */
export async function deleteOldEvents(db: Database, now: number): Promise<void> {
  const deleted = await db.run(sql`DELETE FROM event WHERE created_at < ${now - EVENT_LIFE_MS}
    AND id <= (SELECT coalesce(min(acknowledged_id), 9007199254740991) FROM event_queue)`);
  // Clears the deleted rows, because the embedded database has no autovacuum that would make their space usable again.
  if (deleted > 0 && db.kind === 'pglite') await db.run(sql`VACUUM event`);
}

/** Deletes queues that no client has polled during their lifetime, in all processes. */
export async function deleteIdleQueues(db: Queryable, now: number): Promise<void> {
  await db.run(sql`DELETE FROM event_queue
    WHERE polled_at < ${now}::bigint - greatest(lifespan_ms, ${MIN_ROW_LIFE_MS}::bigint)`);
}

/** Deletes all but the most recently polled queues of a user; returns their ids. */
export async function deleteBeyond(db: Queryable, userId: number, most: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`DELETE FROM event_queue WHERE id IN (
    SELECT id FROM event_queue WHERE user_id = ${userId} ORDER BY polled_at DESC, created_at DESC OFFSET ${most})
    RETURNING id`);
  return rows.map(({ id }) => id);
}

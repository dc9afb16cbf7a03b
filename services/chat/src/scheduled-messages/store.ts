import { json, type Queryable, sql } from '@services/kit/db';

/** A message that waits for its time of delivery. */
export interface ScheduledBody {
  type: 'stream' | 'private';
  /** Id of a channel, or ids of people. */
  to: number | number[];
  topic: string;
  content: string;
  /** Content rendered at the time of scheduling. The delivery renders the content again. */
  rendered: string;
  client: string;
  readBySender: boolean;
}

export interface ScheduledMessage {
  id: number;
  user_id: number;
  body: ScheduledBody;
  /** Time of delivery in UNIX milliseconds. */
  deliver_at: number;
  /** Reason of a failed delivery; null: the message is waiting. */
  failed: string | null;
}

const COLUMNS = sql.raw('id, user_id, body, deliver_at, failed');

/** Returns the user's messages; the message to be sent next is the first. */
export function scheduledMessagesOf(db: Queryable, userId: number): Promise<ScheduledMessage[]> {
  return db.rows<ScheduledMessage>(
    sql`SELECT ${COLUMNS} FROM scheduled_message WHERE user_id = ${userId} ORDER BY deliver_at, id`,
  );
}

export function scheduledMessage(db: Queryable, id: number): Promise<ScheduledMessage | undefined> {
  return db.one<ScheduledMessage>(sql`SELECT ${COLUMNS} FROM scheduled_message WHERE id = ${id}`);
}

/** Returns the messages of all users that are to be sent. */
export function waitingMessages(db: Queryable): Promise<ScheduledMessage[]> {
  return db.rows<ScheduledMessage>(
    sql`SELECT ${COLUMNS} FROM scheduled_message WHERE failed IS NULL ORDER BY deliver_at, id`,
  );
}

/** Marks the waiting messages whose time has passed as failed; returns their number. */
export function failOverdue(db: Queryable, now: number, reason: string): Promise<number> {
  return db.run(
    sql`UPDATE scheduled_message SET failed = ${reason} WHERE failed IS NULL AND deliver_at <= ${now}::bigint`,
  );
}

export async function insertScheduled(
  db: Queryable,
  userId: number,
  body: ScheduledBody,
  deliverAt: number,
): Promise<ScheduledMessage> {
  const row = await db.one<ScheduledMessage>(sql`INSERT INTO scheduled_message (user_id, body, deliver_at)
    VALUES (${userId}, ${json(body)}, ${deliverAt}::bigint) RETURNING ${COLUMNS}`);
  return row!;
}

/** Changes a message, and clears an earlier failure unless a reason is given. */
export async function updateScheduled(
  db: Queryable,
  { id, body, deliver_at, failed }: Omit<ScheduledMessage, 'user_id'>,
): Promise<void> {
  await db.run(sql`UPDATE scheduled_message SET body = ${json(body)}, deliver_at = ${deliver_at}::bigint,
    failed = ${failed} WHERE id = ${id}`);
}

export async function deleteScheduled(db: Queryable, id: number): Promise<void> {
  await db.run(sql`DELETE FROM scheduled_message WHERE id = ${id}`);
}

/** Returns the message in its form for clients. */
export function shownScheduled({ id, body, deliver_at, failed }: ScheduledMessage) {
  const { type, to, topic, content, rendered } = body;
  return {
    scheduled_message_id: id,
    type,
    to,
    ...(type === 'stream' ? { topic } : {}),
    content,
    rendered_content: rendered,
    scheduled_delivery_timestamp: Math.floor(deliver_at / 1000),
    failed: failed !== null,
  };
}

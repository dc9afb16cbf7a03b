import { type Queryable, sql } from '@services/kit/db';

export interface Submessage {
  id: number;
  message_id: number;
  sender_id: number;
  msg_type: string;
  /** Content as JSON text. */
  content: string;
}

export async function insertSubmessage(db: Queryable, given: Omit<Submessage, 'id'>): Promise<Submessage> {
  const row = await db.one<{ id: number }>(sql`
    INSERT INTO submessage (message_id, sender_id, msg_type, content)
    VALUES (${given.message_id}::bigint, ${given.sender_id}, ${given.msg_type}, ${given.content}) RETURNING id`);
  return { id: row!.id, ...given };
}

/** Returns the submessage that defines the widget, and the total number of submessages. */
export async function widgetSubmessage(
  db: Queryable,
  messageId: number,
): Promise<{ content: string; count: number } | undefined> {
  return db.one(sql`
    SELECT content, (SELECT count(*) FROM submessage a WHERE a.message_id = ${messageId}::bigint)::integer AS count
    FROM submessage WHERE message_id = ${messageId}::bigint ORDER BY id LIMIT 1`);
}

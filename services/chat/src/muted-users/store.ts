import { type Queryable, sql } from '@services/kit/db';

/** A muted user; `timestamp` is the time of muting, in UNIX seconds. */
export interface MutedUser {
  id: number;
  timestamp: number;
}

export function mutedUsersOf(db: Queryable, userId: number): Promise<MutedUser[]> {
  return db.rows<MutedUser>(
    sql`SELECT muted_user_id AS id, muted_at / 1000 AS timestamp FROM muted_user WHERE user_id = ${userId} ORDER BY muted_at, id`,
  );
}

/** Returns false if the user is already muted. */
export async function muteUser(
  db: Queryable,
  userId: number,
  targetId: number,
  now: number,
): Promise<boolean> {
  const added = await db.run(sql`
    INSERT INTO muted_user (user_id, muted_user_id, muted_at) VALUES (${userId}, ${targetId}, ${now}::bigint)
    ON CONFLICT DO NOTHING`);
  return added > 0;
}

export async function unmuteUser(db: Queryable, userId: number, targetId: number): Promise<boolean> {
  return (
    (await db.run(sql`DELETE FROM muted_user WHERE user_id = ${userId} AND muted_user_id = ${targetId}`)) > 0
  );
}

/** Marks the messages of the muted user as read; returns the ids that were unread. Bit 1 of flags is `read`. */
export async function readMessagesFrom(db: Queryable, userId: number, senderId: number): Promise<number[]> {
  const rows = await db.rows<{ message_id: number }>(sql`
    UPDATE user_message u SET flags = u.flags | 1 FROM message m
    WHERE u.user_id = ${userId} AND u.flags & 1 = 0 AND m.id = u.message_id AND m.sender_id = ${senderId}
    RETURNING u.message_id`);
  return rows.map((row) => row.message_id).sort((a, b) => a - b);
}

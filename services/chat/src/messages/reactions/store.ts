import { type Queryable, sql } from '@services/kit/db';
import type { Emoji } from '../../emoji/table.js';

/**
 * Returns the name of an emoji in the reactions to a message: all reactions have the name of the first. Returns
 * undefined if nobody has reacted with the emoji.
 */
export async function nameInUse(db: Queryable, messageId: number, emoji: Emoji): Promise<string | undefined> {
  const row = await db.one<{ emoji_name: string }>(sql`
    SELECT emoji_name FROM reaction WHERE message_id = ${messageId}::bigint
      AND reaction_type = ${emoji.reaction_type} AND emoji_code = ${emoji.emoji_code} ORDER BY id LIMIT 1`);
  return row?.emoji_name;
}

/** Returns false if the user already has this reaction. */
export async function insertReaction(
  db: Queryable,
  messageId: number,
  userId: number,
  emoji: Emoji,
): Promise<boolean> {
  const inserted = await db.run(sql`
    INSERT INTO reaction (message_id, user_id, emoji_name, emoji_code, reaction_type)
    VALUES (${messageId}::bigint, ${userId}::int, ${emoji.emoji_name}, ${emoji.emoji_code}, ${emoji.reaction_type})
    ON CONFLICT DO NOTHING`);
  return inserted > 0;
}

export function reactionsBy(db: Queryable, messageId: number, userId: number): Promise<Emoji[]> {
  return db.rows<Emoji>(sql`SELECT emoji_name, emoji_code, reaction_type FROM reaction
    WHERE message_id = ${messageId}::bigint AND user_id = ${userId}::int ORDER BY id`);
}

export async function deleteReaction(
  db: Queryable,
  messageId: number,
  userId: number,
  emoji: Emoji,
): Promise<void> {
  await db.run(sql`DELETE FROM reaction WHERE message_id = ${messageId}::bigint AND user_id = ${userId}::int
    AND reaction_type = ${emoji.reaction_type} AND emoji_code = ${emoji.emoji_code}`);
}

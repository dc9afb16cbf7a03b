import { json, type Queryable, sql } from '@services/kit/db';

/**
 * Content of a draft, without its id and time. `to` has the id of a channel or the ids of people; it is empty for a
 * draft without a destination.
 */
export interface DraftBody {
  type: '' | 'stream' | 'private';
  to: number[];
  topic: string;
  content: string;
}

/** A draft as clients see it; `timestamp` is UNIX seconds. */
export interface Draft extends DraftBody {
  id: number;
  timestamp: number;
}

interface DraftRow {
  id: number;
  body: DraftBody;
  edited_at: number;
}

const shown = ({ id, body, edited_at }: DraftRow): Draft => ({
  id,
  ...body,
  timestamp: Math.floor(edited_at / 1000),
});

/** Returns the user's drafts, least recently edited first. */
export async function draftsOf(db: Queryable, userId: number): Promise<Draft[]> {
  const rows = await db.rows<DraftRow>(
    sql`SELECT id, body, edited_at FROM draft WHERE user_id = ${userId} ORDER BY edited_at, id`,
  );
  return rows.map(shown);
}

export async function countDrafts(db: Queryable, userId: number): Promise<number> {
  const row = await db.one<{ count: number }>(
    sql`SELECT count(*)::integer AS count FROM draft WHERE user_id = ${userId}`,
  );
  return row!.count;
}

export async function insertDraft(
  db: Queryable,
  userId: number,
  body: DraftBody,
  editedAt: number,
): Promise<Draft> {
  const row = await db.one<DraftRow>(sql`INSERT INTO draft (user_id, body, edited_at)
    VALUES (${userId}, ${json(body)}, ${editedAt}::bigint) RETURNING id, body, edited_at`);
  return shown(row!);
}

/** Returns undefined if the user does not have this draft. */
export async function updateDraft(
  db: Queryable,
  userId: number,
  id: number,
  body: DraftBody,
  editedAt: number,
): Promise<Draft | undefined> {
  const row =
    await db.one<DraftRow>(sql`UPDATE draft SET body = ${json(body)}, edited_at = ${editedAt}::bigint
    WHERE user_id = ${userId} AND id = ${id} RETURNING id, body, edited_at`);
  return row === undefined ? undefined : shown(row);
}

export async function deleteDraft(db: Queryable, userId: number, id: number): Promise<boolean> {
  return (await db.run(sql`DELETE FROM draft WHERE user_id = ${userId} AND id = ${id}`)) > 0;
}

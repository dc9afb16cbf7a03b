import { type Queryable, sql } from '@services/kit/db';

/** A saved snippet in its form for clients; `date_created` is UNIX seconds. */
export interface Snippet {
  id: number;
  title: string;
  content: string;
  date_created: number;
}

const COLUMNS = sql.raw('id, title, content, created_at / 1000 AS date_created');

export function snippetsOf(db: Queryable, userId: number): Promise<Snippet[]> {
  return db.rows<Snippet>(sql`SELECT ${COLUMNS} FROM snippet WHERE user_id = ${userId} ORDER BY id`);
}

export async function insertSnippet(
  db: Queryable,
  userId: number,
  title: string,
  content: string,
  now: number,
): Promise<Snippet> {
  const row = await db.one<Snippet>(sql`
    INSERT INTO snippet (user_id, title, content, created_at) VALUES (${userId}, ${title}, ${content}, ${now}::bigint)
    RETURNING ${COLUMNS}`);
  return row!;
}

/** Returns undefined if the user does not have this snippet. */
export function updateSnippet(
  db: Queryable,
  userId: number,
  id: number,
  change: { title?: string | undefined; content?: string | undefined },
): Promise<Snippet | undefined> {
  return db.one<Snippet>(sql`
    UPDATE snippet SET title = coalesce(${change.title ?? null}::text, title),
      content = coalesce(${change.content ?? null}::text, content)
    WHERE user_id = ${userId} AND id = ${id}::bigint RETURNING ${COLUMNS}`);
}

export async function deleteSnippet(db: Queryable, userId: number, id: number): Promise<boolean> {
  return (await db.run(sql`DELETE FROM snippet WHERE user_id = ${userId} AND id = ${id}::bigint`)) > 0;
}

import { type Queryable, sql } from '@services/kit/db';

/** A URL at which readers can run code in a language. */
export interface Playground {
  id: number;
  name: string;
  pygments_language: string;
  url_template: string;
}

export function playgrounds(db: Queryable): Promise<Playground[]> {
  return db.rows<Playground>(
    sql`SELECT id, name, pygments_language, url_template FROM playground ORDER BY id`,
  );
}

export async function insertPlayground(db: Queryable, playground: Omit<Playground, 'id'>): Promise<number> {
  const row = await db.one<{ id: number }>(sql`INSERT INTO playground (name, pygments_language, url_template)
    VALUES (${playground.name}, ${playground.pygments_language}, ${playground.url_template}) RETURNING id`);
  return row!.id;
}

export async function deletePlayground(db: Queryable, id: number): Promise<boolean> {
  return (await db.run(sql`DELETE FROM playground WHERE id = ${id}`)) > 0;
}

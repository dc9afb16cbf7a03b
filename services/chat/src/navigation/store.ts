import { type Queryable, sql } from '@services/kit/db';

export interface NavigationView {
  fragment: string;
  /** Name of the view; null for built-in views. */
  name: string | null;
  is_pinned: boolean;
}

export function navigationViewsOf(db: Queryable, userId: number): Promise<NavigationView[]> {
  return db.rows<NavigationView>(
    sql`SELECT fragment, name, is_pinned FROM navigation_view WHERE user_id = ${userId} ORDER BY fragment`,
  );
}

/** Returns false if the fragment already has a view. */
export async function insertNavigationView(
  db: Queryable,
  userId: number,
  view: NavigationView,
): Promise<boolean> {
  const added = await db.run(sql`
    INSERT INTO navigation_view (user_id, fragment, name, is_pinned)
    VALUES (${userId}, ${view.fragment}, ${view.name}, ${view.is_pinned}) ON CONFLICT DO NOTHING`);
  return added > 0;
}

export async function nameIsUsed(
  db: Queryable,
  userId: number,
  name: string,
  except: string,
): Promise<boolean> {
  const row = await db.one(
    sql`SELECT 1 AS used FROM navigation_view WHERE user_id = ${userId} AND name = ${name} AND fragment <> ${except}`,
  );
  return row !== undefined;
}

export async function updateNavigationView(
  db: Queryable,
  userId: number,
  fragment: string,
  change: { name?: string; is_pinned?: boolean },
): Promise<boolean> {
  const changed = await db.run(sql`
    UPDATE navigation_view SET name = coalesce(${change.name ?? null}::text, name),
      is_pinned = coalesce(${change.is_pinned ?? null}::boolean, is_pinned)
    WHERE user_id = ${userId} AND fragment = ${fragment}`);
  return changed > 0;
}

export async function deleteNavigationView(
  db: Queryable,
  userId: number,
  fragment: string,
): Promise<boolean> {
  return (
    (await db.run(sql`DELETE FROM navigation_view WHERE user_id = ${userId} AND fragment = ${fragment}`)) > 0
  );
}

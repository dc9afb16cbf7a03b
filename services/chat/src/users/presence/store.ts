import { type Queryable, sql } from '@services/kit/db';

export interface Presence {
  user_id: number;
  /** Time of the user's last activity in UNIX milliseconds; null if the user was never active. */
  active_at: number | null;
  idle_at: number | null;
  client: string;
}

export interface PresenceRow extends Presence {
  update_id: number;
}

export async function presenceOf(db: Queryable, userId: number): Promise<PresenceRow | undefined> {
  return db.one(
    sql`SELECT user_id, active_at, idle_at, client, update_id FROM presence WHERE user_id = ${userId}`,
  );
}

/**
 * Returns the presence of active accounts, if it changed after `updateId`, and is from `since` (UNIX milliseconds) or
 * later.
 */
export async function presences(
  db: Queryable,
  { updateId, since }: { updateId: number; since: number },
): Promise<(PresenceRow & { email: string; settings: Record<string, unknown> })[]> {
  return db.rows(sql`SELECT p.user_id, p.active_at, p.idle_at, p.client, p.update_id, a.email, a.settings
    FROM presence p JOIN account a ON a.id = p.user_id
    WHERE a.is_active AND p.update_id > ${updateId} AND greatest(p.active_at, p.idle_at) >= ${since}
    ORDER BY p.user_id`);
}

export async function lastPresenceUpdate(db: Queryable): Promise<number> {
  const row = await db.one<{ id: number | null }>(sql`SELECT max(update_id) AS id FROM presence`);
  return row?.id ?? -1;
}

export async function savePresence(db: Queryable, row: Presence): Promise<void> {
  await db.run(sql`INSERT INTO presence (user_id, active_at, idle_at, client, update_id)
    VALUES (${row.user_id}, ${row.active_at}, ${row.idle_at}, ${row.client},
      nextval('presence_number'))
    ON CONFLICT (user_id) DO UPDATE SET active_at = excluded.active_at, idle_at = excluded.idle_at,
      client = excluded.client, update_id = excluded.update_id`);
}

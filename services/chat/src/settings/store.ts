import { json, type Queryable, sql } from '@services/kit/db';

/** Merges settings into the user's stored settings. */
export async function storeSettings(
  db: Queryable,
  userId: number,
  changes: Record<string, unknown>,
): Promise<void> {
  await db.run(sql`UPDATE account SET settings = settings || ${json(changes)} WHERE id = ${userId}`);
}

export async function deleteDrafts(db: Queryable, userId: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`DELETE FROM draft WHERE user_id = ${userId} RETURNING id`);
  return rows.map((row) => row.id);
}

export async function passwordHashOf(db: Queryable, userId: number): Promise<string | undefined> {
  const row = await db.one<{ password_hash: string | null }>(
    sql`SELECT password_hash FROM account WHERE id = ${userId}`,
  );
  return row?.password_hash ?? undefined;
}

export async function insertEmailChange(
  db: Queryable,
  change: { hash: Uint8Array; userId: number; newEmail: string; now: number; expiresAt: number },
): Promise<void> {
  // A new request replaces the account's earlier link, so that only the latest link works.
  await db.run(sql`DELETE FROM confirmation WHERE user_id = ${change.userId} AND kind = 'email_change'`);
  await db.run(sql`
    INSERT INTO confirmation (hash, kind, user_id, data, created_at, expires_at)
    VALUES (${change.hash}, 'email_change', ${change.userId}, ${json({ new_email: change.newEmail })},
      ${change.now}::bigint, ${change.expiresAt}::bigint)`);
}

/** Deletes the record of a link and returns it; undefined if the link is unknown, used or expired. */
export async function takeEmailChange(
  db: Queryable,
  hash: Uint8Array,
  now: number,
): Promise<{ user_id: number; data: { new_email: string } } | undefined> {
  return db.one(sql`
    DELETE FROM confirmation WHERE hash = ${hash} AND kind = 'email_change' AND expires_at > ${now}::bigint
    RETURNING user_id, data`);
}

import { type Queryable, sql } from '@services/kit/db';

export type PushKind = 'apns' | 'fcm';

export async function addPushToken(
  db: Queryable,
  userId: number,
  kind: PushKind,
  token: string,
  appId: string | null,
  now: number,
): Promise<void> {
  await db.run(sql`
    INSERT INTO push_token (user_id, kind, token, app_id, created_at)
    VALUES (${userId}, ${kind}, ${token}, ${appId}, ${now}::bigint)
    ON CONFLICT (user_id, kind, token) DO UPDATE SET app_id = excluded.app_id`);
}

export async function deletePushToken(
  db: Queryable,
  userId: number,
  kind: PushKind,
  token: string,
): Promise<boolean> {
  const deleted = await db.run(
    sql`DELETE FROM push_token WHERE user_id = ${userId} AND kind = ${kind} AND token = ${token}`,
  );
  return deleted > 0;
}

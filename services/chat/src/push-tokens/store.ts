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

export interface PushRegistration {
  kind: PushKind;
  pushAccountId: number;
  pushPublicKey: string;
  bouncerPublicKey: string;
  encryptedRegistration: string;
}

/** Stores a registration, which replaces an earlier registration of the same device. */
export async function savePushRegistration(
  db: Queryable,
  userId: number,
  given: PushRegistration,
  now: number,
): Promise<void> {
  await db.run(sql`
    INSERT INTO push_registration
      (user_id, push_account_id, kind, push_public_key, bouncer_public_key, encrypted_registration, created_at)
    VALUES (${userId}, ${given.pushAccountId}::bigint, ${given.kind}, ${given.pushPublicKey},
      ${given.bouncerPublicKey}, ${given.encryptedRegistration}, ${now}::bigint)
    ON CONFLICT (user_id, push_account_id) DO UPDATE SET kind = excluded.kind,
      push_public_key = excluded.push_public_key, bouncer_public_key = excluded.bouncer_public_key,
      encrypted_registration = excluded.encrypted_registration`);
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

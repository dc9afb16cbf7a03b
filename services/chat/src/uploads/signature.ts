import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Queryable, sql } from '@services/kit/db';

/** Time for which a signed path opens a file without credentials. */
export const SIGNED_FOR_MS = 60_000;

/** Returns the database's key, so that all processes accept each other's signatures. */
export async function signingKey(db: Queryable): Promise<Uint8Array> {
  const known = await db.one<{ key: Uint8Array }>(sql`SELECT key FROM signing_key`);
  if (known !== undefined) return known.key;
  await db.run(sql`INSERT INTO signing_key (key) VALUES (${randomBytes(32)}) ON CONFLICT DO NOTHING`);
  return signingKey(db);
}

/** Returns `{expiry}.{signature}` for the path. */
export function sign(key: Uint8Array, pathId: string, now: number): string {
  const expiry = (now + SIGNED_FOR_MS).toString(36);
  return `${expiry}.${signature(key, pathId, expiry)}`;
}

export function isSigned(key: Uint8Array, pathId: string, token: string, now: number): boolean {
  const [expiry = '', given = ''] = token.split('.');
  const expected = Buffer.from(signature(key, pathId, expiry));
  const actual = Buffer.from(given);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return false;
  return Number.parseInt(expiry, 36) >= now;
}

function signature(key: Uint8Array, pathId: string, expiry: string): string {
  return createHmac('sha256', key).update(`${expiry}\n${pathId}`).digest('base64url');
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Random } from '@services/kit/clock';
import { type Queryable, sql } from '@services/kit/db';

/** How long a signed path opens a file without credentials. */
export const SIGNED_FOR_MS = 60_000;

/** The key is the database's, so that a path signed by one process opens at another. */
export async function signingKey(db: Queryable, random: Random): Promise<Uint8Array> {
  await db.run(sql`INSERT INTO signing_key (key) VALUES (${random.bytes(32)}) ON CONFLICT DO NOTHING`);
  const row = await db.one<{ key: Uint8Array }>(sql`SELECT key FROM signing_key`);
  return row!.key;
}

/** `{expiry}.{signature}` for the path. */
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

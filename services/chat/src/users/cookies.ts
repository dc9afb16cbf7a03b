import { randomText } from '@services/kit/clock';
import { sql } from '@services/kit/db';
import type { App } from '../app.js';
import type { WriteTx } from '../db/writer.js';
import { sha256 } from './credentials.js';

export const COOKIE_NAME = 'chat_session';
/** Lifetime of a cookie, counted from its last use. */
export const COOKIE_LIFE_MS = 14 * 86_400_000;
/** The stored time of the last use is updated at most once in this time. */
const SLIDE_EVERY_MS = 3_600_000;

export interface CookieRow {
  hash: Uint8Array;
  user_id: number;
  csrf: string;
  used_at: number;
}

/** Returns the cookie with that hash, if it is still valid. */
export async function findCookie(app: App, hash: Uint8Array): Promise<CookieRow | undefined> {
  const now = app.clock.now();
  const row = await app.db.one<CookieRow>(
    sql`SELECT hash, user_id, csrf, used_at FROM cookie WHERE hash = ${hash} AND used_at > ${now - COOKIE_LIFE_MS}`,
  );
  if (row !== undefined && now - row.used_at > SLIDE_EVERY_MS)
    app
      .write((tx) => tx.run(sql`UPDATE cookie SET used_at = ${tx.now} WHERE hash = ${hash}`))
      .catch((error: unknown) =>
        app.log.warn({ err: error }, 'the use of a cookie could not be written down'),
      );
  return row;
}

/**
 * Creates a cookie for the user. Returns its value for the client, and the CSRF text that requests with changes must
 * repeat.
 */
export async function issueCookie(
  tx: WriteTx,
  app: Pick<App, 'random'>,
  userId: number,
  userAgent: string,
): Promise<{ value: string; csrf: string }> {
  const value = randomText(app.random, 43);
  const csrf = randomText(app.random, 32);
  await tx.run(sql`DELETE FROM cookie WHERE used_at <= ${tx.now - COOKIE_LIFE_MS}`);
  await tx.run(sql`INSERT INTO cookie (hash, user_id, csrf, user_agent, created_at, used_at)
    VALUES (${sha256(value)}, ${userId}, ${csrf}, ${userAgent.slice(0, 500)}, ${tx.now}, ${tx.now})`);
  return { value, csrf };
}

/** Returns the Set-Cookie header; an empty value deletes the cookie. */
export function cookieHeader(value: string, isSecure: boolean): string {
  const life = value === '' ? 0 : COOKIE_LIFE_MS / 1000;
  return `${COOKIE_NAME}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${life}${isSecure ? '; Secure' : ''}`;
}

export async function dropCookies(tx: WriteTx, userId: number, except?: Uint8Array): Promise<void> {
  await tx.run(
    except === undefined
      ? sql`DELETE FROM cookie WHERE user_id = ${userId}`
      : sql`DELETE FROM cookie WHERE user_id = ${userId} AND hash <> ${except}`,
  );
}

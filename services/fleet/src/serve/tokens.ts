import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Queryable, sql } from '@services/kit/db';

/** Rights of a secret. No secret has the right to change data of the fleet. */
export interface Access {
  readonly opensFiles: boolean;
}

/** A secret by its name; the secret itself is not stored. */
export interface Token {
  readonly name: string;
  readonly opens_files: boolean;
  readonly created_ms: number;
  readonly expires_ms: number | null;
  readonly is_expired: boolean;
}

export function newToken(): string {
  return randomBytes(16).toString('base64url');
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Returns the rights of a secret; undefined for an unknown or expired secret.
 * @param master the secret of the process, which has all rights
 */
export async function accessOf(db: Queryable, given: string, master: string): Promise<Access | undefined> {
  const digest = digestOf(given);
  // The comparison takes the same time whatever the two texts have in common, so that the secret cannot be
  // guessed from the time.
  if (timingSafeEqual(digest, digestOf(master))) return { opensFiles: true };
  return db.one<Access>(sql`
    select opens_files as "opensFiles" from fleet.token
    where digest = ${digest} and (expires_ms is null or expires_ms > fleet.now_ms())`);
}

/**
 * Stores a token under a name. @param lifeMs null for a token that does not expire
 * @returns the secret, which is not stored; undefined if the name is in use
 */
export async function addToken(
  db: Queryable,
  name: string,
  opensFiles: boolean,
  lifeMs: number | null,
): Promise<string | undefined> {
  const secret = newToken();
  const row = await db.one(sql`
    insert into fleet.token (name, digest, opens_files, expires_ms)
    values (${name}, ${digestOf(secret)}, ${opensFiles}, fleet.now_ms() + ${lifeMs}::int8)
    on conflict (name) do nothing returning name`);
  return row === undefined ? undefined : secret;
}

export function tokens(db: Queryable): Promise<Token[]> {
  return db.rows<Token>(sql`
    select name, opens_files, created_ms, expires_ms, coalesce(expires_ms <= fleet.now_ms(), false) as is_expired
    from fleet.token order by name`);
}

/** @returns false if the token does not exist */
export async function removeToken(db: Queryable, name: string): Promise<boolean> {
  const row = await db.one(sql`delete from fleet.token where name = ${name} returning name`);
  return row !== undefined;
}

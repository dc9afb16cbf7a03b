import { array, isUniqueViolation, type Queryable, sql } from '@services/kit/db';
import { isScope, type Scope } from '../auth/scopes.js';
import { changesOf, columns, valuesOf } from '../rows.js';
import type { Tier } from '../tiers/tiers.js';
import type { UserSettings } from './settings.js';

export interface User {
  id: number;
  name: string;
  passwordHash: string;
  tier: Tier;
  scopes: Scope[];
  disabled: boolean;
  /** Seconds since 1970; bearer tokens that were issued earlier are refused. */
  revokedBefore: number;
  /** Number that grows with each change of the user's lists. */
  listsVersion: number;
  settings: UserSettings;
}

const COLUMNS = columns('id name passwordHash tier scopes disabled revokedBefore listsVersion settings');

/** Leaves out scopes that this version does not know, which a newer version may have stored. */
function knownScopes<U extends User>(row: U): U {
  return { ...row, scopes: row.scopes.filter(isScope) };
}

/** Names that differ only in case belong to the same user. */
export async function userByName(db: Queryable, name: string): Promise<User | undefined> {
  const row = await db.one<User>(sql`select ${COLUMNS} from users where lower(name) = lower(${name})`);
  return row && knownScopes(row);
}

/** Returns undefined if the user was removed. */
export async function userById(db: Queryable, id: number): Promise<User | undefined> {
  const row = await db.one<User>(sql`select ${COLUMNS} from users where id = ${id}`);
  return row && knownScopes(row);
}

/** Returns the owners of bearer tokens by `jti`; revoked tokens are left out. */
export async function usersOfTokens(
  db: Queryable,
  ids: ReadonlyMap<string, number>,
): Promise<Map<string, User>> {
  const rows = await db.rows<User & { jti: string }>(sql`
    select jti, ${COLUMNS} from unnest(${array([...ids.keys()], 'text')}, ${array([...ids.values()], 'int8')}) as asked (jti, owner)
    join users on id = owner
    where not exists (select from revoked_tokens where revoked_tokens.jti = asked.jti)`);
  return new Map(rows.map((row) => [row.jti, knownScopes(row)]));
}

export async function listUsers(db: Queryable): Promise<User[]> {
  const rows = await db.rows<User>(sql`select ${COLUMNS} from users order by lower(name)`);
  return rows.map(knownScopes);
}

export class UserExists extends Error {
  override name = 'UserExists';
}

export async function addUser(
  db: Queryable,
  user: { name: string; passwordHash: string; tier: Tier; scopes: readonly Scope[]; createdAt: number },
): Promise<number> {
  try {
    const row = await db.one<{ id: number }>(sql`insert into users ${valuesOf(user)} returning id`);
    return row!.id;
  } catch (error) {
    if (isUniqueViolation(error)) throw new UserExists(`There is a user "${user.name}" already.`);
    throw error;
  }
}

/** Returns the value of `revoked_before` (seconds since 1970) that makes every token issued until now invalid. */
function revokedFrom(now: number): number {
  return Math.floor(now / 1000) + 1;
}

export async function setDisabled(db: Queryable, id: number, disabled: boolean, now: number): Promise<void> {
  await changeUser(db, id, { disabled, revokedBefore: revokedFrom(now) });
}

/** Sets the password and revokes all tokens, so that a stolen password is useless. */
export async function setPassword(db: Queryable, id: number, hash: string, now: number): Promise<void> {
  await changeUser(db, id, { passwordHash: hash, revokedBefore: revokedFrom(now) });
}

export async function changeUser(
  db: Queryable,
  id: number,
  change: Partial<Omit<User, 'id' | 'name' | 'listsVersion'>>,
): Promise<void> {
  await db.run(sql`update users set ${changesOf(change)} where id = ${id}`);
}

/** Removes the user with all data that belongs to the user. */
export async function removeUser(db: Queryable, id: number): Promise<void> {
  await db.run(sql`delete from users where id = ${id}`);
}

export async function linkAccount(db: Queryable, id: number, accountId: string): Promise<void> {
  await db.run(sql`
    insert into account_links (user_id, account_id) values (${id}, ${accountId}) on conflict do nothing`);
}

export async function unlinkAccount(db: Queryable, id: number, accountId: string): Promise<boolean> {
  const rows = await db.run(sql`
    delete from account_links where user_id = ${id} and account_id = ${accountId}`);
  return rows > 0;
}

/**
 * Returns the ids of the accounts that belong to the user; if no account is linked, the user's name is the only one.
 */
export async function linkedAccounts(db: Queryable, user: { id: number; name: string }): Promise<string[]> {
  const rows = await db.rows<{ account_id: string }>(sql`
    select account_id from account_links where user_id = ${user.id} order by account_id`);
  return rows.length > 0 ? rows.map((row) => row.account_id) : [user.name];
}

export async function revokeToken(db: Queryable, jti: string, expiresAt: number): Promise<void> {
  await db.run(sql`
    insert into revoked_tokens (jti, expires_at) values (${jti}, ${expiresAt}) on conflict do nothing`);
}

export async function forgetExpiredTokens(db: Queryable, nowS: number): Promise<void> {
  await db.run(sql`delete from revoked_tokens where expires_at < ${nowS}`);
}

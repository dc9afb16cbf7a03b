import { type Queryable, sql } from '@services/kit/db';
import { columns, excluded, valuesOf } from '../rows.js';
import type { Sealed } from './envelope.js';

export type VaultType = 'email' | 'phone' | 'custom';

export interface VaultRecord {
  token: string;
  userId: number;
  type: VaultType;
  sealed: Sealed;
  createdAt: number;
  expiresAt: number;
}

/** Returns the valid token for the data with this lookup hash. */
export async function findByLookup(
  db: Queryable,
  lookup: Uint8Array,
  now: number,
): Promise<{ token: string; expiresAt: number } | undefined> {
  return db.one<{ token: string; expiresAt: number }>(sql`
    select token, expires_at as "expiresAt" from vault_records where lookup = ${lookup} and expires_at > ${now}`);
}

/**
 * Inserts a record, or replaces an expired record of the same data. Returns false if a valid record exists, because
 * another request has stored one meanwhile.
 */
export async function insertRecord(
  db: Queryable,
  record: VaultRecord,
  lookup: Uint8Array | null,
): Promise<boolean> {
  const rows = await db.run(sql`
    insert into vault_records ${valuesOf({ ...record, lookup })}
    on conflict (lookup) do update set ${excluded('token', 'sealed', 'createdAt', 'expiresAt')}
      where vault_records.expires_at <= excluded.created_at`);
  return rows > 0;
}

/** Returns the record of a token; undefined if the token is unknown or expired. */
export async function findRecord(
  db: Queryable,
  token: string,
  now: number,
): Promise<VaultRecord | undefined> {
  return db.one<VaultRecord>(sql`
    select ${columns('token userId type sealed createdAt expiresAt')}
    from vault_records where token = ${token} and expires_at > ${now}`);
}

export async function deleteExpired(db: Queryable, now: number): Promise<number> {
  return db.run(sql`delete from vault_records where expires_at <= ${now}`);
}

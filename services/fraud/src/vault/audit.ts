import { type Database, type Queryable, sql } from '@services/kit/db';
import { keyedHash } from '../config/secrets.js';

export interface AuditEntry {
  at: number;
  operator: string;
  action: string;
  token: string;
  reason: string;
}

interface AuditRow extends AuditEntry {
  position: number;
  previous_hash: Uint8Array;
  hash: Uint8Array;
}

/**
 * Number of the lock that prevents two writers from taking the same position in the chain; the number is arbitrary.
 */
const LOCK = 7_202_611;

const START = Buffer.alloc(32);

function chained(key: Uint8Array, position: number, previous: Uint8Array, entry: AuditEntry): Buffer {
  const { at, operator, action, token, reason } = entry;
  return keyedHash(key, String(position), previous, String(at), operator, action, token, reason);
}

/** Appends a row with the hash of the previous row. */
export async function appendAudit(db: Database, key: Uint8Array, entry: AuditEntry): Promise<void> {
  await db.tx(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${LOCK}::int8)`);
    const last = await tx.one<{ position: number; hash: Uint8Array }>(sql`
      select position, hash from vault_audit order by position desc limit 1`);
    const position = (last?.position ?? 0) + 1;
    const previous = last?.hash ?? START;
    const hash = chained(key, position, previous, entry);
    await tx.run(sql`
      insert into vault_audit (position, at, operator, action, token, reason, previous_hash, hash)
      values (${position}, ${entry.at}, ${entry.operator}, ${entry.action}, ${entry.token}, ${entry.reason},
        ${Buffer.from(previous)}, ${hash})`);
  });
}

/**
 * Returns the position of the first row that was changed, or that follows a missing row; undefined if the chain is
 * intact.
 */
export async function brokenAudit(db: Queryable, key: Uint8Array): Promise<number | undefined> {
  let previous: Uint8Array = START;
  let position = 1;
  for (;;) {
    const rows = await db.rows<AuditRow>(sql`
      select * from vault_audit where position >= ${position} order by position limit 500`);
    for (const row of rows) {
      const expected = chained(key, position, previous, row);
      if (row.position !== position || !expected.equals(row.hash)) return position;
      previous = row.hash;
      position += 1;
    }
    if (rows.length === 0) return undefined;
  }
}

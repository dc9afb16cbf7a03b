import { createHash } from 'node:crypto';
import { json, type Queryable, sql } from '@services/kit/db';
import type { WriteTx } from '../db/writer.js';
import { badRequest } from './errors.js';

/** Time for which a repeat is recognised. */
export const REMEMBERED_MS = 24 * 3_600_000;

/** A key under which a user's change happens once; `digest` covers everything that has to be the same in a repeat. */
export interface RepeatKey {
  userId: number;
  key: string;
  digest: Uint8Array;
}

export const digestOf = (...parts: string[]): Uint8Array => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest();
};

/**
 * Runs the change and keeps its result in the same transaction; a repeat within 24 hours returns that result and runs
 * nothing. The same key with another digest is a client error: 400.
 */
export async function once<T>(tx: WriteTx, key: RepeatKey, change: () => Promise<T>): Promise<T> {
  const known = await find<T>(tx, key, tx.now);
  if (known !== undefined) return known.result;
  const result = await change();
  await tx.run(sql`INSERT INTO idempotency (user_id, key, digest, result, created_at)
    VALUES (${key.userId}, ${key.key}, ${key.digest}, ${json(result ?? null)}, ${tx.now})
    ON CONFLICT (user_id, key) DO UPDATE SET digest = excluded.digest, result = excluded.result,
      created_at = excluded.created_at`);
  return result;
}

async function find<T>(db: Queryable, key: RepeatKey, now: number): Promise<{ result: T } | undefined> {
  const row = await db.one<{ digest: Uint8Array; result: T }>(
    sql`SELECT digest, result FROM idempotency
        WHERE user_id = ${key.userId} AND key = ${key.key} AND created_at > ${now - REMEMBERED_MS}`,
  );
  if (row === undefined) return undefined;
  if (!Buffer.from(row.digest).equals(key.digest))
    throw badRequest('This Idempotency-Key was used with another request');
  return { result: row.result };
}

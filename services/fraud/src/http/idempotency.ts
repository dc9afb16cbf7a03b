import { type Database, json, type Queryable, sql, type Transaction } from '@services/kit/db';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import { keyedHash } from '../config/secrets.js';
import { ApiError, invalidRequest } from './api-error.js';

export const KEY_LIFE_MS = 24 * 3_600_000;

/**
 * Runs `work` in a transaction, once for each Idempotency-Key of the caller on this route: a retry gets the stored
 * answer. The row of the key is written first, so that a concurrent retry waits for the first request. Throws CONFLICT
 * if the key was used with another body.
 */
export async function once<T extends object>(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const key = idempotencyKey(request);
  const status = reply.statusCode;
  if (key === undefined) return app.db.tx(work);
  const userId = request.caller.user.id;
  const route = `${request.method} ${request.url.split('?', 1)[0]}`;
  const bodyHash = keyedHash(app.secrets.contentHash, 'body', request.rawBody ?? Buffer.alloc(0));
  const now = app.clock.now();
  const outcome = await app.db.tx(async (tx) => {
    await tx.run(sql`
      delete from idempotency_keys where user_id = ${userId} and route = ${route} and key = ${key}
        and created_at <= ${now - KEY_LIFE_MS}`);
    const inserted = await tx.run(sql`
      insert into idempotency_keys (user_id, route, key, body_hash, status, answer, created_at)
      values (${userId}, ${route}, ${key}, ${bodyHash}, ${status}, '{}', ${now}) on conflict do nothing`);
    if (inserted === 0) return { replayed: await storedAnswer<T>(tx, { userId, route, key, bodyHash }) };
    const answer = await work(tx);
    await tx.run(sql`
      update idempotency_keys set answer = ${json(answer)}
      where user_id = ${userId} and route = ${route} and key = ${key}`);
    return { answer };
  });
  if ('answer' in outcome) return outcome.answer as T;
  reply.header('idempotent-replayed', 'true');
  return outcome.replayed as T;
}

async function storedAnswer<T>(
  tx: Queryable,
  { userId, route, key, bodyHash }: { userId: number; route: string; key: string; bodyHash: Buffer },
): Promise<T> {
  const row = await tx.one<{ body_hash: Uint8Array; answer: T }>(sql`
    select body_hash, answer from idempotency_keys
    where user_id = ${userId} and route = ${route} and key = ${key}`);
  if (!row || !bodyHash.equals(row.body_hash)) {
    throw new ApiError('CONFLICT', 'This Idempotency-Key was used with another body.');
  }
  return row.answer;
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const value = request.headers['idempotency-key'];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(value)) {
    throw invalidRequest('/headers/idempotency-key', 'must be 1 to 255 visible ASCII characters');
  }
  return value;
}

export async function forgetKeys(db: Database, now: number): Promise<void> {
  await db.run(sql`delete from idempotency_keys where created_at <= ${now - KEY_LIFE_MS}`);
}

import { json, type Queryable, sql } from '../db/index.js';

/** A repeated request is recognised for this time. */
const REMEMBERED_MS = 24 * 3_600_000;

/** Identifies a request of a user, so that the request takes effect only once, even if the client repeats it. */
export interface Repeatable {
  userId: number;
  key: string;
  /** Hash of all parts of the request that a repeat must not change. */
  digest: Uint8Array;
}

/** The user sent the same key before, with a different request. */
export class KeyReused extends Error {
  override readonly name = 'KeyReused';
}

/**
 * Runs the change and stores its result in the same transaction. A repeat within 24 hours returns the stored result
 * without running the change. The key is stored before the change, so that a concurrent repeat waits for the first
 * request. Throws KeyReused if the digests differ.
 */
export async function once<T>(
  tx: Queryable,
  { userId, key, digest }: Repeatable,
  now: number,
  change: () => Promise<T>,
): Promise<{ answer: T; isRepeat: boolean }> {
  const inserted = await tx.run(sql`
    insert into kit_answer (user_id, key, digest, answer, created_at)
    values (${userId}, ${key}, ${digest}, 'null', ${now})
    on conflict (user_id, key) do update
      set digest = excluded.digest, answer = excluded.answer, created_at = excluded.created_at
      where kit_answer.created_at <= ${now - REMEMBERED_MS}`);
  if (inserted === 0) {
    const kept = await tx.one<{ digest: Uint8Array; answer: T }>(
      sql`select digest, answer from kit_answer where user_id = ${userId} and key = ${key}`,
    );
    if (kept === undefined || !Buffer.from(kept.digest).equals(digest))
      throw new KeyReused('This Idempotency-Key was used with another request');
    return { answer: kept.answer, isRepeat: true };
  }
  const answer = await change();
  await tx.run(
    sql`update kit_answer set answer = ${json(answer ?? null)} where user_id = ${userId} and key = ${key}`,
  );
  return { answer, isRepeat: false };
}

/** Deletes stored results that are too old to be returned to a repeated request. */
export async function forgetAnswers(db: Queryable, now: number): Promise<void> {
  await db.run(sql`delete from kit_answer where created_at <= ${now - REMEMBERED_MS}`);
}

import { type Queryable, sql } from '@services/kit/db';
import type { UploadAnswer } from './routes.js';

export interface ResumableUpload {
  /** Response to the request that completed the upload; null while bytes are missing. */
  finished: FinishedUpload | null;
}

export interface FinishedUpload extends UploadAnswer {
  size: number;
}

export async function insertResumable(
  tx: Queryable & { now: number },
  id: string,
  userId: number,
): Promise<void> {
  await tx.run(
    sql`INSERT INTO resumable_upload (id, user_id, created_at) VALUES (${id}, ${userId}, ${tx.now}::bigint)`,
  );
}

/** Returns the upload, if it belongs to the user. */
export function findResumable(
  db: Queryable,
  id: string,
  userId: number,
): Promise<ResumableUpload | undefined> {
  return db.one<ResumableUpload>(
    sql`SELECT finished FROM resumable_upload WHERE id = ${id} AND user_id = ${userId}`,
  );
}

export async function finishResumable(db: Queryable, id: string, answer: FinishedUpload): Promise<void> {
  await db.run(sql`UPDATE resumable_upload SET finished = ${JSON.stringify(answer)}::jsonb WHERE id = ${id}`);
}

export async function removeResumable(db: Queryable, id: string): Promise<void> {
  await db.run(sql`DELETE FROM resumable_upload WHERE id = ${id}`);
}

/** Deletes records of uploads older than `before`; returns their ids. */
export async function removeOldResumables(db: Queryable, before: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`DELETE FROM resumable_upload WHERE created_at < ${before}::bigint RETURNING id`,
  );
  return rows.map((row) => row.id);
}

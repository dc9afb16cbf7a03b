import { array, json, type Queryable, sql } from '@services/kit/db';
import { columns, valuesOf } from '../rows.js';
import type { Sealed } from '../vault/envelope.js';

export type BatchState = 'queued' | 'running' | 'done' | 'failed';

export interface Batch {
  id: string;
  userId: number;
  callbackId: string | null;
  state: BatchState;
  total: number;
  done: number;
}

const COLUMNS = columns('id userId callbackId state total done');

export async function insertBatch(
  tx: Queryable,
  batch: { id: string; userId: number; callbackId: string | null; createdAt: number },
  items: { position: number; sealed: Sealed }[],
): Promise<void> {
  await tx.run(sql`insert into batches ${valuesOf({ ...batch, state: 'queued', total: items.length })}`);
  const positions = items.map(({ position }) => position);
  const records = items.map(({ sealed }) => JSON.stringify(sealed));
  await tx.run(sql`
    insert into batch_items (batch_id, position, sealed)
    select ${batch.id}, position, sealed::jsonb
    from unnest(${array(positions, 'int4')}, ${array(records, 'text')}) as item (position, sealed)`);
}

export async function findBatch(db: Queryable, userId: number, id: string): Promise<Batch | undefined> {
  return db.one<Batch>(sql`select ${COLUMNS} from batches where id = ${id} and user_id = ${userId}`);
}

/** Marks a batch as running and returns it; undefined if it is deleted or finished. */
export async function batchToRun(db: Queryable, id: string): Promise<Batch | undefined> {
  return db.one<Batch>(sql`
    update batches set state = 'running' where id = ${id} and state in ('queued', 'running') returning ${COLUMNS}`);
}

/** Returns the batch's items that have no result, in order. */
export async function waitingItems(
  db: Queryable,
  batchId: string,
  limit: number,
): Promise<{ position: number; sealed: Sealed }[]> {
  return db.rows<{ position: number; sealed: Sealed }>(sql`
    select position, sealed from batch_items where batch_id = ${batchId} and sealed is not null
    order by position limit ${limit}`);
}

/** Stores an item's result and erases its content. Returns false if the item already had a result. */
export async function finishItem(
  tx: Queryable,
  batchId: string,
  position: number,
  result: object,
): Promise<boolean> {
  const rows = await tx.run(sql`
    update batch_items set sealed = null, result = ${json(result)}
    where batch_id = ${batchId} and position = ${position} and sealed is not null`);
  return rows > 0;
}

export async function countDone(tx: Queryable, batchId: string, items: number): Promise<void> {
  await tx.run(sql`update batches set done = done + ${items} where id = ${batchId}`);
}

/** Ends the batch; returns false if it was already finished. */
export async function finishBatch(
  tx: Queryable,
  id: string,
  state: 'done' | 'failed',
  now: number,
): Promise<boolean> {
  const rows = await tx.run(sql`
    update batches set state = ${state}, finished_at = ${now} where id = ${id} and finished_at is null`);
  return rows > 0;
}

/** Returns the stored results after the position `after`, in order. */
export async function results(
  db: Queryable,
  batchId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ position: number; result: object }[]> {
  return db.rows<{ position: number; result: object }>(sql`
    select position, result from batch_items
    where batch_id = ${batchId} and position > ${after} and result is not null
    order by position limit ${limit}`);
}

export async function forgetBatches(db: Queryable, before: number): Promise<void> {
  await db.run(sql`delete from batches where coalesce(finished_at, created_at) < ${before}
    and (finished_at is not null or created_at < ${before - 7 * 86_400_000})`);
}

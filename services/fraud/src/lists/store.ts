import { type Queryable, sql, type Transaction } from '@services/kit/db';
import { columns, valuesOf } from '../rows.js';
import type { Sealed } from '../vault/envelope.js';
import type { ListName } from './entries.js';

export interface EntryRow {
  id: string;
  list: ListName;
  sealed: Sealed;
  createdAt: number;
}

/** Increments the version of a user's lists, in the transaction that changes them. */
async function bump(tx: Transaction, userId: number): Promise<void> {
  await tx.run(sql`update users set lists_version = lists_version + 1 where id = ${userId}`);
}

/** @returns false if the value is already on a list */
export async function insertEntry(
  tx: Transaction,
  entry: EntryRow & { userId: number; kind: string; lookup: Uint8Array },
): Promise<boolean> {
  await bump(tx, entry.userId);
  const inserted = await tx.run(sql`
    insert into list_entries ${valuesOf(entry)} on conflict (user_id, lookup) do nothing`);
  return inserted > 0;
}

export async function deleteEntry(
  tx: Transaction,
  userId: number,
  list: ListName,
  id: string,
): Promise<boolean> {
  await bump(tx, userId);
  const own = sql`user_id = ${userId} and list = ${list} and id = ${id}`;
  return (await tx.run(sql`delete from list_entries where ${own}`)) > 0;
}

export async function entryRows(db: Queryable, userId: number): Promise<EntryRow[]> {
  return db.rows<EntryRow>(sql`
    select ${columns('id list sealed createdAt')} from list_entries where user_id = ${userId} order by id`);
}

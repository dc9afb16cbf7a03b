import { array, type Queryable, sql, type Transaction } from '@services/kit/db';
import type { Place } from '../http/route.js';
import { columns, having, olderThan, valuesOf } from '../rows.js';
import type { Sealed } from '../vault/envelope.js';
import type { TransactionStatus } from './decision.js';

export interface StoredTransaction {
  id: string;
  userId: number;
  senderId: string;
  receiverId: string;
  /** Amount in cents. */
  amount: number;
  description: Sealed | null;
  /** Score in ten-thousandths. */
  fraudScore: number;
  firedRules: string[];
  status: TransactionStatus;
  createdAt: number;
  reviewedAt: number | null;
}

export interface Account {
  accountId: string;
  balance: number;
  createdAt: number;
}

const COLUMNS = columns(
  'id userId senderId receiverId amount description fraudScore firedRules status createdAt reviewedAt',
);

/**
 * Returns both accounts, locked until the transaction ends. A new account is created with the opening balance. The
 * accounts are locked in the order of their names: otherwise, two payments in opposite directions would wait for each
 * other.
 */
export async function lockAccounts(
  tx: Transaction,
  userId: number,
  accountIds: [string, string],
  openingBalance: number,
  now: number,
): Promise<Map<string, Account>> {
  const ids = [...accountIds].sort();
  const lock = () =>
    tx.rows<Account>(sql`
      select ${columns('accountId balance createdAt')} from accounts
      where user_id = ${userId} and account_id = any(${array(ids, 'text')})
      order by account_id for update`);
  let rows = await lock();
  if (rows.length < ids.length) {
    await tx.run(sql`
      insert into accounts (user_id, account_id, balance, created_at)
      select ${userId}::int8, account_id, ${openingBalance}::int8, ${now}::int8
      from unnest(${array(ids, 'text')}) as account_id order by account_id
      on conflict do nothing`);
    rows = await lock();
  }
  return new Map(rows.map((row) => [row.accountId, row]));
}

export type Movement = Pick<StoredTransaction, 'userId' | 'senderId' | 'receiverId' | 'amount'>;

const moved = ({ userId, senderId, receiverId, amount }: Movement) => sql`
  update accounts set balance = balance + case account_id when ${senderId} then -${amount}::int8 else ${amount}::int8 end
  where user_id = ${userId} and account_id in (${senderId}, ${receiverId})`;

/** Moves money between two locked accounts. */
export async function move(tx: Transaction, movement: Movement): Promise<void> {
  await tx.run(moved(movement));
}

/**
 * Writes the row in one statement; if the payment is approved, the statement also moves the money between the locked
 * accounts.
 */
export async function enter(tx: Transaction, row: Omit<StoredTransaction, 'reviewedAt'>): Promise<void> {
  await tx.run(sql`
    ${row.status === 'approved' ? sql`with moved as (${moved(row)})` : sql``}
    insert into transactions ${valuesOf(row)}`);
}

/**
 * Returns a transaction of the user; undefined if the user has no such transaction. `lock` prevents other requests from
 * deciding on the transaction at the same time.
 */
export async function findTransaction(
  db: Queryable,
  userId: number,
  id: string,
  { lock = false } = {},
): Promise<StoredTransaction | undefined> {
  return db.one<StoredTransaction>(sql`
    select ${COLUMNS} from transactions where id = ${id} and user_id = ${userId}
    ${lock ? sql`for update` : sql``}`);
}

/** Returns the caller's transactions that are older than the transaction with the id `cursor`, newest first. */
export async function listTransactions(
  db: Queryable,
  userId: number,
  { cursor, status, limit }: Place & { status: TransactionStatus | undefined },
): Promise<StoredTransaction[]> {
  return db.rows<StoredTransaction>(sql`
    select ${COLUMNS} from transactions where user_id = ${userId}
    ${olderThan(cursor)} ${having('status', status)}
    order by id desc limit ${limit}`);
}

export async function setReviewed(
  tx: Queryable,
  id: string,
  review: { status: 'approved' | 'declined'; at: number; by: number },
): Promise<void> {
  await tx.run(sql`
    update transactions set status = ${review.status}, reviewed_at = ${review.at}, reviewed_by = ${review.by}
    where id = ${id}`);
}

/**
 * Returns at most `limit` of the newest approved payments from or to one of the accounts since a time, oldest first.
 */
export async function accountHistory(
  db: Queryable,
  userId: number,
  accountIds: string[],
  { since, limit }: { since: number; limit: number },
): Promise<StoredTransaction[]> {
  const accounts = array(accountIds, 'text');
  const rows = await db.rows<StoredTransaction>(sql`
    select ${COLUMNS} from transactions
    where user_id = ${userId} and status = 'approved' and created_at >= ${since}
      and (sender_id = any(${accounts}) or receiver_id = any(${accounts}))
    order by created_at desc, id desc limit ${limit}`);
  return rows.reverse();
}

/** Returns the balances of the accounts in cents; an account that was never used is left out. */
export async function balances(
  db: Queryable,
  userId: number,
  accountIds: string[],
): Promise<{ accountId: string; balance: number }[]> {
  return db.rows<{ accountId: string; balance: number }>(sql`
    select ${columns('accountId balance')} from accounts
    where user_id = ${userId} and account_id = any(${array(accountIds, 'text')})`);
}

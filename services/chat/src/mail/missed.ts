import { array, sql } from '@services/kit/db';
import type { App } from '../app.js';
import type { WriteTx } from '../db/writer.js';
import type { WideMessage } from '../messages/payload.js';
import type { Receivers } from '../messages/sending/insert.js';
import { ACCOUNT_COLUMNS } from '../organization/directory.js';
import { settingOf } from '../settings/definitions.js';
import type { Account } from '../users/account.js';
import { enqueueLetter } from './delivery.js';
import { conversations, missedLetter } from './missed-letter.js';
import { missedMessages } from './missed-store.js';

const KIND = 'missed-messages';
/** Bits of `user_message.flags` for mentions by name, by channel wildcard and by topic wildcard. */
const MENTIONED = 8 | 16 | 32;
const READ = 1;
/** A user whose latest presence is younger than this is online, and does not need a mail. */
const ONLINE_MS = 200_000;

interface MissedJob {
  userId: number;
  /** Id of the first message for which the user needs a mail. */
  fromMessageId: number;
}

interface SentMessage {
  message: WideMessage;
  receivers: Receivers;
  followers: ReadonlySet<number>;
}

/**
 * Queues a mail for each receiver who may be away, if one of the messages mentions or addresses the receiver. One mail
 * contains all messages that a user missed within the batching period. The function reads and writes once for all
 * receivers, because a wildcard may concern thousands of users.
 */
export async function queueMissedMails(app: App, tx: WriteTx, sent: readonly SentMessage[]): Promise<void> {
  /** Id of the first message that concerns the user, by user. */
  const first = new Map<number, number>();
  for (const one of sent)
    for (const userId of concerned(one)) if (!first.has(userId)) first.set(userId, one.message.id);
  if (first.size === 0) return;
  const accounts = await accountsOf(tx, [...first.keys()]);
  const jobs = accounts.filter(wantsMail).map((account) => ({
    payload: { userId: account.id, fromMessageId: first.get(account.id)! } satisfies MissedJob,
    runAt: tx.now + settingOf(account, 'email_notifications_batching_period_seconds') * 1000,
    key: String(account.id),
  }));
  await app.jobs.enqueueAll(tx, KIND, jobs);
}

function concerned({ message, receivers, followers }: SentMessage): number[] {
  const isDirect = message.type === 'private';
  return [...receivers]
    .filter(
      ([userId, flags]) =>
        userId !== message.sender_id &&
        (flags & READ) === 0 &&
        (isDirect || (flags & MENTIONED) !== 0 || followers.has(userId)),
    )
    .map(([userId]) => userId);
}

/** Few accounts are read from the directory's cache; many accounts (of a channel) are read in one query. */
async function accountsOf(tx: WriteTx, ids: readonly number[]): Promise<Account[]> {
  if (ids.length > MOST_ONE_BY_ONE)
    return tx.rows<Account>(
      sql`SELECT ${ACCOUNT_COLUMNS} FROM account WHERE id = ANY(${array(ids, 'int4')})`,
    );
  const accounts: Account[] = [];
  for (const id of ids) accounts.push((await tx.directory.account(id))!);
  return accounts;
}

const MOST_ONE_BY_ONE = 20;

export function defineMissedMailJob(app: App): void {
  app.jobs.define<MissedJob>({
    kind: KIND,
    attempts: 5,
    backoffMs: (attempt) => attempt * 60_000,
    concurrency: 2,
    timeoutMs: 30_000,
    work: async ({ userId, fromMessageId }) => {
      await app.write((tx) => mailMissed(app, tx, userId, fromMessageId));
    },
  });
}

async function mailMissed(app: App, tx: WriteTx, userId: number, fromMessageId: number): Promise<void> {
  const account = await tx.directory.account(userId);
  if (account === undefined || !wantsMail(account) || (await isOnline(tx, userId))) return;
  const organization = await tx.directory.organization();
  const messages = await missedMessages(tx, account, fromMessageId);
  for (const conversation of conversations(messages)) {
    await enqueueLetter(app.jobs, tx, await missedLetter(app, tx, account, organization, conversation));
  }
}

function wantsMail(account: Account): boolean {
  return account.is_active && !account.is_bot && settingOf(account, 'enable_offline_email_notifications');
}

async function isOnline(tx: WriteTx, userId: number): Promise<boolean> {
  const row = await tx.one(
    sql`SELECT 1 AS online FROM presence WHERE user_id = ${userId} AND active_at > ${tx.now - ONLINE_MS}::bigint`,
  );
  return row !== undefined;
}

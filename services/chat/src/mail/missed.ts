import { type Queryable, sql } from '@services/kit/db';
import type { App } from '../app.js';
import type { WriteTx } from '../db/writer.js';
import type { WideMessage } from '../messages/payload.js';
import { settingOf } from '../settings/definitions.js';
import { topicKey } from '../topics/topic.js';
import type { Account } from '../users/account.js';
import { enqueueLetter } from './delivery.js';
import { conversations, missedLetter } from './missed-letter.js';
import { missedMessages } from './missed-store.js';

const KIND = 'missed-messages';
/** Bits of `user_message.flags` that a mention by name, by channel wildcard or by topic wildcard sets. */
const MENTIONED = 8 | 16 | 32;
const READ = 1;
/** A user whose presence is newer reads along and needs no mail. */
const ONLINE_MS = 200_000;

interface MissedJob {
  userId: number;
  /** The first message that asked for a mail. */
  fromMessageId: number;
}

/** Queues a mail for each receiver whom the message concerns and who may be away. Mails of one user are batched. */
export async function queueMissedMails(
  app: App,
  tx: WriteTx,
  sent: { message: WideMessage; receivers: ReadonlyMap<number, number> },
): Promise<void> {
  const { message, receivers } = sent;
  const followers = message.type === 'stream' ? await followersOf(tx, message) : undefined;
  for (const [userId, flags] of receivers) {
    if (userId === message.sender_id || (flags & READ) !== 0) continue;
    const isConcerned = message.type === 'private' || (flags & MENTIONED) !== 0 || followers?.has(userId);
    if (!isConcerned) continue;
    const account = await tx.directory.account(userId);
    if (account === undefined || !wantsMail(account)) continue;
    const batchMs = settingOf(account, 'email_notifications_batching_period_seconds') * 1000;
    const job: MissedJob = { userId, fromMessageId: message.id };
    await app.jobs.enqueue(tx, KIND, job, { runAt: tx.now + batchMs, key: String(userId) });
  }
}

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

async function followersOf(db: Queryable, message: WideMessage): Promise<Set<number>> {
  const rows = await db.rows<{ user_id: number }>(sql`
    SELECT user_id FROM user_topic WHERE channel_id = ${message.stream_id!} AND topic_key = ${topicKey(message.subject)}
      AND visibility_policy = 3 AND user_id <> ${message.sender_id}`);
  return new Set(rows.map((row) => row.user_id));
}

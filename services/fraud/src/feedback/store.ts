import { type Queryable, sql } from '@services/kit/db';
import type { App } from '../app.js';
import { excluded, valuesOf } from '../rows.js';
import type { Sealed } from '../vault/envelope.js';
import { unseal } from '../vault/sealed.js';

export type FeedbackLabel = 'fraud' | 'legitimate';

interface FeedbackRow {
  requestId: string;
  userId: number;
  label: FeedbackLabel;
  comment: Sealed | null;
  content: Sealed | null;
  createdAt: number;
  expiresAt: number;
}

export async function writeFeedback(db: Queryable, row: FeedbackRow): Promise<void> {
  await db.run(sql`
    insert into feedback ${valuesOf(row)} on conflict (request_id) do update
    set ${excluded('label', 'comment', 'content', 'createdAt', 'expiresAt')}`);
}

/** Returns the comment in the feedback on a result; undefined if there is none, or if it has expired. */
export async function commentOf(
  app: Pick<App, 'db' | 'masterKeys' | 'clock'>,
  userId: number,
  requestId: string,
): Promise<string | undefined> {
  const row = await app.db.one<{ comment: Sealed }>(sql`
    select comment from feedback where request_id = ${requestId} and user_id = ${userId}
      and comment is not null and expires_at >= ${app.clock.now()}`);
  return row && unseal(app, 'feedback-comment', userId, requestId, row.comment);
}

/** Deletes comments and content of feedback after their time; the label stays with the result. */
export async function forgetFeedback(db: Queryable, now: number): Promise<void> {
  await db.run(sql`
    update feedback set comment = null, content = null
    where expires_at < ${now} and (comment is not null or content is not null)`);
}

/** Returns the labelled messages of a user in the format that training reads. */
export async function exportFeedback(
  app: Pick<App, 'db' | 'masterKeys' | 'clock'>,
  userId: number,
): Promise<{ type: string; label: FeedbackLabel; content: string }[]> {
  const rows = await app.db.rows<{ id: string; type: string; label: FeedbackLabel; content: Sealed }>(sql`
    select feedback.request_id as id, data_type as type, label, content
    from feedback join checks using (request_id)
    where feedback.user_id = ${userId} and content is not null and expires_at >= ${app.clock.now()}
    order by feedback.request_id`);
  return Promise.all(
    rows.map(async ({ id, type, label, content: sealed }) => {
      const content = await unseal(app, 'feedback-content', userId, id, sealed);
      return { type, label, content };
    }),
  );
}

import { type Queryable, sql } from '@services/kit/db';
import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { findCheck } from '../checks/store.js';
import { ok, strict } from '../http/answers.js';
import { ApiError, notFound } from '../http/api-error.js';
import { openText, type SealContext, type Sealed, seal } from '../vault/envelope.js';
import { sealedOrNull } from '../vault/store.js';

const DAY_MS = 86_400_000;

export type FeedbackLabel = 'fraud' | 'legitimate';

interface FeedbackBody {
  label: FeedbackLabel;
  comment?: string;
  content?: string;
}

const context = (userId: number, part: 'comment' | 'content', id: string): SealContext => ({
  tenant: userId,
  type: `feedback-${part}`,
  id,
});

/**
 * `POST /api/fraud-check/{request_id}/feedback`: stores the caller's label for a result. A later label
 * replaces an earlier label.
 */
export function feedbackRoutes(app: App, server: FastifyInstance): void {
  server.post<{ Params: { request_id: string }; Body: FeedbackBody }>(
    '/api/fraud-check/:request_id/feedback',
    {
      config: { access: 'check' },
      bodyLimit: Math.max(app.config.limits.bodyBytes, Math.ceil(app.config.limits.emailBytes * 1.5)),
      schema: {
        tags: ['checks'],
        summary: 'Say whether a result was right',
        description:
          'The content is kept, encrypted and for a limited time, only if an operator has switched storage on for the user.',
        params: Type.Object({ request_id: Type.String() }),
        body: strict({
          label: Type.Enum(['fraud', 'legitimate']),
          comment: Type.Optional(Type.String({ maxLength: 1_000 })),
          content: Type.Optional(Type.String({ minLength: 1 })),
        }),
        response: ok({ content_stored: Type.Boolean() }),
      },
      async handler({ params, body, caller }) {
        const { user } = caller;
        const id = params.request_id;
        const { comment, content } = body;
        if (content !== undefined && Buffer.byteLength(content) > app.config.limits.emailBytes)
          throw new ApiError(
            'PAYLOAD_TOO_LARGE',
            `The content is larger than ${app.config.limits.emailBytes} bytes.`,
          );
        if (!(await findCheck(app.db, user.id, id))) throw notFound('result');
        const sealed = async (part: 'comment' | 'content', text: string | undefined) =>
          text === undefined || text === ''
            ? null
            : seal(app.masterKeys, app.random, text.toWellFormed(), context(user.id, part, id));
        const stored = user.settings.storeFeedback === true && content !== undefined;
        const now = app.clock.now();
        await writeFeedback(app.db, {
          requestId: id,
          userId: user.id,
          label: body.label,
          comment: await sealed('comment', comment),
          content: await sealed('content', stored ? content : undefined),
          createdAt: now,
          expiresAt: now + app.config.feedback.retentionDays * DAY_MS,
        });
        return { status: 'success', content_stored: stored };
      },
    },
  );
}

interface FeedbackRow {
  requestId: string;
  userId: number;
  label: FeedbackLabel;
  comment: Sealed | null;
  content: Sealed | null;
  createdAt: number;
  expiresAt: number;
}

async function writeFeedback(db: Queryable, row: FeedbackRow): Promise<void> {
  const { requestId, userId, label, comment, content, createdAt, expiresAt } = row;
  await db.run(sql`
    insert into feedback (request_id, user_id, label, comment, content, created_at, expires_at)
    values (${requestId}, ${userId}, ${label}, ${sealedOrNull(comment)}, ${sealedOrNull(content)}, ${createdAt}, ${expiresAt})
    on conflict (request_id) do update set label = excluded.label, comment = excluded.comment,
      content = excluded.content, created_at = excluded.created_at, expires_at = excluded.expires_at`);
}

/** Returns the comment in the feedback on a result; undefined if there is none, or if it has expired. */
export async function commentOf(
  { db, masterKeys, clock }: Pick<App, 'db' | 'masterKeys' | 'clock'>,
  userId: number,
  requestId: string,
): Promise<string | undefined> {
  const row = await db.one<{ comment: Sealed }>(sql`
    select comment from feedback where request_id = ${requestId} and user_id = ${userId}
      and comment is not null and expires_at >= ${clock.now()}`);
  return row && openText(masterKeys, row.comment, context(userId, 'comment', requestId));
}

/** Deletes comments and content of feedback after their time; the label stays with the result. */
export async function forgetFeedback(db: Queryable, now: number): Promise<void> {
  await db.run(sql`
    update feedback set comment = null, content = null
    where expires_at < ${now} and (comment is not null or content is not null)`);
}

/** Returns the labelled messages of a user in the format that training reads. */
export async function exportFeedback(
  { db, masterKeys, clock }: Pick<App, 'db' | 'masterKeys' | 'clock'>,
  userId: number,
): Promise<{ type: string; label: FeedbackLabel; content: string }[]> {
  const rows = await db.rows<{
    request_id: string;
    data_type: string;
    label: FeedbackLabel;
    content: Sealed;
  }>(sql`
    select feedback.request_id, data_type, label, content from feedback join checks using (request_id)
    where feedback.user_id = ${userId} and content is not null and expires_at >= ${clock.now()}
    order by feedback.request_id`);
  return Promise.all(
    rows.map(async (row) => ({
      type: row.data_type,
      label: row.label,
      content: await openText(masterKeys, row.content, context(userId, 'content', row.request_id)),
    })),
  );
}

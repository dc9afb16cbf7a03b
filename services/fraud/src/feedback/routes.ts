import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { emailBodyLimit } from '../checks/routes.js';
import { findCheck } from '../checks/store.js';
import { ApiError, found } from '../http/api-error.js';
import { Routes } from '../http/route.js';
import { sealIfAny } from '../vault/sealed.js';
import { writeFeedback } from './store.js';

const DAY_MS = 86_400_000;

/**
 * `POST /api/fraud-check/{request_id}/feedback`: stores the caller's label for a result. A later label
 * replaces an earlier label.
 */
export function feedbackRoutes(app: App, server: FastifyInstance): void {
  const { limits, feedback } = app.config;
  new Routes(server, 'checks', { access: 'check' }).post('/api/fraud-check/:request_id/feedback', {
    bodyLimit: emailBodyLimit(limits),
    summary: 'Say whether a result was right',
    description:
      'The content is kept, encrypted and for a limited time, only if an operator has switched storage on for the user.',
    body: {
      label: Type.Enum(['fraud', 'legitimate']),
      comment: Type.Optional(Type.String({ maxLength: 1_000 })),
      content: Type.Optional(Type.String({ minLength: 1 })),
    },
    answer: { content_stored: Type.Boolean() },
    async handler({ params: { request_id: id }, body: { label, comment, content }, caller: { user } }) {
      if (content !== undefined && Buffer.byteLength(content) > limits.emailBytes)
        throw new ApiError('PAYLOAD_TOO_LARGE', `The content is larger than ${limits.emailBytes} bytes.`);
      found(await findCheck(app.db, user.id, id), 'result');
      const isStored = user.settings.storeFeedback === true && content !== undefined;
      const now = app.clock.now();
      await writeFeedback(app.db, {
        requestId: id,
        userId: user.id,
        label,
        comment: await sealIfAny(app, 'feedback-comment', user.id, id, comment),
        content: await sealIfAny(app, 'feedback-content', user.id, id, isStored ? content : undefined),
        createdAt: now,
        expiresAt: now + feedback.retentionDays * DAY_MS,
      });
      return { content_stored: isStored };
    },
  });
}

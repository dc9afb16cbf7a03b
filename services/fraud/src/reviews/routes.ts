import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { StoredResult, storedResult } from '../checks/routes.js';
import { listing, ok, type Paging, pageOf, paging, strict } from '../http/answers.js';
import { ApiError, invalidRequest, notFound } from '../http/api-error.js';
import { openText, type SealContext, seal } from '../vault/envelope.js';
import { decideReview, findReview, listReviews, type Review, type ReviewState } from './store.js';

const noteContext = (userId: number, id: string): SealContext => ({ tenant: userId, type: 'review', id });

const Shown = Type.Object({
  ...StoredResult.properties,
  state: Type.Enum(['open', 'taken', 'decided']),
  outcome: Type.Optional(Type.Enum(['allow', 'block'], { description: 'What was decided' })),
  assignee: Type.Optional(Type.String()),
  note: Type.Optional(Type.String()),
});

interface ReviewBody {
  decision?: 'allow' | 'block';
  note?: string;
  assignee?: string;
}

/** Routes for the queue of messages that a person should review. */
export function reviewRoutes(app: App, server: FastifyInstance): void {
  async function shown(review: Review) {
    const { outcome, assignee, note, userId, requestId } = review;
    const text = note && (await openText(app.masterKeys, note, noteContext(userId, requestId)));
    return {
      ...storedResult(review),
      state: outcome ? 'decided' : assignee ? 'taken' : 'open',
      ...(outcome ? { outcome } : {}),
      ...(assignee ? { assignee } : {}),
      ...(text ? { note: text } : {}),
    };
  }

  server.get<{ Querystring: Paging & { state: ReviewState } }>('/api/reviews', {
    config: { access: 'check' },
    schema: {
      tags: ['reviews'],
      summary: 'Messages that wait for a person, newest first',
      querystring: paging({
        state: Type.Optional(Type.Enum(['waiting', 'decided', 'all'], { default: 'waiting' })),
      }),
      response: listing({ reviews: Type.Array(Shown) }),
    },
    async handler({ query, caller }) {
      const { page, next } = await pageOf(
        query,
        'fc_',
        (place) => listReviews(app.db, caller.user.id, { ...place, state: query.state }),
        ({ requestId }) => requestId,
      );
      return { status: 'success', reviews: await Promise.all(page.map(shown)), ...next };
    },
  });

  server.post<{ Params: { request_id: string }; Body: ReviewBody }>('/api/reviews/:request_id', {
    config: { access: 'admin' },
    schema: {
      tags: ['reviews'],
      summary: 'Take a message that waits, or decide about it, once',
      params: Type.Object({ request_id: Type.String() }),
      body: strict({
        decision: Type.Optional(Type.Enum(['allow', 'block'])),
        note: Type.Optional(Type.String({ maxLength: 1_000 })),
        assignee: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      }),
      response: ok({ review: Shown }, 409),
    },
    async handler({ params, body, caller }) {
      const userId = caller.user.id;
      const id = params.request_id;
      if (body.decision === undefined && body.assignee === undefined)
        throw invalidRequest('', 'must hold a decision or an assignee');
      const note = body.note
        ? await seal(app.masterKeys, app.random, body.note.toWellFormed(), noteContext(userId, id))
        : null;
      const change = {
        decision: body.decision ?? null,
        assignee: (body.assignee ?? caller.user.name).toWellFormed(),
        note,
        updatedAt: app.clock.now(),
      };
      const done = await decideReview(app.db, userId, id, change);
      const review = await findReview(app.db, userId, id);
      if (!review) throw notFound('review');
      if (!done) throw new ApiError('CONFLICT', 'This message was decided about already.');
      return { status: 'success', review: await shown(review) };
    },
  });
}

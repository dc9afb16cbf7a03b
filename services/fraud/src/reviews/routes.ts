import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { StoredResult, storedResult } from '../checks/routes.js';
import { ApiError, found, invalidRequest } from '../http/api-error.js';
import { Routes } from '../http/route.js';
import { sealIfAny, unseal } from '../vault/sealed.js';
import { decideReview, findReview, listReviews, type Review } from './store.js';

const Shown = Type.Object({
  ...StoredResult.properties,
  state: Type.Enum(['open', 'taken', 'decided']),
  outcome: Type.Optional(Type.Enum(['allow', 'block'], { description: 'What was decided' })),
  assignee: Type.Optional(Type.String()),
  note: Type.Optional(Type.String()),
});

/** Routes for the queue of messages that a person should review. */
export function reviewRoutes(app: App, server: FastifyInstance): void {
  const routes = new Routes(server, 'reviews');

  async function shown(review: Review) {
    const { outcome, assignee, note, userId, requestId } = review;
    return {
      ...storedResult(review),
      state: outcome ? ('decided' as const) : assignee ? ('taken' as const) : ('open' as const),
      ...(outcome ? { outcome } : {}),
      ...(assignee ? { assignee } : {}),
      ...(note ? { note: await unseal(app, 'review', userId, requestId, note) } : {}),
    };
  }

  routes.list('/api/reviews', {
    access: 'check',
    summary: 'Messages that wait for a person, newest first',
    query: { state: Type.Optional(Type.Enum(['waiting', 'decided', 'all'], { default: 'waiting' })) },
    member: 'reviews',
    row: Shown,
    id: 'request_id',
    prefix: 'fc_',
    read: ({ query, caller }, place) =>
      listReviews(app.db, caller.user.id, { ...place, state: query.state ?? 'waiting' }),
    show: shown,
  });

  routes.post('/api/reviews/:request_id', {
    access: 'admin',
    summary: 'Take a message that waits, or decide about it, once',
    body: {
      decision: Type.Optional(Type.Enum(['allow', 'block'])),
      note: Type.Optional(Type.String({ maxLength: 1_000 })),
      assignee: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    },
    answer: { review: Shown },
    errors: [409],
    async handler({ params: { request_id: id }, body: { decision, note, assignee }, caller }) {
      const { user } = caller;
      if (decision === undefined && assignee === undefined)
        throw invalidRequest('', 'must hold a decision or an assignee');
      const done = await decideReview(app.db, user.id, id, {
        decision: decision ?? null,
        assignee: (assignee ?? user.name).toWellFormed(),
        note: await sealIfAny(app, 'review', user.id, id, note),
        updatedAt: app.clock.now(),
      });
      const review = found(await findReview(app.db, user.id, id), 'review');
      if (!done) throw new ApiError('CONFLICT', 'This message was decided about already.');
      return { review: await shown(review) };
    },
  });
}

import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { StoredResult, storedResult } from '../checks/routes.js';
import { errorAnswers } from '../http/answers.js';
import { ApiError, invalidRequest, notFound } from '../http/api-error.js';
import { open, type SealContext, seal } from '../vault/envelope.js';
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

/** Queue of messages that a person should review. */
export function reviewRoutes(app: App, server: FastifyInstance): void {
  async function shown(review: Review) {
    const { check, decision, assignee, note } = review;
    const text =
      note === null
        ? undefined
        : (await open(app.masterKeys, note, noteContext(check.userId, check.requestId))).toString();
    return {
      ...storedResult(check),
      state: decision ? 'decided' : assignee ? 'taken' : 'open',
      ...(decision ? { outcome: decision } : {}),
      ...(assignee ? { assignee } : {}),
      ...(text === undefined ? {} : { note: text }),
    };
  }

  server.get<{ Querystring: { cursor?: string; limit: number; state: ReviewState } }>('/api/reviews', {
    config: { access: 'check' },
    schema: {
      tags: ['reviews'],
      summary: 'Messages that wait for a person, newest first',
      querystring: Type.Object(
        {
          state: Type.Optional(Type.Enum(['waiting', 'decided', 'all'], { default: 'waiting' })),
          cursor: Type.Optional(Type.String({ maxLength: 40 })),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
        },
        { additionalProperties: false },
      ),
      response: {
        200: Type.Object({
          status: Type.Literal('success'),
          reviews: Type.Array(Shown),
          next_cursor: Type.Optional(Type.String()),
        }),
        ...errorAnswers(400, 401, 403, 429),
      },
    },
    async handler({ query, caller }) {
      const { cursor, limit, state } = query;
      const rows = await listReviews(app.db, caller.user.id, { cursor, state, limit: limit + 1 });
      const page = rows.slice(0, limit);
      return {
        status: 'success',
        reviews: await Promise.all(page.map(shown)),
        ...(rows.length > limit ? { next_cursor: page.at(-1)?.check.requestId } : {}),
      };
    },
  });

  server.post<{ Params: { request_id: string }; Body: ReviewBody }>('/api/reviews/:request_id', {
    config: { access: 'admin' },
    schema: {
      tags: ['reviews'],
      summary: 'Take a message that waits, or decide about it, once',
      params: Type.Object({ request_id: Type.String() }),
      body: Type.Object(
        {
          decision: Type.Optional(Type.Enum(['allow', 'block'])),
          note: Type.Optional(Type.String({ maxLength: 1_000 })),
          assignee: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
        },
        { additionalProperties: false },
      ),
      response: {
        200: Type.Object({ status: Type.Literal('success'), review: Shown }),
        ...errorAnswers(400, 401, 403, 404, 409, 413, 415, 429),
      },
    },
    async handler({ params, body, caller }) {
      const userId = caller.user.id;
      const id = params.request_id;
      if (body.decision === undefined && body.assignee === undefined)
        throw invalidRequest('', 'must hold a decision or an assignee');
      const note = body.note
        ? await seal(
            app.masterKeys,
            app.random,
            Buffer.from(body.note.toWellFormed()),
            noteContext(userId, id),
          )
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

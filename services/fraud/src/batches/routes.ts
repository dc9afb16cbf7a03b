import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { count } from '../auth/guard.js';
import { errorAnswers, ok, strict, success } from '../http/answers.js';
import { invalidRequest, notFound } from '../http/api-error.js';
import { once } from '../http/idempotency.js';
import { parseLines, sealItems, sortItems } from './accept.js';
import { BATCH_JOB } from './run.js';
import { findBatch, insertBatch, results } from './store.js';

const NDJSON = 'application/x-ndjson';
const PAGE = 200;

const Rejected = Type.Object({
  index: Type.Integer({ description: 'Place in the request, from 0' }),
  error: Type.Object({ code: Type.String(), message: Type.String() }),
});

type BatchBody = { items: unknown[]; callback_id?: string };

export function batchRoutes(app: App, server: FastifyInstance): void {
  const { limits } = app.config;
  server.addContentTypeParser(
    NDJSON,
    { parseAs: 'buffer', bodyLimit: limits.batchBytes },
    (request, body, done) => {
      request.rawBody = body as Buffer;
      try {
        const text = new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer);
        done(null, { items: parseLines(text, limits.batchLines) });
      } catch (error) {
        done(error instanceof TypeError ? invalidRequest('', 'must be UTF-8') : (error as Error));
      }
    },
  );

  server.post<{ Body: BatchBody }>('/api/fraud-check/batch', {
    config: { access: 'check', counts: 'route' },
    bodyLimit: limits.batchBytes,
    schema: {
      tags: ['batches'],
      summary: 'Judge many messages later; also as application/x-ndjson, a check a line',
      headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String()) }),
      body: strict({
        items: Type.Array(Type.Unknown({ description: 'Requests of POST /api/fraud-check' }), {
          minItems: 1,
          description: `At most ${limits.batchItems}`,
        }),
        callback_id: Type.Optional(
          Type.String({
            pattern: '^[A-Za-z0-9._:-]{1,128}$',
            description: 'Comes back in batch.done. The id of one of your webhooks: only that one is called.',
          }),
        ),
      }),
      response: {
        202: success({ batch_id: Type.String(), accepted: Type.Integer(), rejected: Type.Array(Rejected) }),
        ...errorAnswers(409),
      },
    },
    async handler(request, reply) {
      const { items, callback_id } = request.body;
      const isLines = request.headers['content-type']?.startsWith(NDJSON) ?? false;
      if (!isLines && items.length > limits.batchItems) {
        throw invalidRequest('/items', `must have at most ${limits.batchItems} items`);
      }
      const { accepted, rejected } = sortItems(app, items);
      if (accepted.length === 0) {
        throw invalidRequest(
          '/items',
          `has no item that can be judged; the first: ${rejected[0]?.error.message.replace(/\.$/, '')}`,
        );
      }
      await count(app, request, reply, items.length);
      const userId = request.caller.user.id;
      const sealed = await sealItems(app, userId, accepted);
      reply.code(202);
      return once(app, request, reply, async (tx) => {
        const batch = { id: sealed.id, userId, callbackId: callback_id ?? null, createdAt: app.clock.now() };
        await insertBatch(tx, batch, sealed.items);
        await app.jobs.enqueue(tx, BATCH_JOB, { batchId: sealed.id });
        return { status: 'success', batch_id: sealed.id, accepted: accepted.length, rejected };
      });
    },
  });

  const Params = Type.Object({ id: Type.String() });

  server.get<{ Params: { id: string } }>('/api/fraud-check/batch/:id', {
    config: { access: 'check' },
    schema: {
      tags: ['batches'],
      summary: 'How far a batch is',
      params: Params,
      response: ok({
        state: Type.Enum(['queued', 'running', 'done', 'failed']),
        done: Type.Integer(),
        total: Type.Integer(),
        results_url: Type.String(),
      }),
    },
    async handler({ params, caller }) {
      const batch = await findBatch(app.db, caller.user.id, params.id);
      if (!batch) throw notFound('batch');
      return {
        status: 'success',
        state: batch.state,
        done: batch.done,
        total: batch.total,
        results_url: `${app.config.publicUrl}/api/fraud-check/batch/${batch.id}/results`,
      };
    },
  });

  server.get<{ Params: { id: string }; Querystring: { cursor: number; limit: number } }>(
    '/api/fraud-check/batch/:id/results',
    {
      config: { access: 'check' },
      async preValidation({ query }: { query: { cursor?: unknown } }) {
        if (query.cursor === '') delete query.cursor;
      },
      schema: {
        tags: ['batches'],
        summary: 'Results so far as NDJSON in the order of the items; header Link names the next page',
        params: Params,
        querystring: strict({
          cursor: Type.Optional(
            Type.Integer({
              minimum: -1,
              maximum: 1_000_000,
              default: -1,
              description: 'Index of the last item seen',
            }),
          ),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: PAGE })),
        }),
        response: {
          200: {
            description: 'One line an item: index, and request_id with result, or error',
            content: { [NDJSON]: { schema: Type.String() } },
          },
        },
      },
      async handler({ params, query, caller }, reply) {
        const batch = await findBatch(app.db, caller.user.id, params.id);
        if (!batch) throw notFound('batch');
        const { cursor, limit } = query;
        const rows = await results(app.db, batch.id, { after: cursor, limit: limit + 1 });
        const page = rows.slice(0, limit);
        if (rows.length > limit) {
          const next = page.at(-1)?.position;
          const url = `${app.config.publicUrl}/api/fraud-check/batch/${batch.id}/results?cursor=${next}&limit=${limit}`;
          reply.header('link', `<${url}>; rel="next"`).header('x-next-cursor', String(next));
        }
        const lines = page.map(({ position, result }) => JSON.stringify({ index: position, ...result }));
        return reply.type(NDJSON).send(lines.map((line) => `${line}\n`).join(''));
      },
    },
  );
}

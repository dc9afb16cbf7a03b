import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { count } from '../auth/guard.js';
import { strict } from '../http/answers.js';
import { found, invalidRequest } from '../http/api-error.js';
import { KEY_HEADER, once } from '../http/idempotency.js';
import { Routes } from '../http/route.js';
import { parseLines, sealItems, sortItems } from './accept.js';
import { BATCH_JOB } from './run.js';
import { findBatch, insertBatch, results } from './store.js';

const NDJSON = 'application/x-ndjson';
const PAGE = 200;

const Rejected = Type.Object({
  index: Type.Integer({ description: 'Place in the request, from 0' }),
  error: Type.Object({ code: Type.String(), message: Type.String() }),
});

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

  const routes = new Routes(server, 'batches', { access: 'check' });
  const addressOf = (id: string) => `${app.config.publicUrl}/api/fraud-check/batch/${id}/results`;

  routes.post('/api/fraud-check/batch', {
    counts: 'route',
    bodyLimit: limits.batchBytes,
    summary: 'Judge many messages later; also as application/x-ndjson, a check a line',
    headers: KEY_HEADER,
    body: {
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
    },
    code: 202,
    answer: { batch_id: Type.String(), accepted: Type.Integer(), rejected: Type.Array(Rejected) },
    errors: [409],
    async handler(request, reply) {
      const { items, callback_id: callbackId = null } = request.body;
      const isLines = request.headers['content-type']?.startsWith(NDJSON) ?? false;
      if (!isLines && items.length > limits.batchItems) {
        throw invalidRequest('/items', `must have at most ${limits.batchItems} items`);
      }
      const { accepted, rejected } = sortItems(app, items);
      if (accepted.length === 0) {
        const reason = rejected[0]?.error.message.replace(/\.$/, '');
        throw invalidRequest('/items', `has no item that can be judged; the first: ${reason}`);
      }
      await count(app, request, reply, items.length);
      const userId = request.caller.user.id;
      const sealed = await sealItems(app, userId, accepted);
      return once(app, request, reply, async (tx) => {
        await insertBatch(
          tx,
          { id: sealed.id, userId, callbackId, createdAt: app.clock.now() },
          sealed.items,
        );
        await app.jobs.enqueue(tx, BATCH_JOB, { batchId: sealed.id });
        return { batch_id: sealed.id, accepted: accepted.length, rejected };
      });
    },
  });

  routes.get('/api/fraud-check/batch/:id', {
    summary: 'How far a batch is',
    answer: {
      state: Type.Enum(['queued', 'running', 'done', 'failed']),
      done: Type.Integer(),
      total: Type.Integer(),
      results_url: Type.String(),
    },
    async handler({ params, caller }) {
      const { id, state, done, total } = found(await findBatch(app.db, caller.user.id, params.id), 'batch');
      return { state, done, total, results_url: addressOf(id) };
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
        params: Type.Object({ id: Type.String() }),
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
        const batch = found(await findBatch(app.db, caller.user.id, params.id), 'batch');
        const { cursor, limit } = query;
        const rows = await results(app.db, batch.id, { after: cursor, limit: limit + 1 });
        const page = rows.slice(0, limit);
        if (rows.length > limit) {
          const next = page.at(-1)?.position;
          const url = `${addressOf(batch.id)}?cursor=${next}&limit=${limit}`;
          reply.header('link', `<${url}>; rel="next"`).header('x-next-cursor', String(next));
        }
        const lines = page.map(({ position, result }) => JSON.stringify({ index: position, ...result }));
        return reply.type(NDJSON).send(lines.map((line) => `${line}\n`).join(''));
      },
    },
  );
}

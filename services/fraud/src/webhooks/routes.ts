import { isIP } from 'node:net';
import { orderedId } from '@services/kit/clock';
import { newSecret, OutgoingRefused } from '@services/kit/outgoing';
import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { listing, ok, type Paging, pageOf, paging, strict, Time } from '../http/answers.js';
import { ApiError, invalidRequest, notFound } from '../http/api-error.js';
import { seal } from '../vault/envelope.js';
import { emit } from './emit.js';
import { EVENTS } from './events.js';
import {
  type Delivery,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  type Webhook,
} from './store.js';

const Shown = Type.Object({
  webhook_id: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  description: Type.String(),
  enabled: Type.Boolean(),
  created_at: Time,
});
const ShownDelivery = Type.Object({
  id: Type.String(),
  type: Type.String(),
  state: Type.Enum(['waiting', 'delivered', 'failed']),
  attempts: Type.Integer(),
  last_status: Type.Union([Type.Integer(), Type.Null()]),
  last_error: Type.Union([Type.String(), Type.Null()]),
  created_at: Time,
  finished_at: Type.Union([Time, Type.Null()]),
});
const Params = Type.Object({ id: Type.String() });

const iso = (ms: number) => new Date(ms).toISOString();

const shown = (webhook: Webhook) => ({
  webhook_id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  description: webhook.description,
  enabled: webhook.enabled,
  created_at: iso(webhook.createdAt),
});

const shownDelivery = (delivery: Delivery) => ({
  id: delivery.id,
  type: delivery.type,
  state: delivery.state,
  attempts: delivery.attempts,
  last_status: delivery.lastStatus,
  last_error: delivery.lastError,
  created_at: iso(delivery.createdAt),
  finished_at: delivery.finishedAt === null ? null : iso(delivery.finishedAt),
});

/** Checks a URL, but does not resolve its host: each delivery resolves the host and checks its address. */
async function checkUrl(app: App, text: string): Promise<void> {
  const allowsHttp = app.config.webhooks.allow.length > 0;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw invalidRequest('/url', 'must be an absolute URL');
  if (url.protocol !== 'https:' && !(allowsHttp && url.protocol === 'http:')) {
    throw invalidRequest('/url', 'must begin with https://');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidRequest('/url', 'must not hold a user name or password');
  }
  if (
    !allowsHttp &&
    /^(?:[^.]+|.*\.(?:localhost|local|internal|home\.arpa))\.?$/.test(url.hostname) &&
    !url.hostname.startsWith('[')
  )
    throw invalidRequest('/url', 'must have a public address');
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0) return;
  await app.outgoing.check(text).catch((error: unknown) => {
    if (error instanceof OutgoingRefused) throw invalidRequest('/url', 'must have a public address');
    throw error;
  });
}

export function webhookRoutes(app: App, server: FastifyInstance): void {
  const own = async (userId: number, id: string) => {
    const webhook = await findWebhook(app.db, userId, id);
    if (!webhook) throw notFound('webhook');
    return webhook;
  };

  server.post<{ Body: { url: string; events: string[]; description?: string } }>('/api/webhooks', {
    schema: {
      tags: ['webhooks'],
      summary: 'Be called when something happens; the secret is shown this once',
      body: strict({
        url: Type.String({ minLength: 1, maxLength: 2_000 }),
        events: Type.Array(Type.Enum([...EVENTS]), { minItems: 1, uniqueItems: true }),
        description: Type.Optional(Type.String({ maxLength: 200 })),
      }),
      response: ok(
        {
          webhook_id: Type.String(),
          secret: Type.String({ description: 'Verifies Webhook-Signature (Standard Webhooks)' }),
        },
        409,
      ),
    },
    async handler({ body, caller }) {
      await checkUrl(app, body.url);
      const userId = caller.user.id;
      const { perUser } = app.config.webhooks;
      if ((await listWebhooks(app.db, userId)).length >= perUser) {
        throw new ApiError('CONFLICT', `There are ${perUser} webhooks already; delete one first.`);
      }
      const id = orderedId('wh_', app.clock, app.random);
      const secret = newSecret(app.random);
      await insertWebhook(app.db, {
        id,
        userId,
        url: body.url,
        events: body.events,
        description: (body.description ?? '').replaceAll('\0', '').toWellFormed(),
        sealedSecret: await seal(app.masterKeys, app.random, secret, {
          tenant: userId,
          type: 'webhook',
          id,
        }),
        createdAt: app.clock.now(),
      });
      return { status: 'success', webhook_id: id, secret };
    },
  });

  server.get('/api/webhooks', {
    schema: {
      tags: ['webhooks'],
      summary: "List the caller's webhooks",
      response: ok({ webhooks: Type.Array(Shown) }),
    },
    async handler({ caller }) {
      const webhooks = await listWebhooks(app.db, caller.user.id);
      return { status: 'success', webhooks: webhooks.map(shown) };
    },
  });

  server.delete<{ Params: { id: string } }>('/api/webhooks/:id', {
    schema: {
      tags: ['webhooks'],
      summary: 'Delete a webhook with its deliveries',
      params: Params,
      response: ok({}),
    },
    async handler({ params, caller }) {
      if (!(await deleteWebhook(app.db, caller.user.id, params.id))) throw notFound('webhook');
      return { status: 'success' };
    },
  });

  server.post<{ Params: { id: string } }>('/api/webhooks/:id/test', {
    schema: {
      tags: ['webhooks'],
      summary: 'Send an event of type webhook.test',
      params: Params,
      response: ok({ delivery_id: Type.String() }),
    },
    async handler({ params, caller }) {
      const { id } = await own(caller.user.id, params.id);
      const [deliveryId] = await app.db.tx((tx) =>
        emit(app, tx, caller.user.id, 'webhook.test', { webhook_id: id }, id),
      );
      return { status: 'success', delivery_id: deliveryId };
    },
  });

  server.get<{ Params: { id: string }; Querystring: Paging }>('/api/webhooks/:id/deliveries', {
    schema: {
      tags: ['webhooks'],
      summary: 'What was sent to a webhook, newest first',
      params: Params,
      querystring: paging({}),
      response: listing({ deliveries: Type.Array(ShownDelivery) }),
    },
    async handler({ params, query, caller }) {
      const { id } = await own(caller.user.id, params.id);
      const { page, next } = await pageOf(
        query,
        'evt_',
        (place) => listDeliveries(app.db, id, place),
        (delivery) => delivery.id,
      );
      return { status: 'success', deliveries: page.map(shownDelivery), ...next };
    },
  });
}

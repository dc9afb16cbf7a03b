import { isIP } from 'node:net';
import { orderedId } from '@services/kit/clock';
import { newSecret, OutgoingRefused } from '@services/kit/outgoing';
import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { iso, Time } from '../http/answers.js';
import { ApiError, found, invalidRequest } from '../http/api-error.js';
import { Routes } from '../http/route.js';
import { sealText } from '../vault/sealed.js';
import { emit } from './emit.js';
import { EVENTS } from './events.js';
import {
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

const shown = ({ id, url, events, description, enabled, createdAt }: Webhook) => ({
  webhook_id: id,
  url,
  events,
  description,
  enabled,
  created_at: iso(createdAt),
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
  const routes = new Routes(server, 'webhooks');
  const own = async (userId: number, id: string) => found(await findWebhook(app.db, userId, id), 'webhook');

  routes.post('/api/webhooks', {
    summary: 'Be called when something happens; the secret is shown this once',
    body: {
      url: Type.String({ minLength: 1, maxLength: 2_000 }),
      events: Type.Array(Type.Enum([...EVENTS]), { minItems: 1, uniqueItems: true }),
      description: Type.Optional(Type.String({ maxLength: 200 })),
    },
    answer: {
      webhook_id: Type.String(),
      secret: Type.String({ description: 'Verifies Webhook-Signature (Standard Webhooks)' }),
    },
    errors: [409],
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
        sealedSecret: await sealText(app, 'webhook', userId, id, secret),
        createdAt: app.clock.now(),
      });
      return { webhook_id: id, secret };
    },
  });

  routes.get('/api/webhooks', {
    summary: "List the caller's webhooks",
    answer: { webhooks: Type.Array(Shown) },
    handler: async ({ caller }) => ({ webhooks: (await listWebhooks(app.db, caller.user.id)).map(shown) }),
  });

  routes.delete('/api/webhooks/:id', {
    summary: 'Delete a webhook with its deliveries',
    answer: {},
    async handler({ params, caller }) {
      found(await deleteWebhook(app.db, caller.user.id, params.id), 'webhook');
      return {};
    },
  });

  routes.post('/api/webhooks/:id/test', {
    summary: 'Send an event of type webhook.test',
    answer: { delivery_id: Type.String() },
    async handler({ params, caller }) {
      const { id } = await own(caller.user.id, params.id);
      const [delivery] = await app.db.tx((tx) =>
        emit(app, tx, caller.user.id, 'webhook.test', { webhook_id: id }, id),
      );
      return { delivery_id: delivery! };
    },
  });

  routes.list('/api/webhooks/:id/deliveries', {
    summary: 'What was sent to a webhook, newest first',
    member: 'deliveries',
    row: ShownDelivery,
    id: 'id',
    prefix: 'evt_',
    async read({ params, caller }, place) {
      const { id } = await own(caller.user.id, params.id);
      return listDeliveries(app.db, id, place);
    },
    show: ({ id, type, state, attempts, lastStatus, lastError, createdAt, finishedAt }) => ({
      id,
      type,
      state,
      attempts,
      last_status: lastStatus,
      last_error: lastError,
      created_at: iso(createdAt),
      finished_at: finishedAt === null ? null : iso(finishedAt),
    }),
  });
}

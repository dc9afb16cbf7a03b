import { createHttp } from '@services/kit/http';
import { registerOpenApi } from '@services/kit/openapi';
import type { FastifyInstance } from 'fastify';
import { loadKnowledge } from '../advice/knowledge.js';
import { adviceRoutes } from '../advice/routes.js';
import type { App } from '../app.js';
import { guard } from '../auth/guard.js';
import { authRoutes } from '../auth/routes.js';
import { batchRoutes } from '../batches/routes.js';
import { checkRoutes } from '../checks/routes.js';
import { feedbackRoutes } from '../feedback/routes.js';
import { indicatorRoutes } from '../indicators/routes.js';
import { listRoutes } from '../lists/routes.js';
import { readClips } from '../pages/clips.js';
import { pageRoutes } from '../pages/routes.js';
import { reviewRoutes } from '../reviews/routes.js';
import { transactionRoutes } from '../transactions/routes.js';
import { vaultRoutes } from '../vault/routes.js';
import { webhookRoutes } from '../webhooks/routes.js';
import { describeErrors } from './answers.js';
import { readJson } from './body.js';
import { compileSchemas } from './compile.js';
import { answerErrors } from './errors.js';
import { refuseNul } from './nul.js';

const DESCRIPTION =
  'Judges messages, phone numbers and payments, exchanges sensitive data for tokens, and gives general financial ' +
  'information.';

/** Returns a server with all routes, which does not listen yet. */
export async function createServer(app: App): Promise<FastifyInstance> {
  const { config } = app;
  const server = createHttp({
    log: app.log,
    bodyLimit: config.limits.bodyBytes,
    trustProxy: config.trustProxy,
    metrics: app.metrics.kit,
    corsOrigins: config.corsOrigins,
  });
  compileSchemas(server);
  describeErrors(server);
  readJson(server);
  answerErrors(app, server);
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  guard(app, server);
  refuseNul(server);
  await registerOpenApi(server, {
    title: 'Fraud detection service',
    version: '1',
    path: '/openapi.json',
    docsPath: '/docs',
    description: DESCRIPTION,
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    transform: ({ schema, url }) => ({ schema: { security: [{ bearer: [] }], ...schema }, url }),
  });
  authRoutes(app, server);
  checkRoutes(app, server);
  feedbackRoutes(app, server);
  reviewRoutes(app, server);
  listRoutes(app, server);
  batchRoutes(app, server);
  indicatorRoutes(server);
  transactionRoutes(app, server);
  vaultRoutes(app, server);
  webhookRoutes(app, server);
  const knowledge = await loadKnowledge();
  const clips = await readClips();
  await adviceRoutes(app, server, knowledge, new Set(clips.keys()));
  await pageRoutes(server, knowledge, clips);
  return server;
}

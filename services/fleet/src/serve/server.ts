import { type Database, sql } from '@services/kit/db';
import { createHttp } from '@services/kit/http';
import type { Logger } from '@services/kit/log';
import { createMetrics } from '@services/kit/metrics';
import type { FastifyInstance } from 'fastify';
import { CONTENT_POLICY } from 'protomdl/view';
import { FilterError } from '../results/filter.js';
import { NoSuchRun } from '../runs/run.js';
import { addData } from './data-routes.js';
import { watchFleet } from './figures.js';
import { addInspector } from './inspector-routes.js';
import { addPage } from './page-files.js';
import { accessOf } from './tokens.js';

export interface ServeOptions {
  readonly db: Database;
  readonly log: Logger;
  /**
   * Secret with which each path begins. A path may instead begin with a secret that `token add` has printed.
   */
  readonly token: string;
  readonly module: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** True if the secret in the address may open files. */
    opensFiles: boolean;
  }
}

export function createServer({ db, log, token, module }: ServeOptions): FastifyInstance {
  const metrics = createMetrics();
  watchFleet(metrics, db);
  const app = createHttp({
    log,
    bodyLimit: 1_024,
    trustProxy: [],
    metrics,
  });
  app.decorateRequest('opensFiles', false);
  app.addHook('onSend', async (_request, reply) => {
    // The content security policy allows WebAssembly and workers, which the inspector needs. The fleet's own
    // page has the same policy.
    reply.header('Content-Security-Policy', CONTENT_POLICY);
    // The URL contains the secret, so it must not be sent to other sites.
    reply.header('Referrer-Policy', 'no-referrer');
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof NoSuchRun) return reply.code(404).send({ error: error.message });
    if (error instanceof FilterError) return reply.code(400).send({ error: error.message });
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ err: error }, 'failed');
    return reply
      .code(status)
      .send({ error: status >= 500 ? 'internal error: see the log of the server' : error.message });
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'not found' }));
  app.get('/healthz', async (_request, reply) => {
    const answers = await db.one(sql`select 1`).catch(() => undefined);
    return reply
      .code(answers === undefined ? 503 : 200)
      .send({ status: answers === undefined ? 'unavailable' : 'ok' });
  });
  app.get('/metrics', async (_request, reply) => {
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
  app.register(async (inner) => {
    inner.addHook('onRequest', async (request, reply) => {
      const { key = '' } = request.params as { key?: string };
      const access = await accessOf(db, key, token);
      if (access === undefined) return reply.code(404).send({ error: 'not found' });
      request.opensFiles = access.opensFiles;
      reply.header('Cache-Control', 'no-store');
    });
    addData(inner, db);
    addInspector(inner, db, module);
    addPage(inner);
  });
  return app;
}

import fastify, { type FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics/index.js';

/** Time limit for a response of the database. If it is exceeded, the process is reported as not ready. */
const READY_TIMEOUT_MS = 1_000;

export interface AdminOptions {
  metrics: Metrics;
  /** Returns null if requests can be served, otherwise the reason. The check may take a second. */
  ready: () => Promise<string | null>;
}

/**
 * Creates the administrator's server, which is separate from the public server: `/livez` (the event loop is running),
 * `/readyz` (requests can be served; otherwise 503 with the reason) and `/metrics`.
 */
export function createAdmin({ metrics, ready }: AdminOptions): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: true });
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const reason = await within(ready(), READY_TIMEOUT_MS);
    if (reason === null) return { status: 'ok' };
    return reply.code(503).send({ status: 'unavailable', reason });
  });
  app.get('/metrics', async (_request, reply) => {
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
  return app;
}

async function within(answer: Promise<string | null>, ms: number): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${ms} ms`), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
}

import { createHttp } from '@services/kit/http';
import type { Metrics } from '@services/kit/metrics';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import { MAX_FORM_BYTES, MAX_URL_BYTES, readBodies } from './body.js';
import { answerError, sendError } from './envelope.js';
import { methodNotAllowed, notFound, tooLarge } from './errors.js';
import { routeHandler } from './handler.js';
import { describeApi } from './openapi.js';
import type { AnyRoute } from './route.js';
import { cutSlowBodies } from './slow-bodies.js';

export const API_ROOTS = ['/api/v1', '/json'] as const;
export type ApiRoot = (typeof API_ROOTS)[number];

/**
 * Old Zulip servers had this endpoint, and clients that call it expect 404. Other methods of the path exist, so the
 * usual response would be 405.
 */
const GONE = 'GET /realm/filters';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const;

/** Routes outside the API roots: uploads, join pages, the web page. Their responses do not have the API's envelope. */
export type ExtraRoutes = (fastify: FastifyInstance, app: App) => Promise<void> | void;

/** Creates the HTTP server of the service, which does not listen yet. */
export async function createServer(
  app: App,
  routes: readonly AnyRoute[],
  options: { extra?: readonly ExtraRoutes[]; metrics?: Metrics } = {},
): Promise<FastifyInstance> {
  const { config } = app;
  const fastify = createHttp({
    log: app.log,
    bodyLimit: MAX_FORM_BYTES,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    bodyTimeoutMs: config.uploadTimeoutSeconds * 1000,
    ...(options.metrics === undefined ? {} : { metrics: options.metrics }),
  });
  cutSlowBodies(fastify, config.bodyTimeoutSeconds * 1000);
  await readBodies(fastify);
  fastify.addHook('onRequest', (request, _reply, done) => {
    const isLong = (request.raw.url?.length ?? 0) > MAX_URL_BYTES;
    done(isLong ? tooLarge('The address is too long') : undefined);
  });
  fastify.setErrorHandler((error, request, reply) => sendError(reply, answerError(error, request.log)));
  fastify.setNotFoundHandler((_request, reply) => sendError(reply, notFound()));
  await describeApi(fastify, API_ROOTS[0]);
  for (const root of API_ROOTS) registerRoutes(fastify, app, root, routes);
  for (const extra of options.extra ?? []) await extra(fastify, app);
  return fastify;
}

function registerRoutes(
  fastify: FastifyInstance,
  app: App,
  root: ApiRoot,
  routes: readonly AnyRoute[],
): void {
  const methodsOf = new Map<string, string[]>();
  for (const route of routes) {
    if (route.roots !== undefined && !route.roots.includes(root)) continue;
    const url = root + fastifyPath(route.path);
    const { onRequest, handler } = routeHandler(app, route, root);
    fastify.route({
      method: route.method,
      url,
      onRequest,
      handler,
      config: { takesFiles: route.onFile !== undefined, described: route },
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    });
    methodsOf.set(url, [...(methodsOf.get(url) ?? []), route.method]);
  }
  for (const [url, methods] of methodsOf) refuseOtherMethods(fastify, url, methods);
}

/** Converts a path to Fastify's form: `:name` is the same there; `*name`, the rest of the path, becomes `*`. */
const fastifyPath = (path: string): string => path.replace(/\*\w+$/, '*');

function refuseOtherMethods(fastify: FastifyInstance, url: string, methods: string[]): void {
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
  const others = METHODS.filter((method) => !methods.includes(method));
  if (others.length > 0)
    fastify.route({
      method: others,
      url,
      exposeHeadRoute: false,
      // The check runs before the body is read, because the method is wrong whatever the body contains.
      onRequest: async (request: FastifyRequest) => {
        if (API_ROOTS.some((root) => GONE === `${request.method} ${url.slice(root.length)}`))
          throw notFound();
        throw methodNotAllowed(request.method, allowed);
      },
      handler: async () => undefined,
    });
  if (!methods.includes('GET'))
    fastify.route({
      method: 'HEAD',
      url,
      onRequest: async (request: FastifyRequest) => {
        throw methodNotAllowed(request.method, allowed);
      },
      handler: async () => undefined,
    });
  fastify.route({
    method: 'OPTIONS',
    url,
    handler: async (_request: FastifyRequest, reply: FastifyReply) =>
      reply.code(204).header('allow', allowed.join(', ')).send(),
  });
}

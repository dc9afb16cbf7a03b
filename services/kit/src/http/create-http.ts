import type { IncomingMessage, ServerResponse } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import helmet from 'helmet';
import { orderedId, systemClock, systemRandom } from '../clock/index.js';
import { ConfigError } from '../config/error.js';
import type { Logger } from '../log/index.js';
import type { Metrics } from '../metrics/index.js';
import { allowOrigins } from './origins.js';
import { requestLog } from './request-log.js';

const HEADERS_TIMEOUT_MS = 10_000;
const BODY_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 75_000;
/** Interval at which Node looks for requests that take too long; Node's default is 30 s. */
const CHECK_INTERVAL_MS = 5_000;
/** Limit for the request line and all headers: URLs of 16 KiB, and the headers that browsers add. */
const MAX_HEADER_BYTES = 32 * 1_024;

export interface HttpOptions {
  log: Logger;
  /** Limit in bytes. */
  bodyLimit: number;
  /** Addresses or networks of proxies whose X-Forwarded-For is trusted. */
  trustProxy: string[];
  requestId?: () => string;
  metrics?: Metrics;
  /** Origins whose pages may call the service; none by default. */
  corsOrigins?: string[];
  /** Maximum time for receiving a request; 60 s by default. Services with large uploads need more. */
  bodyTimeoutMs?: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the user for the log, set by a service after authentication. */
    userId: string | number | null;
  }
}

/**
 * Creates a Fastify server with the parts that every service needs: limits, time-outs, security headers, a request id,
 * one log line a request, metrics. The service itself handles errors and unknown paths.
 */
export function createHttp(options: HttpOptions): FastifyInstance {
  const { log, bodyLimit, trustProxy, metrics, corsOrigins = [], bodyTimeoutMs = BODY_TIMEOUT_MS } = options;
  checkProxies(trustProxy);
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    childLoggerFactory: requestLog,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit,
    trustProxy: trustProxy.length === 0 ? false : trustProxy,
    // Request ids that callers send are ignored, because callers could send any text.
    requestIdHeader: false,
    genReqId: options.requestId ?? (() => orderedId('', systemClock, systemRandom)),
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: bodyTimeoutMs,
    // A path with an invalid percent-encoding never reaches a route or a hook. The service's error handler responds to
    // such a path.
    frameworkErrors(error, request, reply) {
      reply.header('x-request-id', request.id);
      app.errorHandler(error, request as never, reply as never);
    },
    // Closes only idle connections on shut-down, because Fastify still responds to requests that arrive during the
    // shut-down.
    forceCloseConnections: 'idle',
    // File names are parameters of paths. Fastify's default limit of 100 characters would respond with 404 to longer
    // names.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
  }) as unknown as FastifyInstance;

  app.decorateRequest('userId', null);
  // The hooks use callbacks, because an async hook adds a promise and a microtask to each request.
  const headers = securityHeaders();
  app.addHook('onRequest', (request, reply, done) => {
    for (const [name, value] of headers) reply.header(name, value);
    reply.header('x-request-id', request.id);
    done();
  });
  if (corsOrigins.length > 0) allowOrigins(app, corsOrigins);
  reportRequests(app, log, metrics);
  return app;
}

/**
 * Returns helmet's headers, computed once: helmet makes the same headers again for each request, which took a tenth of
 * the time of a short request.
 */
function securityHeaders(): [name: string, value: string][] {
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'self'"], frameAncestors: ["'none'"] },
    },
    // The service uses plain HTTP, so HSTS is left to the proxy that terminates TLS.
    hsts: false,
  });
  const headers: [string, string][] = [];
  const answer = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => {},
  };
  set({} as IncomingMessage, answer as unknown as ServerResponse, (error?: unknown) => {
    if (error !== undefined) throw error;
  });
  return headers;
}

/**
 * @throws ConfigError for invalid addresses, networks and names of ranges. Fastify would report them as a
 * bug of the program.
 */
function checkProxies(trustProxy: readonly string[]): void {
  const problems = trustProxy.flatMap((proxy) => {
    try {
      compile(proxy);
      return [];
    } catch (error) {
      return [`trustProxy: ${proxy || 'an empty text'}: ${(error as Error).message}`];
    }
  });
  if (problems.length > 0) throw new ConfigError(problems);
}

/**
 * Returns the pattern of the matched route, for logs and metrics. The path itself contains names, ids and tokens,
 * which logs and metrics must not store.
 */
function patternOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown path';
}

function reportRequests(app: FastifyInstance, log: Logger, metrics: Metrics | undefined): void {
  const duration = metrics?.histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 100],
  });
  const inFlight = metrics?.gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that are being answered',
  });
  if (inFlight !== undefined)
    app.addHook('onRequest', (_request, reply, done) => {
      inFlight.inc();
      // `close` is also emitted if the client disconnects before the response.
      reply.raw.once('close', () => inFlight.dec());
      done();
    });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, userId } = request;
    const route = patternOf(request);
    const status = reply.statusCode;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    duration?.observe({ method, route, status: String(status) }, reply.elapsedTime / 1_000);
    log.info({ requestId: request.id, method, route, status, ms, user: userId }, 'request');
    done();
  });
  app.addHook('onRequestAbort', async (request) => {
    // The next read of the body throws this error. Fastify gives the status to a body that it reads itself; without the
    // status, a form parser's error would be logged as a fault of the service.
    Object.assign(request.raw.errored ?? {}, { statusCode: 400 });
    request.log.info({ method: request.method, route: patternOf(request) }, 'caller left');
  });
}

import type { LimitState } from '@services/kit/limiter';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import { ApiError } from '../http/api-error.js';
import { retryAfter, tierHeaders } from '../tiers/tiers.js';
import type { User } from '../users/store.js';
import type { Scope } from './scopes.js';
import { checkCsrf, sessionToken } from './session.js';
import { TokenError } from './tokens.js';

/** The calling user. Its rights are those that both the token and the user have. */
export interface Caller {
  user: User;
  scopes: ReadonlySet<Scope>;
  jti: string;
  /** Time in seconds since 1970. */
  tokenExpiresAt: number;
}

export interface RouteAccess {
  /**
   * Who may call the route: with `public` everyone, with `token` every caller with a valid token, and with a scope a
   * caller whose token has the scope. Default: The default is `token` for paths under /api/, and `public` for pages
   * and documents.
   */
  access?: 'public' | 'token' | Scope;
  /**
   * How requests count against the user's hourly limit: as one request, as the route itself decides, or not at all.
   */
  counts?: 'one' | 'route' | 'none';
}

declare module 'fastify' {
  interface FastifyContextConfig extends RouteAccess {}
  interface FastifyRequest {
    /** Set before the body is read, on every route that is not public. */
    caller: Caller;
  }
}

/** Checks token, tier and scope of each request before its body is read. */
export function guard(app: App, server: FastifyInstance): void {
  server.decorateRequest('caller', null as unknown as Caller);
  server.addHook('onRequest', async (request, reply) => {
    if (request.is404) return;
    if (app.stopping) throw unavailable();
    const { access = defaultAccess(request), counts = 'one' } = request.routeOptions.config;
    if (access === 'public') return;
    request.caller = await authenticate(app, request);
    request.userId = request.caller.user.id;
    if (counts === 'one') await count(app, request, reply, 1);
    // If the route counts later, and the limit is used up already, the request ends here.
    else tell(request, reply, await app.tiers.peek(request.caller.user), counts === 'route' ? 1 : 0);
    if (access !== 'token' && !request.caller.scopes.has(access))
      throw new ApiError('FORBIDDEN', `This needs the scope "${access}", which the token does not have.`);
  });
}

function defaultAccess(request: FastifyRequest): 'public' | 'token' {
  return request.routeOptions.url?.startsWith('/api/') ? 'token' : 'public';
}

/**
 * Counts `points` requests against the caller's hourly limit, and sends the rest of the limit in headers. Throws
 * RATE_LIMITED.
 */
export async function count(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  points: number,
): Promise<void> {
  const state = await app.tiers.take(request.caller.user, points);
  tell(request, reply, state, points);
}

/** Sends the rest of the hourly limit in headers; throws RATE_LIMITED if `points` requests are too many. */
function tell({ caller: { user } }: FastifyRequest, reply: FastifyReply, state: LimitState, points: number) {
  reply.headers(tierHeaders(state));
  if (state.allowed || points === 0) return;
  const wanted = points === 1 ? '' : `: ${points} were asked for, ${state.remaining} are left`;
  throw new ApiError(
    'RATE_LIMITED',
    `The ${user.tier} tier allows ${state.limit} requests an hour${wanted}.`,
    { headers: { 'retry-after': String(retryAfter(state)) } },
  );
}

function unavailable(): ApiError {
  return new ApiError('UNAVAILABLE', 'The service is stopping.', { headers: { 'retry-after': '5' } });
}

export function invalidToken(): ApiError {
  return new ApiError('INVALID_TOKEN', 'The token is invalid or expired.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
}

async function authenticate(app: App, request: FastifyRequest): Promise<Caller> {
  const bearer = bearerToken(request);
  const token = bearer ?? sessionToken(request);
  if (token === undefined) throw invalidToken();
  const claims = await app.tokens.verify(token).catch((error: unknown) => {
    if (error instanceof TokenError) throw invalidToken();
    throw error;
  });
  const user = await app.users.ownerOf(claims.userId, claims.jti);
  if (!user || user.disabled || claims.issuedAt < user.revokedBefore) throw invalidToken();
  if (bearer === undefined) checkCsrf(app, request, claims.jti);
  const granted = new Set(claims.scopes);
  return {
    user,
    scopes: new Set(user.scopes.filter((scope) => granted.has(scope))),
    jti: claims.jti,
    tokenExpiresAt: claims.expiresAt,
  };
}

/**
 * RFC 6750: `Bearer`, in any case, and one token. Any other Authorization header is an invalid token, and not a
 * missing token.
 */
function bearerToken(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined) return undefined;
  const match = /^bearer +([\w.~+/=-]+) *$/i.exec(authorization);
  if (!match) throw invalidToken();
  return match[1];
}

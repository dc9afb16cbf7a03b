import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import { keyedHash } from '../config/secrets.js';
import { ApiError } from '../http/api-error.js';

/** Cookie with a page's bearer token. Scripts cannot read it. */
const COOKIE = 'fraud_session';
export const CSRF_HEADER = 'x-csrf-token';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export function sessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[COOKIE];
}

/**
 * Returns the value that a page sends with each change. Another site can make a browser send the cookie, but does not
 * know this value.
 */
export function csrfValue(app: App, jti: string): string {
  return keyedHash(app.secrets.csrf, 'csrf', jti).toString('base64url');
}

/** Throws FORBIDDEN for a change without the CSRF value of the session. */
export function checkCsrf(app: App, request: FastifyRequest, jti: string): void {
  if (SAFE_METHODS.has(request.method)) return;
  const sent = Buffer.from(String(request.headers[CSRF_HEADER] ?? ''));
  const expected = Buffer.from(csrfValue(app, jti));
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) {
    throw new ApiError('FORBIDDEN', 'The X-CSRF-Token header is missing or not that of the session.');
  }
}

export function setSessionCookie(app: App, reply: FastifyReply, token: string, maxAgeS: number): void {
  reply.setCookie(COOKIE, token, { ...attributes(app), maxAge: maxAgeS });
}

export function clearSessionCookie(app: App, reply: FastifyReply): void {
  reply.clearCookie(COOKIE, attributes(app));
}

function attributes(app: App) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'strict' as const,
    // Without TLS, the cookie is not marked as secure, because the browser would not send it back.
    secure: app.config.publicUrl.startsWith('https:'),
  };
}

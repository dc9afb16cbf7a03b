import { timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import { keyedHash } from '../config/secrets.js';
import { ApiError } from '../http/api-error.js';

/** Cookie with a page's bearer token. Scripts cannot read it. */
const COOKIE = 'fraud_session';
export const CSRF_HEADER = 'x-csrf-token';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export function sessionToken(request: FastifyRequest): string | undefined {
  return parseCookie(request.headers.cookie ?? '')[COOKIE];
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

/** @param token empty to remove the cookie */
export function setSessionCookie(app: App, reply: FastifyReply, token: string, maxAge: number): void {
  const cookie = stringifySetCookie(COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    // Without TLS, the cookie is not marked as secure, because the browser would not send it back.
    secure: app.config.publicUrl.startsWith('https:'),
    maxAge,
  });
  reply.header('set-cookie', cookie);
}

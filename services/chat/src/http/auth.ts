import { timingSafeEqual } from 'node:crypto';
import { sql } from '@services/kit/db';
import { parseCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import type { Account } from '../users/account.js';
import { COOKIE_NAME, findCookie } from '../users/cookies.js';
import { sha256 } from '../users/credentials.js';
import { ApiError, accountDeactivated, organizationDeactivated, unauthorized } from './errors.js';

export interface Authenticated {
  account: Account;
  cookie: { hash: Uint8Array; csrf: string } | undefined;
}

/** Methods that do not change data, and do not need a CSRF header. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns the account that the request's credentials belong to. `accept` lists the kinds of credentials that the route
 * takes.
 */
export async function authenticate(
  app: App,
  request: FastifyRequest,
  accept: { basic: boolean; cookie: boolean },
): Promise<Authenticated> {
  const header = request.headers.authorization;
  const found =
    header !== undefined && accept.basic
      ? await byBasic(app, header)
      : accept.cookie
        ? await byCookie(app, request)
        : undefined;
  if (found === undefined) throw unauthorized(header === undefined ? 'Not logged in' : 'Invalid API key');
  const organization = await app.directory.organization();
  if (!found.account.is_active) throw accountDeactivated();
  if (!organization.is_active) throw organizationDeactivated();
  return found;
}

async function byBasic(app: App, header: string): Promise<Authenticated | undefined> {
  const match = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header);
  if (match === null) throw unauthorized('Only Basic authentication is understood');
  const text = Buffer.from(match[1]!, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) throw unauthorized('Malformed Basic credentials');
  const found = await app.credentials.byKey(text.slice(0, colon), text.slice(colon + 1));
  if (found === undefined) return undefined;
  if (found.staleUse !== undefined) {
    const hash = found.staleUse;
    // The request does not wait for this write, because `used_at` is only needed to find the least recently used key.
    app
      .write(async (tx) => {
        await tx.run(sql`UPDATE api_key SET used_at = ${tx.now} WHERE hash = ${hash}`);
      })
      .catch((error: unknown) => app.log.warn({ err: error }, 'the use of a key could not be written down'));
  }
  return { account: found.account, cookie: undefined };
}

async function byCookie(app: App, request: FastifyRequest): Promise<Authenticated | undefined> {
  const value = parseCookie(request.headers.cookie ?? '')[COOKIE_NAME];
  if (value === undefined) return undefined;
  const cookie = await findCookie(app, sha256(value));
  if (cookie === undefined) return undefined;
  if (!SAFE.has(request.method) && !sameText(request.headers['x-csrf-token'], cookie.csrf))
    throw new ApiError(
      403,
      'CSRF_FAILED',
      'The X-CSRF-Token header is missing or wrong: GET /json/me tells it',
    );
  const account = await app.directory.account(cookie.user_id);
  return account === undefined ? undefined : { account, cookie: { hash: cookie.hash, csrf: cookie.csrf } };
}

function sameText(given: unknown, expected: string): boolean {
  if (typeof given !== 'string') return false;
  return timingSafeEqual(sha256(given), sha256(expected));
}

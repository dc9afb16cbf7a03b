import { sql } from '@services/kit/db';
import Type from 'typebox';
import { rateLimited, unauthorized } from '../http/errors.js';
import { text } from '../http/parameters.js';
import { defineRoute } from '../http/route.js';
import { apiEmail } from './api-email.js';
import { cookieHeader } from './cookies.js';
import { emailKey, issueKey, revokeKeys } from './credentials.js';
import { login, openSession } from './login.js';
import { requestReset } from './password-reset.js';

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

export const loginRoutes = [
  defineRoute({
    method: 'POST',
    path: '/fetch_api_key',
    auth: 'none',
    summary: 'An API key for a name and a password',
    params: { username: text(), password: text() },
    returns: Type.Object({ api_key: Type.String(), email: Type.String(), user_id: Type.Integer() }),
    handler: async ({ app, params }) => {
      const account = await login(app, params.username, params.password);
      const api_key = await app.write((tx) => issueKey(tx, app.random, account.id));
      return { api_key, email: apiEmail(account, app.publicHost), user_id: account.id };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/users/me/api_key/regenerate',
    auth: 'user',
    summary: 'Revokes all keys of the caller and makes a new one',
    params: {},
    returns: Type.Object({ api_key: Type.String() }),
    handler: async ({ app, write }) =>
      write(async (tx, actor) => {
        await revokeKeys(tx, actor.id);
        return { api_key: await issueKey(tx, app.random, actor.id) };
      }),
  }),
  defineRoute({
    method: 'POST',
    path: '/login',
    auth: 'none',
    roots: ['/json'],
    summary: 'Logs a browser in',
    params: { username: text(), password: text() },
    returns: Type.Object({ user_id: Type.Integer(), csrf_token: Type.String() }),
    handler: async ({ app, params, userAgent, setHeader }) => {
      const account = await login(app, params.username, params.password);
      const cookie = await openSession(app, account, userAgent);
      setHeader('set-cookie', cookieHeader(cookie.value, isSecure(app.publicUrl)));
      return { user_id: account.id, csrf_token: cookie.csrf };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/logout',
    auth: 'user',
    roots: ['/json'],
    summary: 'Ends the session of a browser',
    params: {},
    returns: Type.Object({}),
    handler: async ({ app, cookie, write, setHeader }) => {
      if (cookie !== undefined)
        await write(async (tx) => {
          await tx.run(sql`DELETE FROM cookie WHERE hash = ${cookie.hash}`);
        });
      setHeader('set-cookie', cookieHeader('', isSecure(app.publicUrl)));
      return {};
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/me',
    auth: 'user',
    roots: ['/json'],
    summary: 'Who is logged in, and the text that changing requests have to carry in X-CSRF-Token',
    params: {},
    returns: Type.Object({ user_id: Type.Integer(), email: Type.String(), csrf_token: Type.String() }),
    handler: async ({ user, cookie }) => {
      if (cookie === undefined) throw unauthorized('Not logged in');
      return { user_id: user.id, email: user.email, csrf_token: cookie.csrf };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/password_reset',
    auth: 'none',
    roots: ['/json'],
    summary: 'Sends a link to choose a new password, if the address has an account',
    params: { email: text({ max: 254 }) },
    returns: Type.Object({}),
    handler: async ({ app, params }) => {
      const { allowed, resetMs } = await app.limits.take('login', `reset:${emailKey(params.email.trim())}`);
      if (!allowed) throw rateLimited(resetMs);
      await requestReset(app, params.email);
      return {};
    },
  }),
];

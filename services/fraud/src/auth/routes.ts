import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { ok, strict, success, Time } from '../http/answers.js';
import { revokeToken } from '../users/store.js';
import { login } from './login.js';
import { csrfValue, setSessionCookie } from './session.js';

const Credentials = strict({
  username: Type.String({ minLength: 1, maxLength: 200 }),
  password: Type.String({ minLength: 1, maxLength: 1_000 }),
});
type Credentials = { username: string; password: string };

const Session = success({
  username: Type.String(),
  tier: Type.String(),
  scopes: Type.Array(Type.String()),
  expires_at: Time,
  csrf_token: Type.String({ description: 'Send it as X-CSRF-Token with each change' }),
});

const isoSeconds = (seconds: number) => new Date(seconds * 1000).toISOString();

export function authRoutes(app: App, server: FastifyInstance): void {
  server.post<{ Body: Credentials }>('/api/auth/token', {
    config: { access: 'public' },
    schema: {
      tags: ['auth'],
      summary: 'Exchange a user name and password for a bearer token',
      security: [],
      body: Credentials,
      response: {
        200: Type.Object({ token: Type.String(), expires_at: Time }),
      },
    },
    async handler(request) {
      const user = await login(app, { ...request.body, address: request.ip });
      const { token, expiresAt } = await app.tokens.issue(user);
      return { token, expires_at: isoSeconds(expiresAt) };
    },
  });

  server.post<{ Body: Credentials }>('/session', {
    config: { access: 'public' },
    schema: {
      tags: ['page'],
      summary: 'Sign a page in: the token goes into a cookie that script cannot read',
      security: [],
      body: Credentials,
      response: { 200: Session },
    },
    async handler(request, reply) {
      const user = await login(app, { ...request.body, address: request.ip });
      const { token, jti, expiresAt } = await app.tokens.issue(user);
      setSessionCookie(app, reply, token, app.config.tokens.lifetimeSeconds);
      return {
        status: 'success',
        username: user.name,
        tier: user.tier,
        scopes: user.scopes,
        expires_at: isoSeconds(expiresAt),
        csrf_token: csrfValue(app, jti),
      };
    },
  });

  server.get('/session', {
    config: { access: 'token', counts: 'none' },
    schema: {
      tags: ['page'],
      summary: 'Who is signed in',
      response: { 200: Session },
    },
    async handler({ caller }) {
      return {
        status: 'success',
        username: caller.user.name,
        tier: caller.user.tier,
        scopes: [...caller.scopes],
        expires_at: isoSeconds(caller.tokenExpiresAt),
        csrf_token: csrfValue(app, caller.jti),
      };
    },
  });

  server.delete('/session', {
    config: { access: 'token', counts: 'none' },
    schema: {
      tags: ['page'],
      summary: 'Sign out: the token is of no more use',
      response: ok({}),
    },
    async handler({ caller }, reply) {
      await revokeToken(app.db, caller.jti, caller.tokenExpiresAt);
      setSessionCookie(app, reply, '', 0);
      return { status: 'success' };
    },
  });
}

import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { iso, strict, Time } from '../http/answers.js';
import { Routes } from '../http/route.js';
import { revokeToken } from '../users/store.js';
import { login } from './login.js';
import { csrfValue, setSessionCookie } from './session.js';

const Credentials = strict({
  username: Type.String({ minLength: 1, maxLength: 200 }),
  password: Type.String({ minLength: 1, maxLength: 1_000 }),
});

const Session = {
  username: Type.String(),
  tier: Type.String(),
  scopes: Type.Array(Type.String()),
  expires_at: Time,
  csrf_token: Type.String({ description: 'Send it as X-CSRF-Token with each change' }),
};

export function authRoutes(app: App, server: FastifyInstance): void {
  const routes = new Routes(server, 'page', { access: 'token', counts: 'none' });
  const sessionOf = (
    user: { name: string; tier: string },
    scopes: Iterable<string>,
    { jti, expiresAt }: { jti: string; expiresAt: number },
  ) => ({
    username: user.name,
    tier: user.tier,
    scopes: [...scopes],
    expires_at: iso(expiresAt * 1_000),
    csrf_token: csrfValue(app, jti),
  });

  // The description of the service fixes this response, which has no status member.
  server.post<{ Body: Static<typeof Credentials> }>('/api/auth/token', {
    config: { access: 'public' },
    schema: {
      tags: ['auth'],
      summary: 'Exchange a user name and password for a bearer token',
      security: [],
      body: Credentials,
      response: { 200: Type.Object({ token: Type.String(), expires_at: Time }) },
    },
    async handler(request) {
      const user = await login(app, { ...request.body, address: request.ip });
      const { token, expiresAt } = await app.tokens.issue(user);
      return { token, expires_at: iso(expiresAt * 1_000) };
    },
  });

  routes.post('/session', {
    access: 'public',
    summary: 'Sign a page in: the token goes into a cookie that script cannot read',
    body: Credentials.properties,
    answer: Session,
    async handler(request, reply) {
      const user = await login(app, { ...request.body, address: request.ip });
      const issued = await app.tokens.issue(user);
      setSessionCookie(app, reply, issued.token, app.config.tokens.lifetimeSeconds);
      return sessionOf(user, user.scopes, issued);
    },
  });

  routes.get('/session', {
    summary: 'Who is signed in',
    answer: Session,
    handler: async ({ caller: { user, scopes, jti, tokenExpiresAt } }) =>
      sessionOf(user, scopes, { jti, expiresAt: tokenExpiresAt }),
  });

  routes.delete('/session', {
    summary: 'Sign out: the token is of no more use',
    answer: {},
    async handler({ caller }, reply) {
      await revokeToken(app.db, caller.jti, caller.tokenExpiresAt);
      setSessionCookie(app, reply, '', 0);
      return {};
    },
  });
}

import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { iso, Time } from '../http/answers.js';
import { Routes } from '../http/route.js';
import { tokenize } from './tokenize.js';

export function vaultRoutes(app: App, server: FastifyInstance): void {
  new Routes(server, 'vault', { access: 'tokenize' }).post('/api/tokenize', {
    summary: 'Exchange sensitive data for a token; there is no way back by HTTP',
    body: {
      data: Type.String({ minLength: 1, maxLength: app.config.limits.tokenizeCharacters }),
      type: Type.Enum(['email', 'phone', 'custom']),
    },
    answer: { token: Type.String({ pattern: '^tok_[0-9A-Za-z]{32}$' }), expires_at: Time },
    async handler({ body, caller }) {
      const { token, expiresAt } = await tokenize(app, caller.user.id, body);
      return { token, expires_at: iso(expiresAt) };
    },
  });
}

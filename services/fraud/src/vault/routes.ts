import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { ok, strict, Time } from '../http/answers.js';
import type { VaultType } from './store.js';
import { tokenize } from './tokenize.js';

export function vaultRoutes(app: App, server: FastifyInstance): void {
  server.post<{ Body: { data: string; type: VaultType } }>('/api/tokenize', {
    config: { access: 'tokenize' },
    schema: {
      tags: ['vault'],
      summary: 'Exchange sensitive data for a token; there is no way back by HTTP',
      body: strict({
        data: Type.String({ minLength: 1, maxLength: app.config.limits.tokenizeCharacters }),
        type: Type.Enum(['email', 'phone', 'custom']),
      }),
      response: ok({ token: Type.String({ pattern: '^tok_[0-9A-Za-z]{32}$' }), expires_at: Time }),
    },
    async handler({ body, caller }) {
      const { token, expiresAt } = await tokenize(app, caller.user.id, body);
      return { status: 'success', token, expires_at: new Date(expiresAt).toISOString() };
    },
  });
}

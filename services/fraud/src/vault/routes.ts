import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { errorAnswers } from '../http/answers.js';
import type { VaultType } from './store.js';
import { tokenize } from './tokenize.js';

export function vaultRoutes(app: App, server: FastifyInstance): void {
  server.post<{ Body: { data: string; type: VaultType } }>('/api/tokenize', {
    config: { access: 'tokenize' },
    schema: {
      tags: ['vault'],
      summary: 'Exchange sensitive data for a token; there is no way back by HTTP',
      body: Type.Object(
        {
          data: Type.String({ minLength: 1, maxLength: app.config.limits.tokenizeCharacters }),
          type: Type.Enum(['email', 'phone', 'custom']),
        },
        { additionalProperties: false },
      ),
      response: {
        200: Type.Object({
          status: Type.Literal('success'),
          token: Type.String({ pattern: '^tok_[0-9A-Za-z]{32}$' }),
          expires_at: Type.String({ format: 'date-time' }),
        }),
        ...errorAnswers(400, 401, 403, 413, 415, 429),
      },
    },
    async handler({ body, caller }) {
      const { token, expiresAt } = await tokenize(app, caller.user.id, body);
      return { status: 'success', token, expires_at: new Date(expiresAt).toISOString() };
    },
  });
}

import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import { ok } from '../http/answers.js';
import { INDICATORS } from '../judge/index.js';

export const SHOWN_INDICATORS = INDICATORS.map(({ says: _says, ...shown }) => shown);

export function indicatorRoutes(server: FastifyInstance): void {
  server.get('/api/indicators', {
    schema: {
      tags: ['checks'],
      summary: 'All indicators with their classes and meanings',
      response: ok({
        indicators: Type.Array(
          Type.Object({
            code: Type.String(),
            title: Type.String(),
            class: Type.Enum(['info', 'low', 'high', 'critical']),
            meaning: Type.String(),
          }),
        ),
      }),
    },
    async handler() {
      return { status: 'success', indicators: SHOWN_INDICATORS };
    },
  });
}

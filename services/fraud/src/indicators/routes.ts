import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import { errorAnswers } from '../http/answers.js';
import { INDICATORS } from '../judge/index.js';

export function indicatorRoutes(server: FastifyInstance): void {
  server.get('/api/indicators', {
    schema: {
      tags: ['checks'],
      summary: 'All indicators with their classes and meanings',
      response: {
        200: Type.Object({
          status: Type.Literal('success'),
          indicators: Type.Array(
            Type.Object({
              code: Type.String(),
              title: Type.String(),
              class: Type.Enum(['info', 'low', 'high', 'critical']),
              meaning: Type.String(),
            }),
          ),
        }),
        ...errorAnswers(401, 429),
      },
    },
    async handler() {
      return { status: 'success', indicators: INDICATORS };
    },
  });
}

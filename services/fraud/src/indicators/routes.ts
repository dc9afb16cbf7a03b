import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import { Routes } from '../http/route.js';
import { INDICATORS } from '../judge/index.js';

export const SHOWN_INDICATORS = INDICATORS.map(({ says: _says, ...shown }) => shown);

export function indicatorRoutes(server: FastifyInstance): void {
  new Routes(server, 'checks').get('/api/indicators', {
    summary: 'All indicators with their classes and meanings',
    answer: {
      indicators: Type.Array(
        Type.Object({
          code: Type.String(),
          title: Type.String(),
          class: Type.Enum(['info', 'low', 'high', 'critical']),
          meaning: Type.String(),
        }),
      ),
    },
    handler: async () => ({ indicators: SHOWN_INDICATORS }),
  });
}

import type { FastifyInstance } from 'fastify';
import { ApiError, invalidRequest } from './api-error.js';

/**
 * Refuses NUL in paths and queries. PostgreSQL texts cannot contain NUL, so a look-up by an id with NUL would be a
 * database error instead of a missing id. Runs after the guard, so that an invalid token is reported first.
 */
export function refuseNul(server: FastifyInstance): void {
  server.addHook('preValidation', async ({ params, query }) => {
    for (const value of Object.values((params ?? {}) as Record<string, unknown>))
      if (hasNul(value)) throw new ApiError('NOT_FOUND', 'There is no such path.');
    for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
      if (!hasNul(value) && !hasNul(name)) continue;
      throw invalidRequest('/querystring', 'must not hold NUL characters');
    }
  });
}

function hasNul(value: unknown): boolean {
  return [value].flat().some((one) => typeof one === 'string' && one.includes('\0'));
}

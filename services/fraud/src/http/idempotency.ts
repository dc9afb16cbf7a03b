import type { Transaction } from '@services/kit/db';
import { KeyReused, once as onceInKit } from '@services/kit/repeats';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { keyedHash } from '../config/secrets.js';
import { ApiError, invalidRequest } from './api-error.js';

/** Header of routes that run `once`. */
export const KEY_HEADER = { 'idempotency-key': Type.Optional(Type.String()) };

/**
 * Runs `work` in a transaction, once for each Idempotency-Key of the caller on this route. A retry gets the stored
 * response. Throws CONFLICT if the key was used with another body.
 */
export async function once<T extends object>(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const key = idempotencyKey(request);
  if (key === undefined) return app.db.tx(work);
  const route = `${request.method} ${request.url.split('?', 1)[0]}`;
  const repeatable = {
    userId: request.caller.user.id,
    key: `${route} ${key}`,
    // The body itself is not stored, and a person without the service's secret cannot compute its hash.
    digest: keyedHash(app.secrets.contentHash, 'body', request.rawBody ?? Buffer.alloc(0)),
  };
  try {
    const { answer, isRepeat } = await app.db.tx((tx) =>
      onceInKit(tx, repeatable, app.clock.now(), () => work(tx)),
    );
    if (isRepeat) reply.header('idempotent-replayed', 'true');
    return answer;
  } catch (error) {
    if (error instanceof KeyReused)
      throw new ApiError('CONFLICT', 'This Idempotency-Key was used with another body.');
    throw error;
  }
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const value = request.headers['idempotency-key'];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(value)) {
    throw invalidRequest('/headers/idempotency-key', 'must be 1 to 255 visible ASCII characters');
  }
  return value;
}

import { orderedId } from '@services/kit/clock';
import { Ajv } from 'ajv';
import type { FastifySchemaValidationError } from 'fastify';
import type { App } from '../app.js';
import { CheckRequestSchema } from '../checks/routes.js';
import { type CheckRequest, toCheckInput } from '../checks/rules.js';
import { ApiError, invalidRequest } from '../http/api-error.js';
import { validationError } from '../http/validation.js';
import type { CheckInput } from '../judge/index.js';
import type { Sealed } from '../vault/envelope.js';
import { sealText } from '../vault/sealed.js';

/** Reason for rejecting an item; `index` is the item's position in the request, from 0. */
export interface Rejected {
  index: number;
  error: { code: string; message: string };
}

export interface Accepted {
  index: number;
  input: CheckInput;
}

const isCheckRequest = new Ajv({ strict: false }).compile(CheckRequestSchema);

/**
 * Reads one check from each line; skips blank lines. Throws INVALID_REQUEST for too many checks, or without
 * checks.
 */
export function parseLines(text: string, most: number): unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw invalidRequest('', 'must hold at least one line');
  if (lines.length > most) throw invalidRequest('', `must hold at most ${most} lines`);
  return lines.map((line) => {
    try {
      return JSON.parse(line) as unknown;
    } catch {
      return undefined;
    }
  });
}

/** Separates items that can be judged from items that cannot. */
export function sortItems(
  app: Pick<App, 'config'>,
  items: unknown[],
): { accepted: Accepted[]; rejected: Rejected[] } {
  const accepted: Accepted[] = [];
  const rejected: Rejected[] = [];
  for (const [index, item] of items.entries()) {
    try {
      accepted.push({ index, input: toCheckInput(checkRequest(item), app.config.limits) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      rejected.push({ index, error: { code: error.code, message: error.message } });
    }
  }
  return { accepted, rejected };
}

function checkRequest(item: unknown): CheckRequest {
  if (item === undefined) throw invalidRequest('', 'is not valid JSON');
  if (isCheckRequest(item)) return item as CheckRequest;
  throw validationError(isCheckRequest.errors as FastifySchemaValidationError[], 'body');
}

export async function sealItems(
  app: App,
  userId: number,
  accepted: Accepted[],
): Promise<{ id: string; items: { position: number; sealed: Sealed }[] }> {
  const id = orderedId('fb_', app.clock, app.random);
  const items = [];
  for (const { index, input } of accepted) {
    const sealed = await sealText(app, 'batch', userId, `${id}/${index}`, JSON.stringify(input));
    items.push({ position: index, sealed });
  }
  return { id, items };
}

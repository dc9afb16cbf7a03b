import { orderedIdPattern } from '@services/kit/clock';
import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import { invalidRequest } from './api-error.js';

/** Returns the schema of an object that refuses other members, so that a misspelt name is an error. */
export const strict = <P extends Type.TProperties>(members: P) =>
  Type.Object(members, { additionalProperties: false });

export const success = <P extends Type.TProperties>(members: P) =>
  Type.Object({ status: Type.Literal('success'), ...members });

export const Time = Type.String({ format: 'date-time' });

const ErrorAnswer = Type.Object(
  {
    status: Type.Literal('error'),
    error: Type.Object({
      code: Type.String(),
      message: Type.String(),
      details: Type.Optional(
        Type.Array(
          Type.Object({ path: Type.String({ description: 'JSON pointer' }), message: Type.String() }),
        ),
      ),
    }),
  },
  { description: 'An error' },
);

/** Returns the error responses that a route documents in addition to those of `describeErrors`. */
export function errorAnswers(...statuses: number[]) {
  return Object.fromEntries(statuses.map((status) => [status, ErrorAnswer]));
}

/** Returns the documented responses of a route that succeeds with 200. */
export const ok = <P extends Type.TProperties>(members: P, ...errors: number[]) => ({
  200: success(members),
  ...errorAnswers(...errors),
});

/** Documents the errors of each route that follow from its method, its access and its parameters. */
export function describeErrors(server: FastifyInstance): void {
  server.addHook('onRoute', ({ method, schema, config: { access } = {} }) => {
    if (!schema?.response) return;
    const { body, querystring, params, response } = schema;
    // Fastify adds a HEAD route to each GET route, with the same schema.
    const onlyReads = [method].flat().every((each) => each === 'GET' || each === 'HEAD');
    const needsScope = access !== undefined && access !== 'public' && access !== 'token';
    Object.assign(
      response,
      errorAnswers(
        ...(body || querystring || params ? [400] : []),
        401,
        // A request of a page that changes data gets 403 without its CSRF value.
        ...(needsScope || !onlyReads ? [403] : []),
        ...(params ? [404] : []),
        ...(body ? [413, 415] : []),
        ...[429, 500, 503],
      ),
    );
  });
}

/** Returns the schema of a listing's query, in which `cursor` is the `next_cursor` of the previous page. */
export const paging = <P extends Type.TProperties>(filters: P) =>
  strict({
    cursor: Type.Optional(Type.String({ maxLength: 40, description: 'next_cursor of the page before' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    ...filters,
  });

export interface Paging {
  cursor?: string;
  limit: number;
}

export const listing = <P extends Type.TProperties>(rows: P) =>
  ok({ ...rows, next_cursor: Type.Optional(Type.String()) });

/**
 * Reads one row more than the page has: if the row exists, another page follows. `prefix` is that of the rows' ids. An
 * empty cursor means the first page; any other cursor must have the form of an id.
 */
export async function pageOf<Row>(
  { cursor = '', limit }: Paging,
  prefix: string,
  read: (options: { cursor: string | undefined; limit: number }) => Promise<Row[]>,
  id: (row: Row) => string,
): Promise<{ page: Row[]; next: { next_cursor?: string } }> {
  if (cursor !== '' && !new RegExp(orderedIdPattern(prefix)).test(cursor))
    throw invalidRequest('/querystring/cursor', 'must be the next_cursor of an earlier page');
  const rows = await read({ cursor: cursor || undefined, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next: rows.length > limit && last ? { next_cursor: id(last) } : {} };
}

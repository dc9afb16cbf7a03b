import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';

/** Returns the schema of an object that refuses other members, so that a misspelt name is an error. */
export const strict = <P extends Type.TProperties>(members: P) =>
  Type.Object(members, { additionalProperties: false });

export const success = <P extends Type.TProperties>(members: P) =>
  Type.Object({ status: Type.Literal('success'), ...members });

export const Time = Type.String({ format: 'date-time' });

export const iso = (ms: number) => new Date(ms).toISOString();

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

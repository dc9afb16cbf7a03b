import { registerOpenApi } from '@services/kit/openapi';
import type { FastifyInstance, FastifySchema } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { VERSION_FIELDS } from '../version.js';
import type { Parameters } from './parameters.js';
import type { AnyRoute } from './route.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Description of the route for the OpenAPI document; a route without this field is not listed. */
    described?: AnyRoute;
  }
}

const DESCRIPTION = `Parameters come from the query, a form, multipart fields or a JSON body, for every method. In a query
and in forms, lists, objects and values that may be null are JSON text. A successful answer names the parameters that it
did not know in ignored_parameters_unsupported.`;

const BODIES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'];

const ENVELOPE = {
  result: Type.Literal('success'),
  msg: Type.Literal(''),
  ignored_parameters_unsupported: Type.Optional(Type.Array(Type.String())),
};
const ERROR = Type.Object({ result: Type.Literal('error'), msg: Type.String(), code: Type.String() });

/**
 * Serves the document at /api/v1/openapi.json, and a page that shows it at /docs. Call this function before adding
 * routes.
 */
export async function describeApi(fastify: FastifyInstance, root: string): Promise<void> {
  await registerOpenApi(fastify, {
    title: 'Team chat service',
    version: VERSION_FIELDS.zulip_version,
    description: DESCRIPTION.replaceAll('\n', ' '),
    path: `${root}/openapi.json`,
    docsPath: '/docs',
    securitySchemes: { basic: { type: 'http', scheme: 'basic', description: 'API address and API key' } },
    // Fastify gets no schemas, because the parameter types of each route decode and check its parameters.
    transform: ({ url, route }) => {
      const described = route.config?.described;
      if (described === undefined || !url.startsWith(`${root}/`)) return { schema: { hide: true }, url };
      return { schema: schemaOf(described), url: root + described.path.replace('*', ':') };
    },
  });
}

function schemaOf(route: AnyRoute): FastifySchema {
  const { method, summary, auth, params, pathParams = {}, returns, onFile } = route;
  const isRead = method === 'GET';
  const parameters = objectOf(
    params,
    onFile === undefined ? {} : { file: Type.String({ format: 'binary' }) },
  );
  return {
    summary,
    security: auth === 'none' ? [] : [{ basic: [] }],
    ...(Object.keys(pathParams).length > 0 ? { params: objectOf(pathParams) } : {}),
    ...(Object.keys(parameters.properties).length === 0
      ? {}
      : isRead
        ? { querystring: parameters }
        : { body: parameters, consumes: onFile === undefined ? BODIES : ['multipart/form-data'] }),
    response: { 200: withEnvelope(returns), default: ERROR },
  } as FastifySchema;
}

function objectOf(parameters: Parameters, more: Record<string, TSchema> = {}) {
  const members = Object.entries(parameters).map(([name, { schema, optional, initial }]) => {
    const shown = initial === undefined ? schema : { ...schema, default: initial };
    return [name, optional ? Type.Optional(shown) : shown];
  });
  return Type.Object({ ...(Object.fromEntries(members) as Record<string, TSchema>), ...more });
}

function withEnvelope(returns: TSchema): TSchema {
  const { properties } = returns as { properties?: Record<string, TSchema> };
  return properties === undefined
    ? Type.Intersect([Type.Object(ENVELOPE), returns])
    : Type.Object({ ...ENVELOPE, ...properties });
}

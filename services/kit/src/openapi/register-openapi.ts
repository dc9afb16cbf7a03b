import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { type OpenApiDocument, renderDocumentation, STYLE } from './documentation.js';

export interface OpenApiOptions {
  title: string;
  version: string;
  description?: string;
  /** Path of the document: `/openapi.json`. */
  path: string;
  /** Path of the page for people: `/docs`; its style sheet is at `<docsPath>.css`. */
  docsPath: string;
  /** Changes the schema and path under which the document lists a route. */
  transform?: FastifyDynamicSwaggerOptions['transform'];
  /** Ways to authenticate, by name. */
  securitySchemes?: Record<string, unknown>;
}

/**
 * Serves an OpenAPI 3.1 document made from the schemas of the routes, and a page that shows it. Call this function
 * before adding routes. Routes with `schema.hide` are left out.
 */
export async function registerOpenApi(app: FastifyInstance, options: OpenApiOptions): Promise<void> {
  const { title, version, description = '', path, docsPath, transform, securitySchemes } = options;
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description },
      components: securitySchemes === undefined ? {} : { securitySchemes: securitySchemes as never },
    },
    ...(transform === undefined ? {} : { transform }),
  });
  const hidden = { schema: { hide: true } };
  const document = () => app.swagger() as unknown as OpenApiDocument;
  let page: string | undefined;
  app.get(path, hidden, async () => document());
  app.get(docsPath, hidden, async (_request, reply) => {
    page ??= renderDocumentation(document(), `${docsPath}.css`, path);
    return reply.type('text/html; charset=utf-8').send(page);
  });
  app.get(`${docsPath}.css`, hidden, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(STYLE),
  );
}

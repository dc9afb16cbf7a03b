import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was received, for keyed hashes, and for limits that count bytes. */
    rawBody: Buffer | undefined;
  }
}

/**
 * Parses JSON in UTF-8. Bytes that are not UTF-8 are refused, because decoding would change the content without
 * notice.
 */
export function readJson(server: FastifyInstance): void {
  server.decorateRequest('rawBody', undefined);
  server.removeContentTypeParser(['application/json', 'text/plain']);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // Members named __proto__ or constructor are refused, like any other unknown member.
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer;
    let text: string;
    try {
      text = decoder.decode(body as Buffer);
    } catch {
      done(Object.assign(new Error('no UTF-8'), { code: 'FST_ERR_CTP_INVALID_JSON_BODY', statusCode: 400 }));
      return;
    }
    parse(request, text, done);
  });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../http/errors.js';
import { sendPage } from '../http/page.js';
import { type Encoding, pageFiles } from './files.js';

const NOT_BUILT =
  '<p>The server runs, and its page is not built: <code>npm -C services run build:page</code> builds it.</p>';

/** Files other than the page itself may be cached for a year, because a changed file gets another name. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Serves the web page at `/`, and its files. */
export function webPage(fastify: FastifyInstance): void {
  fastify.get('/', async (request, reply) => {
    if (!pageFiles().files.has('/')) return sendPage(reply, 503, 'Team chat', NOT_BUILT);
    return sendFile(request, reply, '/', 'no-cache');
  });
  fastify.get('/page/*', async (request, reply) =>
    sendFile(request, reply, `/page/${(request.params as { '*': string })['*']}`, FOR_EVER),
  );
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  cacheControl: string,
): FastifyReply {
  const file = pageFiles().files.get(path);
  if (file === undefined) throw notFound();
  const encoding = encodingFor(request.headers['accept-encoding'] ?? '');
  const etag = `"${file.etag}-${encoding}"`;
  reply.headers({ 'cache-control': cacheControl, vary: 'accept-encoding', etag });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(file.type).send(file.bodies[encoding]);
}

function encodingFor(accepted: string): Encoding {
  const names = accepted
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]!.trim());
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity';
}

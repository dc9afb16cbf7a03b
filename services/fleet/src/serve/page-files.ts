import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type PageFolder, readPageFolder, withFileList } from 'protomdl/view';

const PAGE = fileURLToPath(new URL('../../dist/page/', import.meta.url));

export function addPage(app: FastifyInstance): void {
  const page = readPageFolder(PAGE);
  app.get<{ Params: { key: string; '*': string } }>('/:key/*', async (request, reply) => {
    const place = request.params['*'];
    if (place !== '') return sendPageFile(reply, page, place);
    reply.type('text/html; charset=utf-8');
    return withFileList(page.html, []);
  });
}

export async function sendPageFile(
  reply: FastifyReply,
  { files }: PageFolder,
  place: string,
): Promise<FastifyReply> {
  const file = files.get(place.split('/').map(encodeURIComponent).join('/'));
  if (file === undefined) return reply.code(404).send({ error: 'not found' });
  const bytes = createReadStream(file.path);
  // The engine's package contains the inspector's page compressed with Brotli, which browsers accept only
  // over TLS and from the local machine.
  return reply
    .type(file.type)
    .send(file.isCompressed ? pipeline(bytes, createBrotliDecompress(), () => {}) : bytes);
}

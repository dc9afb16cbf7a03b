import { Readable } from 'node:stream';
import { parseRange } from '@services/kit/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import { authenticate } from '../http/auth.js';
import { notFound, rateLimited } from '../http/errors.js';
import { fileAt, openableFile, type StoredFile } from './attachments.js';
import { isShownInline, UNKNOWN_TYPE } from './content-type.js';
import { canonicalPathId, storedAt } from './names.js';
import { isSigned, signingKey } from './signature.js';

const POLICY = "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self'; media-src 'self'";

/** Serves uploads and pictures at the root of the server, where messages link to them. */
export function serveFiles(fastify: FastifyInstance, app: App): void {
  fastify.get('/user_uploads/temporary/:token/*', async (request, reply) => {
    const { token, '*': path } = request.params as { token: string; '*': string };
    const pathId = canonicalPathId(path);
    const key = await signingKey(app.db);
    if (pathId === undefined || !isSigned(key, pathId, token, app.clock.now()))
      throw notFound('No such file.');
    return sendFile(app, request, reply, await fileAt(app.db, pathId));
  });
  fastify.get('/user_uploads/*', async (request, reply) => {
    // A page may show many pictures at once, so requests for files do not count against the rate limit; requests with a wrong key do.
    const { account } = await authenticate(app, request, { basic: true, cookie: true }).catch(
      async (error) => {
        const rate = await app.limits.take('address', request.ip);
        throw rate.allowed ? error : rateLimited(rate.resetMs);
      },
    );
    const path = (request.params as { '*': string })['*'];
    return sendFile(app, request, reply, await openableFile(app.db, account, path));
  });
  fastify.get('/user_avatars/*', async (request, reply) => {
    const path = (request.params as { '*': string })['*'];
    return sendPicture(app, reply, path);
  });
}

async function sendFile(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile | undefined,
): Promise<FastifyReply> {
  if (file === undefined) throw notFound('No such file.');
  const etag = `"${Buffer.from(file.sha256).toString('hex')}"`;
  const isInline = isShownInline(file.content_type);
  const type = isInline ? file.content_type : UNKNOWN_TYPE;
  reply.headers({
    'content-type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
    'content-disposition': `${isInline ? 'inline' : 'attachment'}; ${fileNameParameters(file.name)}`,
    'x-content-type-options': 'nosniff',
    // PDF viewers refuse to run in a sandbox.
    'content-security-policy': type === 'application/pdf' ? POLICY : `${POLICY}; sandbox`,
    'cross-origin-resource-policy': 'same-origin',
    // Caches must ask the server before each use of a file, because access may be revoked at any time.
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag,
  });
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const condition = request.headers['if-range'];
  const wanted = condition === undefined || condition === etag ? request.headers.range : undefined;
  const range = parseRange(wanted, file.size);
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${file.size}`).type('text/plain').send('');
  }
  if (range !== undefined) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  }
  reply.header('content-length', range === undefined ? file.size : range.end - range.start + 1);
  // The body is an empty stream: for any other body, Fastify would replace the length of the file by the length of the
  // body.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const bytes = await app.files.read(storedAt(file.path_id), range);
  if (bytes === undefined) {
    app.log.error({ attachment: file.id }, 'the file of an attachment is missing');
    reply.removeHeader('content-length').removeHeader('etag').removeHeader('content-disposition');
    throw notFound('No such file.');
  }
  return reply.send(bytes);
}

/**
 * Serves a picture to everyone, with or without log-in: the service has encoded the picture, and its random name
 * cannot be guessed.
 */
async function sendPicture(app: App, reply: FastifyReply, path: string): Promise<FastifyReply> {
  const extension = /^2\/(?:emoji\/images|avatars|icons)\/[A-Za-z0-9]{24,64}\.(png|gif)$/.exec(path)?.[1];
  const bytes = extension === undefined ? undefined : await app.files.read(`avatars/${path}`);
  if (bytes === undefined) throw notFound('No such picture.');
  return reply
    .headers({
      'content-type': `image/${extension}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': `${POLICY}; sandbox`,
      'cache-control': 'public, max-age=31536000, immutable',
    })
    .send(bytes);
}

/**
 * Returns the parameters of Content-Disposition (RFC 6266): a plain name for old programs, and the percent-encoded
 * real name. Neither name can contain a character that ends the header.
 */
function fileNameParameters(name: string): string {
  const plain = name.normalize('NFKD').replace(/[^A-Za-z0-9 ._-]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function matches(header: string | undefined, etag: string): boolean {
  return (
    header?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) ?? false
  );
}

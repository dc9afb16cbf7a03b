import { statfs } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { randomText } from '@services/kit/clock';
import { FileStore } from '@tus/file-store';
import { Server, Upload } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import { authenticate } from '../http/auth.js';
import { ApiError, notFound, outOfSpace, rateLimited } from '../http/errors.js';
import { requireRoom } from './attachments.js';
import { describeFile, MIB } from './receive.js';
import {
  type FinishedUpload,
  findResumable,
  finishResumable,
  insertResumable,
  removeResumable,
} from './resumable-store.js';
import { keepUpload, type UploadAnswer } from './routes.js';

const ROOT = '/api/v1/tus';
/** An upload that is not finished within this time is deleted. */
export const RESUMABLE_LIFE_MS = 24 * 3_600_000;

type TusRequest = Request & { runtime?: { node?: { req: IncomingMessage } } };

/**
 * Folder in which @tus/server keeps growing files. It is next to the other uploads, so that a finished file can be
 * moved instead of copied.
 */
export const resumableFolder = (app: Pick<App, 'files'>): string =>
  path.join(app.files.temporaryFolder, 'resumable');

/** A store that requires the size at the start of an upload, so that the limit is checked before the first byte. */
class SizedFileStore extends FileStore {
  /** Ids of uploads whose complete file has been moved away, but whose last request is not answered yet. */
  readonly taken = new Set<string>();

  constructor(directory: string) {
    super({ directory, expirationPeriodInMilliseconds: RESUMABLE_LIFE_MS });
    this.extensions = this.extensions.filter((extension) => extension !== 'creation-defer-length');
  }

  override async write(...request: Parameters<FileStore['write']>): Promise<number> {
    try {
      return await super.write(...request);
    } catch (error) {
      // The package does not report the reason for a failed write, so the free space is checked.
      const { bavail } = await statfs(this.directory);
      throw bavail === 0 ? tusError(outOfSpace()) : error;
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    const known = this.taken.has(id) ? await this.configstore.get(id) : undefined;
    return known === undefined
      ? super.getUpload(id)
      : new Upload({ ...known, offset: known.size! } as ConstructorParameters<typeof Upload>[0]);
  }
}

/** Serves the tus protocol, version 1.0.0: an upload belongs only to the account that created it. */
export function serveResumableUploads(fastify: FastifyInstance, app: App): void {
  const callers = new WeakMap<IncomingMessage, number>();
  const callerOf = (request: unknown) => callers.get((request as TusRequest).runtime!.node!.req)!;
  const completed = new WeakMap<IncomingMessage, string>();
  const store = new SizedFileStore(resumableFolder(app));

  // A client may send HEAD after the last byte, while the PATCH with this byte is still finishing; both wait for the
  // same result.
  const finishing = new Map<string, Promise<FinishedUpload>>();
  const finish = (id: string, userId: number): Promise<FinishedUpload> => {
    let running = finishing.get(id);
    if (running === undefined) {
      running = finishOnce(id, userId).finally(() => finishing.delete(id));
      finishing.set(id, running);
    }
    return running;
  };
  const finishOnce = async (id: string, userId: number): Promise<FinishedUpload> => {
    const known = await findResumable(app.db, id, userId);
    if (known?.finished != null) return known.finished;
    const { metadata, size } = await store.getUpload(id);
    const file = await describeFile(
      path.join(resumableFolder(app), id),
      metadata?.filename || 'uploaded-file',
    );
    if (file.size !== size) throw new Error(`an upload of ${size} bytes was stored with ${file.size}`);
    const answer = { ...(await keepUpload(app, userId, file)), size: file.size };
    store.taken.add(id);
    await app.write((tx) => finishResumable(tx, id, answer));
    return answer;
  };

  const tus = new Server({
    path: ROOT,
    datastore: store,
    maxSize: app.config.maxFileUploadMib * MIB,
    respectForwardedHeaders: false,
    // The surrounding server handles CORS.
    allowedOrigins: app.config.corsOrigins.length > 0 ? app.config.corsOrigins : () => false,
    generateUrl: (_request, { id }) => `${app.publicUrl}${ROOT}/${id}`,
    namingFunction: () => randomText(app.random, 32),
    onUploadCreate: async (request, upload) => {
      const userId = callerOf(request);
      const rate = await app.limits.take('upload', userId);
      if (!rate.allowed) throw tusError(rateLimited(rate.resetMs));
      // Refuses an upload that would exceed the quota before its first byte arrives.
      await requireRoom(app.db, upload.size ?? 0, app.config.uploadQuotaMib * MIB).catch((error: unknown) => {
        throw error instanceof ApiError ? tusError(error) : error;
      });
      await app.write((tx) => insertResumable(tx, upload.id, userId));
      return {};
    },
    onUploadFinish: async (request, upload) => {
      try {
        completed.set((request as TusRequest).runtime!.node!.req, upload.id);
        const answer = await finish(upload.id, callerOf(request));
        // If the creating request carries the whole file, the status remains 201: clients accept the Location header
        // with no other status.
        const status = request.method === 'PATCH' ? { status_code: 200 } : {};
        return { ...status, headers: { 'Content-Type': 'application/json' }, body: envelope(answer) };
      } catch (error) {
        throw error instanceof ApiError ? tusError(error) : error;
      }
    },
    onResponseError: (_request, error) => {
      if (!('status_code' in error)) app.log.error({ err: error }, 'a resumable upload failed');
      // 501 means that the size is sent later, which this service does not support. The status is changed, because
      // clients retry after 5xx, which would not help.
      else if (error.status_code === 501) return { status_code: 400, body: error.body };
      return undefined;
    },
  });

  fastify.register(async (scope) => {
    // The bytes of an upload are not parameters: the tus server reads them.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async () => undefined);

    const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      if (request.method !== 'OPTIONS') {
        const { account } = await authenticate(app, request, { basic: true, cookie: true });
        callers.set(request.raw, account.id);
        const { id } = request.params as { id?: string };
        if (id !== undefined) {
          const upload = await findResumable(app.db, id, account.id);
          if (upload === undefined) throw notFound('No such upload.');
          if (upload.finished === null && request.method !== 'DELETE') await finishIfComplete(id, account.id);
          const done = (await findResumable(app.db, id, account.id))?.finished;
          if (done != null) return answerFinished(request, reply, done);
          if (request.method === 'DELETE') await app.write((tx) => removeResumable(tx, id));
        }
      }
      // The tus server writes its answer without Fastify, so the headers that Fastify has set are copied.
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      reply.hijack();
      await tus.handle(request.raw, reply.raw);
      store.taken.delete(completed.get(request.raw) ?? '');
      return reply;
    };
    for (const url of [ROOT, `${ROOT}/:id`]) {
      const method =
        url === ROOT ? (['POST', 'OPTIONS'] as const) : (['HEAD', 'PATCH', 'DELETE', 'OPTIONS'] as const);
      scope.route({ method: [...method], url, handler: handle, config: { takesFiles: true } });
    }
  });

  /**
   * Finishes a complete upload that has no attachment yet, because the server crashed between the last byte and the
   * storing of the attachment.
   */
  const finishIfComplete = async (id: string, userId: number): Promise<void> => {
    const upload = await store.getUpload(id).catch(() => undefined);
    if (upload?.size !== undefined && upload.offset === upload.size) await finish(id, userId);
  };
}

/** Responds for a finished upload, to a client that did not get the response to its last request. */
function answerFinished(request: FastifyRequest, reply: FastifyReply, answer: FinishedUpload): FastifyReply {
  if (request.method === 'DELETE') throw notFound('No such upload.');
  reply.headers({
    'tus-resumable': '1.0.0',
    'cache-control': 'no-store',
    'upload-offset': String(answer.size),
    'upload-length': String(answer.size),
  });
  return request.method === 'HEAD'
    ? reply.code(200).send()
    : reply.code(200).type('application/json').send(envelope(answer));
}

function envelope({ url, uri, filename }: UploadAnswer): string {
  return JSON.stringify({ result: 'success', msg: '', url, uri, filename });
}

function tusError(error: ApiError): { status_code: number; body: string } {
  return {
    status_code: error.status,
    body: JSON.stringify({ result: 'error', msg: error.message, code: error.code, ...error.extra }),
  };
}

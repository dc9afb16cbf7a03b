import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isProtomdlError, type Source } from 'protomdl';
import type { Opened, Opener } from '../objects/opening.js';

/**
 * Maximum number of objects that are kept open, and the time for which they stay open. An object stays open,
 * because a page requests many of its ranges.
 */
const MOST_OPEN = 32;
const KEPT_MS = 60_000;

/** Maximum number of bytes in memory for a response of any size. */
const PIECE = 1 << 20;

interface Kept {
  readonly opened: Promise<Opened>;
  readonly until: number;
}

/** Open objects of readers, by source and URL. */
export class OpenObjects {
  readonly #kept = new Map<string, Kept>();

  /**
   * @param source number of the source: two sources may have the same URL
   * @param isFresh true to open the object again even if it is already open
   */
  get(source: number, opener: Opener, uri: string, isFresh = false): Promise<Opened> {
    const key = `${source} ${uri}`;
    if (isFresh) this.#drop(key);
    const now = performance.now();
    for (const [old, { until }] of this.#kept) {
      if (until < now || this.#kept.size >= MOST_OPEN) this.#drop(old);
    }
    const kept = this.#kept.get(key) ?? { opened: opener.open(uri), until: now + KEPT_MS };
    this.#kept.set(key, kept);
    kept.opened.catch(() => this.#kept.delete(key));
    return kept.opened;
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    // The object is closed after a delay, because a read of it may be in progress.
    kept?.opened.then(({ source }) => setTimeout(() => source.close(), KEPT_MS).unref()).catch(() => {});
  }
}

/**
 * Sends an object, or a range of it, in the version of the ETag.
 * @param wanted the only ETag to accept; undefined to accept any
 */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  open: (isFresh?: boolean) => Promise<Opened>,
  wanted: string | undefined,
): Promise<FastifyReply> {
  let opened: Opened;
  try {
    opened = await open();
    // The object may have been opened with an earlier content.
    if (wanted !== undefined && opened.etag !== wanted) opened = await open(true);
  } catch (error) {
    const gone = isProtomdlError(error) && error.code === 'source-not-found';
    return reply.code(gone ? 404 : 502).send(gone ? 'not there any more' : 'the object cannot be read now');
  }
  const { source, size, etag } = opened;
  if (wanted !== undefined && etag !== wanted)
    return reply.code(409).send('another content than the run validated');
  reply.header('Accept-Ranges', 'bytes').header('ETag', etag.startsWith('"') ? etag : `"${etag}"`);
  reply.type('application/octet-stream');
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  let [start, end] = [0, size];
  if (range !== null) {
    start = Number(range[1]);
    end = range[2] === '' ? size : Math.min(size, Number(range[2]) + 1);
    if (start >= size || end <= start) {
      return reply.code(416).header('Content-Range', `bytes */${size}`).send();
    }
    reply.code(206).header('Content-Range', `bytes ${start}-${end - 1}/${size}`);
  }
  reply.header('Content-Length', end - start);
  return reply.send(request.method === 'HEAD' ? undefined : Readable.from(pieces(source, start, end)));
}

async function* pieces(source: Source, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; ) {
    const piece = new Uint8Array(Math.min(PIECE, end - at));
    const read = await source.read(at, piece);
    // On an error the connection is cut off, so that the reader notices that the response is incomplete.
    if (read === 0) throw new Error('the object became shorter');
    at += read;
    yield piece.subarray(0, read);
  }
}

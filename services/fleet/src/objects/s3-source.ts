import { GetObjectCommand, type GetObjectCommandOutput, type S3Client } from '@aws-sdk/client-s3';
import type { Source } from 'protomdl';
import { openHttp } from 'protomdl/browser';
import { type Patience, withPatience } from './patience.js';
import { errorOf, isPassing, NotNow, statusOf } from './s3-errors.js';
import { parseS3Uri } from './uri.js';

/**
 * Smallest and largest range of a request. A round trip takes as long as transferring some hundred kilobytes.
 */
const LEAST = 64 * 1_024;
const MOST = 4 * 1_024 * 1_024;

/** Time limit for receiving a whole range, for a connection that is slow but never silent. */
const RANGE_TIMEOUT_MS = 60_000;

export interface S3Opened {
  readonly source: Source;
  /** ETag of the content that is read; the listing may have another. */
  readonly etag: string;
  readonly size: number;
}

/**
 * Opens an object that is read by ranges. The engine checks an S3 server like any web server: it compares
 * each response with the requested range and with the version of the first response, so the bytes are never a
 * mixture of two contents.
 * @param alive called on each response and each try, as signs of progress
 * @throws ProtomdlError with the `source-*` codes of `openHttp`, CredentialsError, NotNow, Refused, ObjectFault
 */
export async function openS3(
  client: S3Client,
  uri: string,
  alive: () => void,
  patience?: Patience,
): Promise<S3Opened> {
  const ranges = new Ranges(client, uri, alive, patience);
  const source = await openHttp(uri, { fetch: (_url, init) => ranges.fetch(init), blockSize: LEAST });
  return { source, etag: ranges.etag, size: source.size ?? 0 };
}

/** A range that was read, with the server's headers. */
interface Block {
  readonly start: number;
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly headers: Record<string, string>;
}

/** Serves the engine's read requests, and reads ahead if the requests are sequential. */
class Ranges {
  etag = '';
  readonly #place;
  #head: Block | undefined;
  #ahead: Block | undefined;
  #length = LEAST;
  /** End of the last response: a request that starts at this offset is sequential. */
  #end = 0;

  constructor(
    private readonly client: S3Client,
    private readonly uri: string,
    private readonly alive: () => void,
    private readonly patience: Patience | undefined,
  ) {
    this.#place = parseS3Uri(uri);
  }

  async fetch(init: RequestInit | undefined): Promise<Response> {
    const range = (init?.headers as Record<string, string> | undefined)?.Range ?? '';
    const asked = /^bytes=(\d+)-(\d+)$/.exec(range);
    if (asked === null) throw new NotNow(`${this.uri}: the server does not say how long the object is`);
    const [start, last] = [Number(asked[1]), Number(asked[2])];
    const kept = [this.#ahead, this.#head].find(
      (block) => block !== undefined && start >= block.start && start < block.start + block.bytes.length,
    );
    if (kept !== undefined) return this.#answer(kept, start, last - start + 1);
    // If requests are sequential, larger ranges save round trips. After a jump, the range is small, because
    // the engine may not continue to read there.
    this.#length = start === this.#end && start > 0 ? Math.min(this.#length * 2, MOST) : LEAST;
    const block = await this.#block(start, Math.max(last - start + 1, this.#length));
    if (block instanceof Response) return block;
    this.#end = block.start + block.bytes.length;
    // The first block is kept, because the header in it is read again for the origin of the file.
    if (start === 0) this.#head = block;
    else this.#ahead = block;
    return this.#answer(block, start, last - start + 1);
  }

  #answer(block: Block, start: number, length: number): Response {
    const at = start - block.start;
    const bytes = block.bytes.subarray(at, at + length);
    const range = `bytes ${start}-${start + bytes.length - 1}/${block.size}`;
    return new Response(bytes as Uint8Array<ArrayBuffer>, {
      status: 206,
      headers: { ...block.headers, 'content-range': range },
    });
  }

  async #block(start: number, length: number): Promise<Block | Response> {
    try {
      return await withPatience(
        () => this.#request(start, length),
        isPassing,
        () => this.alive(),
        this.patience,
      );
    } catch (error) {
      const status = statusOf(error);
      if (status === 416) return new Response(null, { status, headers: { 'content-range': 'bytes */0' } });
      throw errorOf(error);
    } finally {
      this.alive();
    }
  }

  async #request(start: number, length: number): Promise<Block> {
    const limit = AbortSignal.timeout(RANGE_TIMEOUT_MS);
    const command = new GetObjectCommand({
      Bucket: this.#place.bucket,
      Key: this.#place.key,
      Range: `bytes=${start}-${start + length - 1}`,
    });
    const answer = await this.client.send(command, { abortSignal: limit });
    const [, from, to, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.ContentRange ?? '') ?? [];
    if (from === undefined || Number(from) !== start || Number(to) - start >= length) {
      destroy(answer);
      throw new Error(`the server answers a range with ${answer.ContentRange ?? 'the whole object'}`);
    }
    const bytes = await this.#body(answer, Number(to) - start + 1, limit);
    const { ETag = '', LastModified } = answer;
    if (this.etag === '') this.etag = ETag;
    return {
      start,
      bytes,
      size: Number(size),
      headers: {
        etag: ETag,
        ...(LastModified === undefined ? {} : { 'last-modified': LastModified.toUTCString() }),
      },
    };
  }

  async #body(answer: GetObjectCommandOutput, length: number, limit: AbortSignal): Promise<Uint8Array> {
    const bytes = new Uint8Array(length);
    let filled = 0;
    const cut = () => destroy(answer);
    limit.addEventListener('abort', cut, { once: true });
    try {
      for await (const chunk of answer.Body as AsyncIterable<Uint8Array>) {
        if (chunk.length > length - filled) {
          destroy(answer);
          throw new Error(`the server sends more than the ${length} bytes it announced`);
        }
        bytes.set(chunk, filled);
        filled += chunk.length;
      }
    } finally {
      limit.removeEventListener('abort', cut);
    }
    if (filled < length) {
      throw Object.assign(new Error(`the server sent ${filled} bytes of ${length}`), { code: 'ECONNRESET' });
    }
    return bytes;
  }
}

function destroy({ Body }: GetObjectCommandOutput): void {
  (Body as { destroy?(): void } | undefined)?.destroy?.();
}

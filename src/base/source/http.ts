import { ProtomdlError } from '../diagnostics/error.js';
import {
  type Answer,
  type ContentRange,
  changed,
  parseUnsatisfiedSize,
  rangeOf,
  refusedAnswer,
  unreadableAnswer,
  versionOf,
} from './http-answer.js';
import { memorySource } from './memory.js';
import { Closable, type ClosableSource, checkOffset, type Source } from './source.js';
import { type ReadableBytes, streamSource } from './stream.js';

/** Options for requests. */
export interface HttpOptions {
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Headers to send with every request, for example for authorisation. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts requests in progress. Without a signal, requests have no time limit. */
  readonly signal?: AbortSignal;
  /**
   * Minimum number of bytes to request at a time (default 64 KiB), because a round trip takes longer than the
   * transfer of a few bytes.
   */
  readonly blockSize?: number;
}

const DEFAULT_BLOCK_SIZE = 64 * 1024;

/**
 * Opens a file on a web server. If the server supports range requests, only the parts that are read are
 * fetched, and every response is checked: status 206, the requested range and number of bytes, and the same
 * size, ETag and Last-Modified as before. Without range requests, the file comes as one stream. Failed
 * requests are not repeated.
 *
 * @throws ProtomdlError `source-not-found` (404, 410), `source-no-permission` (401, 403), `source-changed`,
 * `source-unreadable`; reading may throw the same
 */
export async function openHttp(url: string | URL, options: HttpOptions = {}): Promise<ClosableSource> {
  const server = new Server(String(url), options);
  const blockSize = Math.max(1, options.blockSize ?? DEFAULT_BLOCK_SIZE);
  const response = await server.get(0, blockSize);
  if (response.status === 416 && parseUnsatisfiedSize(response.headers.get('content-range')) === 0) {
    discard(response);
    return memorySource(new Uint8Array(0));
  }
  if (response.status === 200) return streamOf(response, server);
  const range = server.rangeOf(response, 0, blockSize);
  // Without a size (`*`, or a header hidden from pages of other origins), the end of the file is unknown, so
  // the whole file is requested.
  if (range?.size === undefined) {
    discard(response);
    const whole = await server.get();
    if (whole.status === 200) return streamOf(whole, server);
    throw server.refused(whole, 0);
  }
  const block = new Uint8Array(range.end);
  await server.receive(response, block, 0);
  return new HttpSource(server, range.size, versionOf(answerOf(response)), blockSize, block);
}

class HttpSource extends Closable implements Source {
  readonly randomAccess = true;
  /** The last block that was fetched to serve a small read, and its offset. */
  #block: Uint8Array;
  #blockOffset = 0;

  constructor(
    readonly server: Server,
    readonly size: number,
    readonly version: string,
    readonly blockSize: number,
    first: Uint8Array,
  ) {
    super();
    this.#block = first;
  }

  read(offset: number, target: Uint8Array): number | Promise<number> {
    checkOffset(offset);
    const length = Math.min(target.length, this.size - offset);
    if (length <= 0) return 0;
    const filled = this.#takeFromBlock(offset, target.subarray(0, length));
    return filled === length ? length : this.#fetch(offset, target.subarray(0, length), filled);
  }

  close(): void {
    this.#block = new Uint8Array(0);
  }

  async #fetch(offset: number, target: Uint8Array, filled: number): Promise<number> {
    while (filled < target.length) {
      const at = offset + filled;
      const rest = target.subarray(filled);
      if (rest.length >= this.blockSize) {
        filled += await this.#range(at, rest);
      } else {
        const block = new Uint8Array(Math.min(this.blockSize, this.size - at));
        this.#block = block.subarray(0, await this.#range(at, block));
        this.#blockOffset = at;
        filled += this.#takeFromBlock(at, rest);
      }
    }
    return filled;
  }

  #takeFromBlock(offset: number, target: Uint8Array): number {
    const start = offset - this.#blockOffset;
    if (start < 0 || start >= this.#block.length) return 0;
    const part = this.#block.subarray(start, start + target.length);
    target.set(part);
    return part.length;
  }

  /**
   * Fetches a part of the file into `target`. A server may send fewer bytes than requested, but at least one
   * byte.
   */
  async #range(offset: number, target: Uint8Array): Promise<number> {
    const response = await this.server.get(offset, target.length);
    const range = this.server.rangeOf(response, offset, target.length, this.version);
    if (range?.size !== this.size) {
      discard(response);
      throw changed(this.server.url, offset);
    }
    const length = range.end - range.start;
    await this.server.receive(response, target.subarray(0, length), offset);
    return length;
  }
}

/** Sends requests to one URL, and checks the responses. */
class Server {
  constructor(
    readonly url: string,
    readonly options: HttpOptions,
  ) {}

  /** Requests `length` bytes from `offset` on; without `length`, requests the whole file. */
  async get(offset = 0, length?: number): Promise<Response> {
    // `identity` prevents a compressed response, in which ranges would count compressed bytes.
    const headers: Record<string, string> = { ...this.options.headers, 'Accept-Encoding': 'identity' };
    if (length !== undefined) headers.Range = `bytes=${offset}-${offset + length - 1}`;
    const signal = this.options.signal ?? null;
    try {
      return await (this.options.fetch ?? fetch)(this.url, { headers, signal });
    } catch (error) {
      throw unreadableAnswer(this.url, messageOf(error), offset, error);
    }
  }

  /** Like `rangeOf`, but also drops the body of a refused response. */
  rangeOf(response: Response, offset: number, length: number, version?: string): ContentRange | null {
    try {
      return rangeOf(this.url, answerOf(response), offset, length, version);
    } catch (error) {
      discard(response);
      throw error;
    }
  }

  /** Fills `target` with the body, which must have the same length. Reading stops if the body is longer. */
  async receive(response: Response, target: Uint8Array, offset: number): Promise<void> {
    const body = response.body as ReadableBytes | null;
    const reader = body?.getReader();
    let filled = 0;
    try {
      while (reader !== undefined) {
        const { done, value } = await reader.read();
        if (done || value === undefined) break;
        if (value.length > target.length - filled) {
          reader.cancel().catch(() => {});
          throw new RangeError(`the server sent more than the ${target.length} bytes it announced`);
        }
        target.set(value, filled);
        filled += value.length;
      }
    } catch (error) {
      throw unreadableAnswer(this.url, messageOf(error), offset + filled, error);
    }
    if (filled < target.length) {
      throw unreadableAnswer(
        this.url,
        `the server sent ${filled} bytes of ${target.length}`,
        offset + filled,
      );
    }
  }

  refused(response: Response, offset: number): ProtomdlError {
    discard(response);
    return refusedAnswer(this.url, answerOf(response), offset);
  }
}

function streamOf(response: Response, server: Server): ClosableSource {
  const body = response.body as ReadableBytes | null;
  if (body === null) return memorySource(new Uint8Array(0));
  return streamSource(body, undefined, (error, offset) => {
    const text = `${server.url}: broke off after ${offset} bytes: ${messageOf(error)}`;
    return new ProtomdlError('source-unreadable', text, offset, '', { cause: error });
  });
}

function answerOf(response: Response): Answer {
  const { status, statusText, headers } = response;
  return { status, statusText, header: (name) => headers.get(name) };
}

/** Frees the connection of a response whose body is dropped. */
function discard(response: Response): void {
  response.body?.cancel().catch(() => {});
}

/**
 * Returns the message of an error with the message of its cause, because `fetch` only reports "fetch failed".
 */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

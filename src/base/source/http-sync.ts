import { ProtomdlError } from '../diagnostics/error.js';
import {
  type Answer,
  changed,
  parseUnsatisfiedSize,
  rangeOf,
  refusedAnswer,
  unreadableAnswer,
  versionOf,
} from './http-answer.js';
import { memorySource } from './memory.js';
import { type Pace, readingAhead } from './read-ahead.js';
import type { ClosableSource } from './source.js';

/** The part of XMLHttpRequest's interface that this module uses. */
export interface RequestNow {
  /** Opens a synchronous request, as in `XMLHttpRequest`; `async` is false. */
  open(method: string, url: string, async: boolean): void;
  /** Adds a header to the request, as in `XMLHttpRequest`. */
  setRequestHeader(name: string, value: string): void;
  /** Sends the request, as in `XMLHttpRequest`. Returns when the response has arrived. */
  send(): void;
  /** Type of the response; this module sets it to `arraybuffer`. */
  responseType: string;
  /** An `ArrayBuffer` after `send`. */
  readonly response: unknown;
  /** HTTP status, such as 206. */
  readonly status: number;
  /** Status text of the response; may be empty. */
  readonly statusText: string;
  /** Returns a header of the response; null if it is missing. */
  getResponseHeader(name: string): string | null;
}

/** Options for requests. */
export interface HttpNowOptions {
  /** Replaces the global `XMLHttpRequest`. */
  readonly request?: () => RequestNow;
  /** Headers to send with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Measured in a worker of headless Chromium 156 on two busy cores, with a server on the same machine: 128
 * bytes take 5 to 7 ms, 64 KiB 5 to 6, 256 KiB 7 to 10, 1 MiB 16. Reading a gap of 256 KiB therefore takes
 * less time than another request.
 */
const PACE: Pace = { least: 64 * 1024, most: 1024 * 1024, reach: 256 * 1024 };

/**
 * Opens a file on a web server for a worker, which may block. Reads are synchronous, while reads of
 * `openHttp` return promises. As with `openHttp`, only the parts that are read are fetched, every response is
 * checked, and failed requests are not repeated. Consecutive small reads share requests. At most 8 MiB are
 * held in memory. If a server does not support ranges, the whole file is held in memory, because a worker
 * cannot stop the transfer.
 *
 * @param url absolute, or relative to the worker's script
 * @throws ProtomdlError `source-not-found` (404, 410), `source-no-permission` (401, 403), `source-changed`,
 * `source-unreadable`; reading may throw the same
 */
export function openHttpNow(url: string | URL, options: HttpNowOptions = {}): ClosableSource {
  const server = new Server(String(url), options);
  const first = server.get(0, PACE.least);
  if (first.status === 416 && parseUnsatisfiedSize(first.header('content-range')) === 0) {
    return memorySource(new Uint8Array(0));
  }
  if (first.status === 200) return memorySource(first.bytes);
  const range = rangeOf(server.url, first, 0, PACE.least);
  // Without a size (`*`, or a header hidden from pages of other origins), the end of the file is unknown, so
  // the whole file is requested.
  if (range?.size === undefined) {
    const whole = server.get();
    if (whole.status === 200) return memorySource(whole.bytes);
    throw refusedAnswer(server.url, whole, 0);
  }
  const { size } = range;
  const version = versionOf(first);
  // The purpose of the first request was to find the size. The bytes of its response are used for the first
  // reads.
  const head = server.bodyOf(first, range.end, 0);
  const fetch = (offset: number, length: number) => server.range(offset, length, size, version);
  return readingAhead(size, PACE, fetch, head);
}

/** A response that has arrived completely. */
interface WholeAnswer extends Answer {
  readonly bytes: Uint8Array;
}

/** Sends requests to one URL, and checks the responses. */
class Server {
  constructor(
    readonly url: string,
    readonly options: HttpNowOptions,
  ) {}

  /** Requests `length` bytes from `offset` on; without `length`, requests the whole file. */
  get(offset = 0, length?: number): WholeAnswer {
    const request = this.options.request?.() ?? workersRequest();
    try {
      request.open('GET', this.url, false);
      request.responseType = 'arraybuffer';
      for (const [name, value] of Object.entries(this.options.headers ?? {})) {
        request.setRequestHeader(name, value);
      }
      // With Range, browsers request uncompressed bytes automatically. Scripts must not set Accept-Encoding.
      if (length !== undefined) request.setRequestHeader('Range', `bytes=${offset}-${offset + length - 1}`);
      request.send();
    } catch (error) {
      throw unreadableAnswer(this.url, error instanceof Error ? error.message : String(error), offset, error);
    }
    const { status, statusText, response } = request;
    return {
      status,
      statusText,
      header: (name) => request.getResponseHeader(name),
      bytes: response instanceof ArrayBuffer ? new Uint8Array(response) : new Uint8Array(0),
    };
  }

  /** Fetches a part of the file: at least one byte, and at most the requested number of bytes. */
  range(offset: number, length: number, size: number, version: string): Uint8Array {
    const answer = this.get(offset, length);
    const range = rangeOf(this.url, answer, offset, length, version);
    if (range?.size !== size) throw changed(this.url, offset);
    return this.bodyOf(answer, range.end - range.start, offset);
  }

  bodyOf({ bytes }: WholeAnswer, length: number, offset: number): Uint8Array {
    if (bytes.length === length) return bytes;
    throw unreadableAnswer(this.url, `the server sent ${bytes.length} bytes of ${length}`, offset);
  }
}

function workersRequest(): RequestNow {
  const { XMLHttpRequest: Request } = globalThis as { XMLHttpRequest?: new () => RequestNow };
  if (Request !== undefined) return new Request();
  throw new ProtomdlError('source-unreadable', 'synchronous requests work only in workers of a page');
}

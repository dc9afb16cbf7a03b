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

/** The part of XMLHttpRequest's interface that is used here. */
export interface RequestNow {
  /** As in `XMLHttpRequest`, with `async` false. */
  open(method: string, url: string, async: boolean): void;
  /** As in `XMLHttpRequest`. */
  setRequestHeader(name: string, value: string): void;
  /** As in `XMLHttpRequest`: returns when the response has arrived. */
  send(): void;
  /** Set to `arraybuffer`. */
  responseType: string;
  /** An `ArrayBuffer` after `send`. */
  readonly response: unknown;
  /** HTTP status, such as 206. */
  readonly status: number;
  /** Status text of the response; may be empty. */
  readonly statusText: string;
  /** A header of the response; null if it is missing. */
  getResponseHeader(name: string): string | null;
}

/** Options for requests. */
export interface HttpNowOptions {
  /** Replaces the global `XMLHttpRequest`. */
  readonly request?: () => RequestNow;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Measured in a worker of headless Chromium 156 on two busy cores, with a server on the same machine: 128 bytes take
 * 5 to 7 ms, 64 KiB 5 to 6, 256 KiB 7 to 10, 1 MiB 16. So a gap of 256 KiB is read in less time than another
 * request takes.
 */
const PACE: Pace = { least: 64 * 1024, most: 1024 * 1024, reach: 256 * 1024 };

/**
 * Opens a file on a web server for a worker, which may block: reads return at once, while those of `openHttp`
 * return promises. In other respects the two are equal: only the parts that are read are fetched, every
 * response is checked, nothing is tried twice. Small reads in a row share requests; at most 8 MiB are held.
 * If a server does not support ranges, the whole file ends up in memory: a worker cannot stop the transfer.
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
  // Without a size (`*`, or a header hidden from pages of other origins), nothing can be read from the end.
  if (range?.size === undefined) {
    const whole = server.get();
    if (whole.status === 200) return memorySource(whole.bytes);
    throw refusedAnswer(server.url, whole, 0);
  }
  const { size } = range;
  const version = versionOf(first);
  // The first request was made to learn the size; its bytes are used first.
  const head = server.bodyOf(first, range.end, 0);
  const fetch = (offset: number, length: number) => server.range(offset, length, size, version);
  return readingAhead(size, PACE, fetch, head);
}

/** A response that has arrived completely. */
interface WholeAnswer extends Answer {
  readonly bytes: Uint8Array;
}

/** Requests to one URL, and the checks that answers have to pass. */
class Server {
  constructor(
    readonly url: string,
    readonly options: HttpNowOptions,
  ) {}

  /** Without `length`, everything. */
  get(offset = 0, length?: number): WholeAnswer {
    const request = this.options.request?.() ?? workersRequest();
    try {
      request.open('GET', this.url, false);
      request.responseType = 'arraybuffer';
      for (const [name, value] of Object.entries(this.options.headers ?? {})) {
        request.setRequestHeader(name, value);
      }
      // With Range, browsers request uncompressed bytes by themselves; scripts may not set that header.
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

  /** Fetches a part of the file: as much as requested, or less, but at least one byte. */
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

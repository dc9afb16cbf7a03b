import { ProtomdlError } from '../diagnostics/error.js';

/** Status and headers of a server's response, for any request. */
export interface Answer {
  readonly status: number;
  readonly statusText: string;
  /**
   * Returns a header, by its name in lower case; null if it is missing, or hidden from pages of other
   * origins.
   */
  header(name: string): string | null;
}

/**
 * Returns the range in a response, after checking that the range begins at the requested offset and does not
 * exceed the request. Returns null if the response names no range.
 * @param length number of bytes requested
 * @param version result of `versionOf` for an earlier response, which this response has to match
 * @throws ProtomdlError `source-changed`, and the errors of `refused`
 */
export function rangeOf(
  url: string,
  answer: Answer,
  offset: number,
  length: number,
  version?: string,
): ContentRange | null {
  if (version !== undefined) {
    if (answer.status === 416) throw changed(url, offset);
    if (answer.status < 300 && versionOf(answer) !== version) throw changed(url, offset);
  }
  if (answer.status !== 206) throw refusedAnswer(url, answer, offset);
  const header = answer.header('content-range');
  if (header === null) return null;
  const range = parseContentRange(header);
  if (range === null || range.start !== offset || range.end > offset + length) {
    const asked = `bytes ${offset}-${offset + length - 1}`;
    throw unreadableAnswer(url, `asked for ${asked}, the server answered "${header}"`, offset);
  }
  if ((answer.header('content-encoding') ?? 'identity') !== 'identity') {
    throw unreadableAnswer(url, 'the server sends parts of a compressed file', offset);
  }
  return range;
}

export function refusedAnswer(url: string, { status, statusText }: Answer, offset: number): ProtomdlError {
  const text = `${url}: the server answered ${status} ${statusText}`.trimEnd();
  if (status === 404 || status === 410) return new ProtomdlError('source-not-found', text, offset);
  if (status === 401 || status === 403) return new ProtomdlError('source-no-permission', text, offset);
  return new ProtomdlError('source-unreadable', text, offset);
}

/** Returns a text from the server's headers that identifies the version of the file. */
export function versionOf(answer: Answer): string {
  return `${answer.header('etag') ?? ''}\n${answer.header('last-modified') ?? ''}`;
}

export function changed(url: string, offset: number): ProtomdlError {
  return new ProtomdlError('source-changed', `${url}: changed while it was read`, offset);
}

export function unreadableAnswer(url: string, text: string, offset: number, cause?: unknown): ProtomdlError {
  return new ProtomdlError('source-unreadable', `${url}: ${text}`, offset, '', { cause });
}

/** A Content-Range header (RFC 9110, 14.4) with unit bytes. Half-open; `size` is undefined for `*`. */
export interface ContentRange {
  readonly start: number;
  readonly end: number;
  readonly size: number | undefined;
}

/**
 * Parses a Content-Range header. Returns null if the header is not a satisfied range of bytes, or contradicts
 * itself.
 */
export function parseContentRange(header: string | null): ContentRange | null {
  const match = /^\s*bytes\s+(\d+)-(\d+)\/(\d+|\*)\s*$/i.exec(header ?? '');
  if (match === null) return null;
  const start = Number(match[1]);
  const end = Number(match[2]) + 1;
  const size = match[3] === '*' ? undefined : Number(match[3]);
  if (!Number.isSafeInteger(end) || end <= start) return null;
  if (size !== undefined && (!Number.isSafeInteger(size) || end > size)) return null;
  return { start, end, size };
}

/** Returns the size of the file from the header of an unsatisfied range (status 416), or null. */
export function parseUnsatisfiedSize(header: string | null): number | null {
  const match = /^\s*bytes\s+\*\/(\d+)\s*$/i.exec(header ?? '');
  const size = match === null ? Number.NaN : Number(match[1]);
  return Number.isSafeInteger(size) ? size : null;
}

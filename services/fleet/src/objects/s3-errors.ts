import { UnusableSource } from './listing.js';
import { type Concern, concernOf } from './s3-codes.js';

/** The object cannot be read now, for reasons that pass: another time it may. */
export class NotNow extends Error {
  override readonly name = 'NotNow';
}

/** The storage refuses the object. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** The object is archived, and has to be restored before it can be read. */
export class Archived extends Error {
  override readonly name = 'Archived';
}

/** The object cannot be read, for good. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';

  /** @param code as the engine has it */
  constructor(
    readonly code: 'source-not-found' | 'source-unreadable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Connections that broke, as Node has them. */
const BROKEN = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ETIMEDOUT',
]);

interface S3Error {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

export function statusOf(error: unknown): number | undefined {
  return (error as S3Error).$metadata?.httpStatusCode;
}

/** Whom an error concerns; undefined for what is neither an answer nor a broken connection. */
export function concernOfError(error: unknown): Concern | undefined {
  const { name = '', code = '', message = '' } = error as S3Error;
  const concern = concernOf(name, undefined) ?? concernOf(code, statusOf(error));
  if (concern !== undefined) return concern;
  if (BROKEN.has(code)) return 'moment';
  if (/socket hang up|aborted|premature|timed? ?out|Parse Error/i.test(message)) return 'moment';
  const status = statusOf(error) ?? 0;
  return status >= 400 ? 'object' : undefined;
}

/** Whether another try may do better: throttling, a server in trouble, a connection that broke. */
export function isPassing(error: unknown): boolean {
  return concernOfError(error) === 'moment';
}

/** As the class of whom it concerns; what is no answer stays as it is. */
export function classified(error: unknown, uri: string): unknown {
  const words = wordsOf(error);
  const cause = { cause: error };
  switch (concernOfError(error)) {
    case 'run':
      return new UnusableSource(words, cause);
    case 'moment':
      return new NotNow(words, cause);
    case 'refused':
      return new Refused(`${uri}: ${words}`, cause);
    case 'archived':
      return new Archived(`archived: restore it first (${words})`, cause);
    case 'object': {
      const isGone = statusOf(error) === 404 || statusOf(error) === 405;
      return new Unreadable(isGone ? 'source-not-found' : 'source-unreadable', `${uri}: ${words}`, cause);
    }
    default:
      return error;
  }
}

/** What went wrong in one line, without what a server may put into it. */
export function wordsOf(error: unknown): string {
  const { name = 'Error', message = '', code } = error as S3Error;
  const status = statusOf(error);
  const text = message === '' || message === name ? (code ?? '') : message;
  const line = `${name}${status === undefined ? '' : ` (${status})`}${text === '' || text === name ? '' : `: ${text}`}`;
  return line.replace(/\p{Cc}+/gu, ' ').slice(0, 300);
}

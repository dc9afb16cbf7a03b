import { UnusableSource } from './listing.js';

/** Keys that are wrong or have ended. */
export class CredentialsError extends UnusableSource {
  override readonly name = 'CredentialsError';
}

/** The object cannot be read now, for reasons that pass: another time it may. */
export class NotNow extends Error {
  override readonly name = 'NotNow';
}

/** Names of errors that are about keys, not about one object. */
const CREDENTIALS = new Set([
  'CredentialsProviderError',
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidAccessKeyId',
  'InvalidToken',
  'RequestExpired',
  'SignatureDoesNotMatch',
  'TokenRefreshRequired',
  'UnrecognizedClientException',
]);

/** Answers that are about the moment. */
const PASSING_STATUS = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

const PASSING_NAMES = new Set([
  'InternalError',
  'RequestTimeout',
  'RequestTimeTooSkewed',
  'ServiceUnavailable',
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'TimeoutError',
  'TooManyRequests',
]);

const PASSING_CODES = new Set([
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

export function isCredentials(error: unknown): boolean {
  const { name = '', code = '' } = error as S3Error;
  return CREDENTIALS.has(name) || CREDENTIALS.has(code);
}

/** Whether another try may do better: throttling, a server in trouble, a connection that broke. */
export function isPassing(error: unknown): boolean {
  const { name = '', code = '', message = '' } = error as S3Error;
  if (PASSING_NAMES.has(name) || PASSING_CODES.has(code)) return true;
  if (PASSING_STATUS.has(statusOf(error) ?? 0)) return true;
  return /socket hang up|aborted|premature|timed? ?out|Parse Error/i.test(message);
}

/** What went wrong in one line, without what a server may put into it. */
export function wordsOf(error: unknown): string {
  const { name = 'Error', message = '', code } = error as S3Error;
  const status = statusOf(error);
  const text = message === '' ? (code ?? '') : message;
  const line = `${name}${status === undefined ? '' : ` (${status})`}${text === '' ? '' : `: ${text}`}`;
  return line.replace(/\p{Cc}+/gu, ' ').slice(0, 300);
}

import { UnusableSource } from './listing.js';

/** Wrong or expired keys, or a missing bucket: no object of the source can be read. */
export class CredentialsError extends UnusableSource {
  override readonly name = 'CredentialsError';
}

/** The object cannot be read for a temporary reason. */
export class NotNow extends Error {
  override readonly name = 'NotNow';
}

/**
 * The server denies an object to these credentials. Many denials in a row mean that the whole source is
 * denied, for example by a changed policy.
 */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** An object that cannot be read, with the code of its result. */
export class ObjectFault extends Error {
  override readonly name = 'ObjectFault';

  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * What an error concerns: `object`; `source` if it concerns all objects of the source, as expired keys do;
 * `moment` if it is temporary, as throttling is; `denial` if one response cannot show whether the object or
 * the source is denied.
 */
export type S3Scope = 'object' | 'source' | 'moment' | 'denial';

/** Codes of S3's API reference ("Error responses"), of STS and of Node, by scope. */
const SCOPES: Readonly<Record<S3Scope, readonly string[]>> = {
  source: [
    'AccountProblem',
    'AllAccessDisabled',
    'AuthorizationHeaderMalformed',
    'AuthorizationQueryParametersError',
    'CredentialsProviderError',
    'ExpiredToken',
    'ExpiredTokenException',
    'IllegalLocationConstraintException',
    'IncorrectEndpoint',
    'InvalidAccessKeyId',
    'InvalidBucketName',
    'InvalidClientTokenId',
    'InvalidPayer',
    'InvalidSecurity',
    'InvalidToken',
    'NoSuchBucket',
    'NotSignedUp',
    'PermanentRedirect',
    'RequestExpired',
    'SignatureDoesNotMatch',
    'TokenRefreshRequired',
    'UnauthorizedAccess',
    'UnrecognizedClientException',
  ],
  denial: [
    '403',
    'AccessDenied',
    'AccessDeniedException',
    'Forbidden',
    'KMS.DisabledException',
    'KMS.InvalidKeyUsageException',
    'KMS.KMSInvalidStateException',
    'KMS.NotFoundException',
    'KMSAccessDenied',
    'UserKeyMustBeSpecified',
  ],
  moment: [
    '408',
    '409',
    '425',
    '429',
    '500',
    '502',
    '503',
    '504',
    'BandwidthLimitExceeded',
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
    'InternalError',
    'OperationAborted',
    'RequestTimeout',
    'RequestTimeTooSkewed',
    'ServiceUnavailable',
    'SlowDown',
    'Throttling',
    'ThrottlingException',
    'TimeoutError',
    'TooManyRequests',
  ],
  object: [
    '400',
    '404',
    '405',
    '410',
    '412',
    'InvalidObjectState',
    'InvalidRange',
    'KeyTooLongError',
    'MethodNotAllowed',
    'NoSuchKey',
    'NoSuchVersion',
    'NotFound',
    'ObjectNotInActiveTierError',
    'PreconditionFailed',
  ],
};

const SCOPE_OF = new Map(
  (Object.entries(SCOPES) as [S3Scope, readonly string[]][]).flatMap(([scope, codes]) =>
    codes.map((code) => [code, scope] as const),
  ),
);

/** Result codes that are more specific than `source-unreadable`, by name or status of the error. */
const FAULTS: Readonly<Record<string, string>> = {
  404: 'source-not-found',
  InvalidObjectState: 'object-archived',
  ObjectNotInActiveTierError: 'object-archived',
};

interface S3Error {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

export function statusOf(error: unknown): number | undefined {
  return (error as S3Error).$metadata?.httpStatusCode;
}

/**
 * Returns what an error concerns; undefined for an error that is neither S3's nor the network's. The name of
 * an error takes precedence over its status.
 */
export function scopeOf(error: unknown): S3Scope | undefined {
  const { name = '', code = '', message = '' } = error as S3Error;
  const status = statusOf(error);
  const known = SCOPE_OF.get(name) ?? SCOPE_OF.get(code) ?? SCOPE_OF.get(`${status}`);
  if (known !== undefined) return known;
  if (/socket hang up|aborted|premature|timed? ?out|Parse Error/i.test(message)) return 'moment';
  return status !== undefined && status >= 400 ? 'object' : undefined;
}

/** Returns true if a retry may succeed, as after throttling, a server error, or a broken connection. */
export function isPassing(error: unknown): boolean {
  return scopeOf(error) === 'moment';
}

/** Returns the error to throw for a failed response; unknown errors are returned unchanged. */
export function errorOf(error: unknown, place = ''): unknown {
  const text = `${place === '' ? '' : `${place}: `}${wordsOf(error)}`;
  switch (scopeOf(error)) {
    case 'source':
      return new CredentialsError(text, { cause: error });
    case 'denial':
      return new Refused(text, { cause: error });
    case 'moment':
      return new NotNow(text, { cause: error });
    case 'object': {
      const { name = '' } = error as S3Error;
      return new ObjectFault(FAULTS[name] ?? FAULTS[`${statusOf(error)}`] ?? 'source-unreadable', text, {
        cause: error,
      });
    }
    case undefined:
      return error;
  }
}

/** Describes an error in one line with S3's code, without control characters. */
export function wordsOf(error: unknown): string {
  const { name = 'Error', message = '', code } = error as S3Error;
  const status = statusOf(error);
  const text = message === '' ? (code ?? '') : message;
  const line = `${name}${status === undefined ? '' : ` (${status})`}${text === '' ? '' : `: ${text}`}`;
  return line.replace(/\p{Cc}+/gu, ' ').slice(0, 300);
}

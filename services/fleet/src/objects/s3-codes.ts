/** Whom an answer of S3 concerns. */
export type Concern =
  /** This object alone, for good. */
  | 'object'
  /** This object alone, until it is restored from an archive. */
  | 'archived'
  /** This object, or all: a policy may deny some, or everything from now on. */
  | 'refused'
  /** Every object of the run: keys, the bucket, the region. */
  | 'run'
  /** The moment: another try may do better. */
  | 'moment';

/** Codes of S3 and of its SDK, by whom they concern. Those that are not here go by their status. */
const CONCERNS: Readonly<Record<Concern, readonly string[]>> = {
  object: [
    'InvalidRange',
    'KeyTooLongError',
    'MethodNotAllowed',
    'NoSuchKey',
    'NoSuchVersion',
    'NotFound',
    'PreconditionFailed',
  ],
  archived: ['InvalidObjectState'],
  refused: ['AccessDenied', 'Forbidden', 'KMS.AccessDeniedException', 'AccessDeniedException'],
  run: [
    'AccountProblem',
    'AllAccessDisabled',
    'AuthorizationHeaderMalformed',
    'CredentialsProviderError',
    'ExpiredToken',
    'ExpiredTokenException',
    'IllegalLocationConstraintException',
    'InvalidAccessKeyId',
    'InvalidBucketName',
    'InvalidClientTokenId',
    'InvalidPayer',
    'InvalidSecurity',
    'InvalidToken',
    'KMS.DisabledException',
    'KMS.InvalidStateException',
    'KMS.NotFoundException',
    'NoSuchBucket',
    'NotSignedUp',
    'PermanentRedirect',
    'RequestExpired',
    'SignatureDoesNotMatch',
    'TokenRefreshRequired',
    'UnrecognizedClientException',
  ],
  moment: [
    'BandwidthLimitExceeded',
    'InternalError',
    'OperationAborted',
    'RequestLimitExceeded',
    'RequestThrottled',
    'RequestThrottledException',
    'RequestTimeTooSkewed',
    'RequestTimeout',
    'ServiceUnavailable',
    'SlowDown',
    'TemporaryRedirect',
    'Throttling',
    'ThrottlingException',
    'TimeoutError',
    'TooManyRequests',
    'TooManyRequestsException',
  ],
};

const BY_CODE = new Map(
  Object.entries(CONCERNS).flatMap(([concern, codes]) => codes.map((code) => [code, concern as Concern])),
);

/** Of answers that have no body, as to HEAD, and of servers with codes of their own. */
const BY_STATUS: Readonly<Record<number, Concern>> = {
  ...{ 301: 'run', 401: 'run', 403: 'refused', 404: 'object', 416: 'object' },
  ...{ 408: 'moment', 409: 'moment', 425: 'moment', 429: 'moment', 500: 'moment', 502: 'moment' },
  ...{ 503: 'moment', 504: 'moment' },
};

/** @param code of the answer; the SDK's name where it has none */
export function concernOf(code: string, status: number | undefined): Concern | undefined {
  return BY_CODE.get(code) ?? (status === undefined ? undefined : BY_STATUS[status]);
}

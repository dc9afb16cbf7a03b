/** Every error code with its status. */
export const STATUS_OF = {
  INVALID_REQUEST: 400,
  UNSUPPORTED_DATA_TYPE: 400,
  INVALID_CONTENT: 400,
  INVALID_TOKEN: 401,
  INVALID_CREDENTIALS: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  NOT_CONFIGURED: 501,
  UPSTREAM_ERROR: 502,
  UNAVAILABLE: 503,
  UPSTREAM_TIMEOUT: 504,
} as const;

export type ErrorCode = keyof typeof STATUS_OF;

/** A mistake in a request: a JSON pointer, and the rule that the value at this position breaks. */
export interface ErrorDetail {
  path: string;
  message: string;
}

/**
 * An error that a request gets as its response. The message reaches the caller, so it never quotes content or secrets.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly extra: { details?: ErrorDetail[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
  }

  get status(): number {
    return STATUS_OF[this.code];
  }
}

/** Returns a 400 error with one detail. */
export function invalidRequest(path: string, message: string): ApiError {
  return new ApiError('INVALID_REQUEST', `The request is not valid: ${path || 'the body'} ${message}.`, {
    details: [{ path, message }],
  });
}

/** Returns what a look-up found; throws NOT_FOUND if it found nothing. */
export function found<T>(value: T | undefined | false, what: string): T {
  if (value === undefined || value === false) throw new ApiError('NOT_FOUND', `There is no such ${what}.`);
  return value;
}

export function errorBody(error: ApiError) {
  const { details } = error.extra;
  return {
    status: 'error',
    error: {
      code: error.code,
      message: error.message,
      ...(details && error.status === 400 ? { details } : {}),
    },
  };
}

/** The database cannot answer now: it is down, starting or too busy, or took too long. Services answer 503. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

interface PostgresError extends Error {
  code: string;
  constraint?: string;
}

const UNIQUE_VIOLATION = '23505';
const INTEGRITY_VIOLATIONS = '23';

/** Codes of serialization failures and deadlocks, after which a retry of the transaction may succeed. */
const RETRIED = new Set(['40001', '40P01']);

/**
 * SQLSTATE classes and codes of errors that concern the server and not the statement: 08 connection, 53 resources (disk
 * full, too many connections), 57 operator intervention (shut-down, starting, statement time-out), 58 system error.
 */
const UNAVAILABLE_CLASSES = new Set(['08', '53', '57', '58']);
const INTERNAL_ERROR = 'XX000';

function isPostgresError(error: unknown): error is PostgresError {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string';
}

/** Returns true if a unique constraint was violated: the named constraint; without a name, any constraint. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    isPostgresError(error) &&
    error.code === UNIQUE_VIOLATION &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/** The name of the constraint that was violated: unique, foreign key, check, not null or exclusion. */
export function violatedConstraint(error: unknown): string | undefined {
  return isPostgresError(error) && error.code.startsWith(INTEGRITY_VIOLATIONS) ? error.constraint : undefined;
}

/**
 * Returns true if the connection is still usable after the error, because the server reported the error, or because a
 * value of the response could not be read.
 */
export function leavesConnectionWhole(error: unknown): boolean {
  return error instanceof UnsafeInteger || isPostgresError(error);
}

export function isRetried(error: unknown): boolean {
  return isPostgresError(error) && RETRIED.has(error.code);
}

/**
 * Converts an error of the driver to the error that the kit throws. Errors from PostgreSQL are returned unchanged,
 * unless they mean that the server is unavailable. All other errors of the driver concern the connection, and become
 * DatabaseUnavailable.
 */
export function translated(error: unknown): unknown {
  if (error instanceof UnsafeInteger) return error;
  if (isPostgresError(error)) {
    const unavailable = UNAVAILABLE_CLASSES.has(error.code.slice(0, 2)) || isEmbeddedAbort(error);
    return unavailable ? new DatabaseUnavailable(error.message, { cause: error }) : error;
  }
  return error instanceof Error ? new DatabaseUnavailable(error.message, { cause: error }) : error;
}

/** If the embedded database cannot write a file, it reports an internal error. */
function isEmbeddedAbort(error: PostgresError): boolean {
  return error.code === INTERNAL_ERROR && /could not (write|extend|fsync|open|create)/.test(error.message);
}

/** A column of type int8 has a value that a number cannot represent. */
export class UnsafeInteger extends RangeError {
  override readonly name = 'UnsafeInteger';

  constructor(text: string) {
    super(`the database returned ${text}, which a number cannot hold exactly`);
  }
}

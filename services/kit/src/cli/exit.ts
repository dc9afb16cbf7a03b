// The imports name single files, because loading the database or TypeBox would delay every command.
import { ConfigError } from '../config/error.js';
import { DataDirInUse } from '../data-dir/index.js';
import { DatabaseUnavailable } from '../db/errors.js';
import { MigrationError } from '../migrations/error.js';

export const EXIT = { ok: 0, problems: 1, usage: 2, environment: 3, bug: 4 } as const;

/** Ends a command with a message for the user and an exit code. */
export class ExitError extends Error {
  override readonly name = 'ExitError';
  readonly code: 1 | 2 | 3 | 4;

  constructor(code: 1 | 2 | 3 | 4, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Errors of the system: ports, files, rights, space. */
const ENVIRONMENT_CODES = new Set(
  `
  EADDRINUSE EADDRNOTAVAIL EACCES EPERM ENOENT ENOSPC EROFS ENOTDIR EISDIR EEXIST EMFILE ECONNREFUSED
  ENOTFOUND`
    .trim()
    .split(/\s+/),
);

/**
 * Returns the exit code of an error. For `EXIT.bug`, the caller shows the stack; for other codes, the message is
 * enough.
 */
export function exitCodeOf(error: unknown): number {
  if (error instanceof ExitError) return error.code;
  if (error instanceof ConfigError) return EXIT.usage;
  if (
    error instanceof DataDirInUse ||
    error instanceof DatabaseUnavailable ||
    error instanceof MigrationError
  ) {
    return EXIT.environment;
  }
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code !== undefined && ENVIRONMENT_CODES.has(code) ? EXIT.environment : EXIT.bug;
}

import { DatabaseUnavailable } from '@services/kit/db';
import { MigrationError } from '@services/kit/migrations';
import { CommanderError } from 'commander';
import { UsageError } from '../db/fleet-database.js';
import { ListingError } from '../objects/listing.js';
import { CredentialsError } from '../objects/s3-errors.js';
import { FilterError } from '../results/filter.js';
import { NoSuchRun } from '../runs/run.js';

/** Exit codes: those of the command `protomdl`. */
export const EXIT = { ok: 0, found: 1, usage: 2, unreadable: 3, bug: 4 } as const;

/** The exit code of an error, and whether its message is enough; of others the stack is shown. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof UsageError || error instanceof NoSuchRun || error instanceof FilterError)
    return EXIT.usage;
  if (
    error instanceof ListingError ||
    error instanceof CredentialsError ||
    error instanceof DatabaseUnavailable ||
    error instanceof MigrationError
  ) {
    return EXIT.unreadable;
  }
  // Of the system: ports, files, connections.
  if (/^E[A-Z]+$/.test((error as NodeJS.ErrnoException).code ?? '')) return EXIT.unreadable;
  return EXIT.bug;
}

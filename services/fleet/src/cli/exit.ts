import { DatabaseUnavailable } from '@services/kit/db';
import { MigrationError } from '@services/kit/migrations';
import { CommanderError } from 'commander';
import { isProtomdlError } from 'protomdl';
import { UsageError } from '../db/fleet-database.js';
import { ListingError, UnusableSource } from '../objects/listing.js';
import { ModuleError } from '../objects/module.js';
import { FilterError } from '../results/filter.js';
import { NoSuchRun } from '../runs/run.js';
import { IncompleteRun } from '../status/completeness.js';
import { shortageOf } from '../work/shortage.js';

/** Exit codes, the same as those of the command `protomdl`. */
export const EXIT = { ok: 0, found: 1, usage: 2, unreadable: 3, bug: 4 } as const;

/**
 * Returns the exit code of an error. For the code `bug` the caller prints the stack, for other codes only the
 * message.
 */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if ([UsageError, NoSuchRun, FilterError, ModuleError].some((usage) => error instanceof usage)) {
    return EXIT.usage;
  }
  if (isProtomdlError(error)) return error.code === 'config-invalid' ? EXIT.usage : EXIT.unreadable;
  if (
    shortageOf(error) !== undefined ||
    error instanceof IncompleteRun ||
    error instanceof ListingError ||
    error instanceof UnusableSource ||
    error instanceof DatabaseUnavailable ||
    error instanceof MigrationError
  ) {
    return EXIT.unreadable;
  }
  // Errors of the system, such as errors of ports, files and connections.
  if (/^E[A-Z]+$/.test((error as NodeJS.ErrnoException).code ?? '')) return EXIT.unreadable;
  return EXIT.bug;
}

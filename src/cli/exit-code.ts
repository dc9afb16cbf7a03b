/** Exit codes of every command; `README.md` has the table for users. */
export const EXIT = {
  /** Nothing was found at or above `--fail-on`. */
  ok: 0,
  /** Findings, a difference, a regression or a crash were found. */
  found: 1,
  /** Usage or configuration error; or no file matched. */
  usage: 2,
  /**
   * An input could not be read, or an output could not be written: a problem of the disk, not of the command
   * line.
   */
  unreadable: 3,
  /** Internal error. */
  bug: 4,
  /** A time or size budget was used up. */
  budget: 5,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Most important first. */
const PRECEDENCE: readonly ExitCode[] = [
  EXIT.interrupted,
  EXIT.terminated,
  EXIT.bug,
  EXIT.usage,
  EXIT.budget,
  EXIT.unreadable,
  EXIT.found,
];

/** The most important of several codes. */
export function heaviestExit(codes: Iterable<ExitCode>): ExitCode {
  const seen = new Set(codes);
  return PRECEDENCE.find((code) => seen.has(code)) ?? EXIT.ok;
}

/**
 * Ends a command with one line on standard error. The error is not a bug: the message concerns the user's
 * input.
 */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    message: string,
    readonly exitCode: ExitCode = EXIT.usage,
  ) {
    super(message);
  }
}

/** The reader of our output has gone: the work ends without a message. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

/** Exit codes of every command; `README.md` has the table for users. */
export const EXIT = {
  /** No findings at or above the level of `--fail-on`. */
  ok: 0,
  /** Findings, a difference, a regression, or a crash. */
  found: 1,
  /** Usage or configuration error; or no file matched. */
  usage: 2,
  /** The command line is correct, but an input could not be read, or an output could not be written. */
  unreadable: 3,
  /** Internal error. */
  bug: 4,
  /** A time or size budget was used up. */
  budget: 5,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Exit codes, beginning with the most important. */
const PRECEDENCE: readonly ExitCode[] = [
  EXIT.interrupted,
  EXIT.terminated,
  EXIT.bug,
  EXIT.usage,
  EXIT.budget,
  EXIT.unreadable,
  EXIT.found,
];

export function heaviestExit(codes: Iterable<ExitCode>): ExitCode {
  const seen = new Set(codes);
  return PRECEDENCE.find((code) => seen.has(code)) ?? EXIT.ok;
}

/**
 * Error that ends a command with one line on standard error, for problems of the user's input, which are not
 * bugs.
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

/** Error that ends a command without a message, because the reader of the output has gone. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

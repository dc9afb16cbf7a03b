import { EXIT, type ExitCode } from './exit-code.js';

/** Ends a command with one line on standard error. Not a bug: the message concerns the user's input. */
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

import { EXIT, type ExitCode } from './exit-code.js';

/** Exit code after a failure with this code: the input could not be read, or it is broken. */
export function exitCodeOf(code: string): ExitCode {
  return code.startsWith('source-') ? EXIT.unreadable : EXIT.found;
}

/** Returns a message about a file without the file's name, which it may begin with. */
export function withoutName(message: string, path: string): string {
  return message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message;
}

/** Returns the message with the name before it, once. */
export function withName(message: string, path: string): string {
  return `${path}: ${withoutName(message, path)}`;
}

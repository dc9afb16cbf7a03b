import { EXIT, type ExitCode } from './exit-code.js';

/** What a command ends with that gave up on an input for this code: it could not be read, or it is broken. */
export function exitCodeOf(code: string): ExitCode {
  return code.startsWith('source-') ? EXIT.unreadable : EXIT.found;
}

/** A message about a file, which may begin with its name or not, without it. */
export function withoutName(message: string, path: string): string {
  return message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message;
}

/** The same with the name in front, once. */
export function withName(message: string, path: string): string {
  return `${path}: ${withoutName(message, path)}`;
}

import { escapeText } from '../show/report/escape.js';
import { TOOL } from '../show/report/tool.js';
import { EXIT, type ExitCode } from './exit-code.js';
import type { Host } from './host.js';

/** Writes one line to standard error, escaped. */
export async function complain(host: Host, message: string): Promise<void> {
  try {
    await host.stderr.write(`${TOOL.name}: ${escapeText(message)}\n`);
  } catch {
    // If the reader of standard error has gone, the exit code still reports the error.
  }
}

/**
 * Reports an internal error in one line. A stack trace only helps developers of the tool.
 * @param about subject of the current work, such as the name of a file
 */
export async function reportBug(host: Host, thrown: unknown, about = ''): Promise<void> {
  const error = isErrorLike(thrown) ? thrown : new Error(String(thrown));
  const what = `${error.name}: ${error.message}`;
  await complain(
    host,
    `${about === '' ? '' : `${about}: `}internal error: ${what} (a bug in ${TOOL.name} ${TOOL.version}: ` +
      'please report it as CONTRIBUTING.md says; PROTOMDL_DEBUG=1 shows where it happened)',
  );
  if (host.env.PROTOMDL_DEBUG === '1') {
    await host.stderr.write(`${error.stack}\n`).catch(() => {});
  }
}

/** True for an Error, or for the plain data of an error from a worker. */
function isErrorLike(thrown: unknown): thrown is Pick<Error, 'name' | 'message' | 'stack'> {
  return typeof thrown === 'object' && thrown !== null && 'name' in thrown && 'message' in thrown;
}

/** Returns the exit code for an error with this code: the input could not be read, or is broken. */
export function exitCodeOf(code: string): ExitCode {
  return code.startsWith('source-') ? EXIT.unreadable : EXIT.found;
}

/** Returns a message about a file without the name of the file, with which the message may begin. */
export function withoutName(message: string, path: string): string {
  return message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message;
}

/** Returns a message about a file that begins with the name of the file. */
export function withName(message: string, path: string): string {
  return `${path}: ${withoutName(message, path)}`;
}

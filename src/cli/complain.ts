import { escapeText } from '../show/report/escape.js';
import { TOOL } from '../show/report/tool.js';
import type { Host } from './host.js';

/** One line on standard error, escaped. */
export async function complain(host: Host, message: string): Promise<void> {
  try {
    await host.stderr.write(`${TOOL.name}: ${escapeText(message)}\n`);
  } catch {
    // The reader has gone; the exit code still speaks.
  }
}

/**
 * What to say when we are at fault: one line. A stack trace only helps those who work on the tool.
 * @param about what was being worked on, such as a file's name
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

/** An Error, or the plain data of one that came from a worker. */
function isErrorLike(thrown: unknown): thrown is Pick<Error, 'name' | 'message' | 'stack'> {
  return typeof thrown === 'object' && thrown !== null && 'name' in thrown && 'message' in thrown;
}

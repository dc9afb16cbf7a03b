import type { Severity } from '../../base/diagnostics/diagnostic.js';
import { escapeText } from './escape.js';
import type { ReportedFile } from './reporter.js';
import { offsetText } from './text.js';

/** A problem of a file, in any command. */
interface Problem {
  /** Name of the file as the user gave it; for a text file, followed by `:line:column`. */
  readonly file: string;
  readonly severity?: Severity;
  /** Code of the catalogue, or of an error: `wire-truncated`, `source-not-found`. */
  readonly code: string;
  readonly message: string;
  /** Absolute offset in bytes; a negative offset is ignored. */
  readonly offset?: number;
  /** Field path in schema names. */
  readonly path?: string;
}

/**
 * Formats a problem in the form that all commands print and the package's problem matchers read: `model.hef:
 * error: the bytes end inside a record [wire-truncated at 3000 (0xbb8) in network_groups[0]]`. The text is
 * not escaped.
 */
export function problemText({ file, severity = 'error', ...fault }: Problem): string {
  const name = file === '-' ? '(standard input)' : file;
  return `${name}: ${severity}: ${faultText(fault)}`;
}

/** Formats a problem without its file and severity, for reports that print them separately. */
export function faultText({
  code,
  message,
  offset = -1,
  path = '',
}: Omit<Problem, 'file' | 'severity'>): string {
  const at = offset < 0 ? '' : ` at ${offsetText(offset)}`;
  const where = path === '' ? '' : ` in ${path}`;
  return `${message} [${code}${at}${where}]`;
}

/** Returns the error of an unreadable file, without the file's name, which stands beside the text. */
export function failureText({ error, path }: ReportedFile): string {
  const message = error?.message ?? 'cannot be read';
  return escapeText(message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message);
}

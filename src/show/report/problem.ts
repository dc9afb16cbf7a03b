import type { Severity } from '../../base/diagnostics/severity.js';
import { offsetText } from './text.js';

/** Something about a file, in whatever command it comes to light. */
export interface Problem {
  /** As the user named it; of a text with `:line:column`. */
  readonly file: string;
  readonly severity?: Severity;
  /** Of the catalogue, or of an error: `wire-truncated`, `source-not-found`. */
  readonly code: string;
  readonly message: string;
  /** Absolute, in bytes; none below 0. */
  readonly offset?: number;
  /** Of fields, in schema names. */
  readonly path?: string;
}

/**
 * The one form of all commands, which the problem matchers of the package read:
 * `model.hef: error: the bytes end inside a record [wire-truncated at 3000 (0xbb8) in network_groups[0]]`.
 * Not escaped.
 */
export function problemText({ file, severity = 'error', ...fault }: Problem): string {
  const name = file === '-' ? '(standard input)' : file;
  return `${name}: ${severity}: ${faultText(fault)}`;
}

/** The same without file and severity, for a report that has said them. */
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

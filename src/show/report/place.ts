import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { escapeText } from './escape.js';
import { grouped, offsetText } from './text.js';

/** Formats a span: `at 1042 (0x412), 6 bytes`. */
export function spanText({ offset, length }: Pick<Diagnostic, 'offset' | 'length'>): string {
  if (length === 0) return `at ${offsetText(offset)}`;
  return `at ${offsetText(offset)}, ${length === 1 ? '1 byte' : `${grouped(length)} bytes`}`;
}

export function findingText(
  diagnostic: Pick<Diagnostic, 'message' | 'path' | 'count' | 'offset' | 'length'>,
): string {
  const { message, path, count } = diagnostic;
  const times = count > 1 ? ` (${grouped(count)} times)` : '';
  const where = path === '' ? spanText(diagnostic) : `${escapeText(path)} ${spanText(diagnostic)}`;
  return `${escapeText(message)}${times} [${where}]`;
}

/** Formats a file's path in the style of repositories: `/` between folders, no `./` at the beginning. */
export function repositoryPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(?:\.\/+)+/, '');
}

/**
 * Formats a path as a URI reference; an absolute path becomes a `file:` URI, and standard input becomes
 * `stdin`.
 */
export function fileUri(path: string): string {
  if (path === '-') return 'stdin';
  const parts = repositoryPath(path).split('/');
  const encoded = parts.map((part, index) => {
    // The colon of a drive letter is not escaped. In a relative reference, a drive letter would be read as a
    // scheme.
    if (index === 0 && /^[A-Za-z]:$/.test(part)) return part;
    return encodeURIComponent(part.replace(/\p{Cs}/gu, '\ufffd')).replace(/[!'()*]/g, (char) => {
      return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
    });
  });
  const uri = encoded.join('/');
  if (uri.startsWith('/')) return `file://${uri}`;
  return /^[A-Za-z]:/.test(uri) ? `file:///${uri}` : uri;
}

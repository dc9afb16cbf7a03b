import type { HashSubject } from '../../tools/rewrite/hash.js';
import { jsonText, type Tool } from './json.js';

export interface HashedFile {
  readonly path: string;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly hash: string | null;
}

/**
 * Formats a line as `sha256sum` does: digits, two spaces, the name. If the name has a line break, the line is
 * marked by a backslash, and the name is escaped.
 */
export function hashLine({ path, hash }: HashedFile): string {
  const isOdd = /[\\\n\r]/.test(path);
  const name = path.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/\r/g, '\\r');
  return `${isOdd ? '\\' : ''}${hash}  ${name}\n`;
}

/**
 * Formats `hash --format json`: `{ schemaVersion, tool, what, algorithm, files: [{ path, error, hash }] }`.
 */
export function hashJson(
  tool: Tool,
  what: HashSubject,
  algorithm: string,
  files: readonly HashedFile[],
): string {
  return jsonText(tool, { what, algorithm, files });
}

import { isProtomdlError } from '../../base/diagnostics/error.js';
import { offsetText } from '../../show/report/text.js';

export interface Failure {
  /** Code of the catalogue or of a source; null for a bug of this program. */
  readonly code: string | null;
  readonly message: string;
  /** Absolute offset; null for an error without a place. */
  readonly offset: number | null;
  readonly path: string;
}

export function failureOf(error: unknown): Failure {
  if (isProtomdlError(error)) {
    const { code, message, offset, path } = error;
    return { code, message, offset: offset === undefined || offset < 0 ? null : offset, path };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: null, message, offset: null, path: '' };
}

export function failureText({ code, message, offset, path }: Failure): string {
  const place = offset === null ? '' : ` (at ${offsetText(offset)}${path === '' ? '' : ` in ${path}`})`;
  return `${code === null ? '' : `${code}: `}${message}${place}`;
}

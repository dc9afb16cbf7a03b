import { isProtomdlError } from '../../base/diagnostics/error.js';
import { offsetText } from '../../show/report/text.js';

/** Why something could not be done, for showing. */
export interface Failure {
  /** Of the catalogue, or of sources; null of a bug of ours. */
  readonly code: string | null;
  readonly message: string;
  /** Absolute; null where it has no place. */
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

/** In one line, not escaped. */
export function failureText({ code, message, offset, path }: Failure): string {
  const place = offset === null ? '' : ` (at ${offsetText(offset)}${path === '' ? '' : ` in ${path}`})`;
  return `${code === null ? '' : `${code}: `}${message}${place}`;
}

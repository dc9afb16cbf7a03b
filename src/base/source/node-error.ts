import { isProtomdlError, ProtomdlError } from '../diagnostics/error.js';

/**
 * Converts an error of the file system to an error of this library: `source-not-found`,
 * `source-no-permission`, `source-is-directory`, and `source-unreadable` for all other errors. The cause is
 * kept.
 * @param name the user's name for the file
 */
export function fileSystemError(error: unknown, name: string, offset = -1): ProtomdlError {
  if (isProtomdlError(error)) return error;
  const because = (code: string, text: string) =>
    new ProtomdlError(code, `${name}: ${text}`, offset, '', { cause: error });
  switch ((error as NodeJS.ErrnoException | undefined)?.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return because(
        'source-not-found',
        name.includes('\\') && process.platform !== 'win32'
          ? 'there is no such file; / separates folders here, and \\ is part of a name'
          : 'there is no such file',
      );
    case 'EACCES':
    case 'EPERM':
      return because('source-no-permission', 'no permission to read it');
    case 'EISDIR':
      return isDirectory(name, error);
    default:
      return because(
        'source-unreadable',
        `cannot be read: ${error instanceof Error ? error.message : error}`,
      );
  }
}

/** @param cause error of the system, if the system reported an error */
export function isDirectory(name: string, cause?: unknown): ProtomdlError {
  return new ProtomdlError('source-is-directory', `${name}: is a directory`, -1, '', { cause });
}

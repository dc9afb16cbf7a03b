import { isProtomdlError } from '../../base/diagnostics/error.js';
import { openForOnce } from '../../base/source/file.js';
import type { Source } from '../../base/source/source.js';
import { type FileReport, namedBy, unreadable, type ValidateOptions } from './file-report.js';
import { nodeChecksums } from './node-checksums.js';
import { type EngineOptions, validate } from './validate.js';

/**
 * Validates one file by name. Does not throw for faults of the file: a file that cannot be opened or read is
 * `unreadable`, with a `source-*` code.
 * @throws only for internal errors
 */
export async function validateFile(path: string, options: ValidateOptions = {}): Promise<FileReport> {
  return validateOpened(() => openForOnce(path, false), namedBy(path, options));
}

/** Validates a source that this function opens and closes. */
export async function validateOpened(
  open: () => Source | Promise<Source>,
  options: EngineOptions = {},
): Promise<FileReport> {
  let source: Source | undefined;
  try {
    source = await open();
    if (options.checksum === false) return await validate(source, options);
    return await validate(source, { checksums: nodeChecksums, ...options });
  } catch (error) {
    if (isProtomdlError(error)) return unreadable(error.code, error.message);
    throw error;
  } finally {
    await source?.close();
  }
}

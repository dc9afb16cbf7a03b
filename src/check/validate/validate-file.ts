import { isProtomdlError } from '../../base/diagnostics/error.js';
import { openForOnce } from '../../base/source/file.js';
import type { Source } from '../../base/source/source.js';
import { builtPlan } from './built-plan.js';
import type { FileReport, ValidateOptions } from './file-report.js';
import { namedBy } from './named-by.js';
import { nodeChecksums } from './node-checksums.js';
import { storePlan } from './stored-plan.js';
import { unreadable } from './unreadable.js';
import { type EngineOptions, validate } from './validate.js';

storePlan(builtPlan);

/**
 * Validates one file by name. Never throws for what is wrong with the file: one that cannot be opened or
 * read is `unreadable`, with a `source-*` code.
 * @throws only for bugs of ours
 */
export async function validateFile(path: string, options: ValidateOptions = {}): Promise<FileReport> {
  return validateOpened(() => openForOnce(path, false), namedBy(path, options));
}

/** The same for a source that is still to be opened, which is closed afterwards. */
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

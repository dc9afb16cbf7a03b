import { basename } from 'node:path';
import type { FramingMode } from '../base/container/detect.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { reading } from '../base/source/source.js';
import { reportPictures } from '../show/report/report-pictures.js';
import type { ReportPicture } from '../show/report/reporter.js';
import { type CommandInput, openAtOnce } from './input.js';

/**
 * Returns the pictures of a regular file for its report; empty if the file has disappeared after its
 * validation.
 */
export async function picturesOf(
  input: CommandInput,
  framing: FramingMode = 'auto',
): Promise<ReportPicture[]> {
  try {
    return await reading(openAtOnce(input), async (source) => {
      return await reportPictures(source, basename(input.path), { framing });
    });
  } catch (error) {
    if (isProtomdlError(error)) return [];
    throw error;
  }
}

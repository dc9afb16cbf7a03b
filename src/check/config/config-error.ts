import { ProtomdlError } from '../../base/diagnostics/error.js';

/** Something wrong with settings, patterns or a baseline: the user's to mend. */
export function configError(message: string): ProtomdlError {
  return new ProtomdlError('config-invalid', message);
}

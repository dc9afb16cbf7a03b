import { ProtomdlError } from '../../base/diagnostics/error.js';

/** An error in settings, patterns or a baseline, which the user has to correct. */
export function configError(message: string): ProtomdlError {
  return new ProtomdlError('config-invalid', message);
}

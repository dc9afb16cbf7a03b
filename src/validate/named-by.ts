import type { ValidateOptions } from './file-report.js';

/** Loaders are given `.hef` files, whatever is in them. */
export function namedBy(path: string, options: ValidateOptions = {}): ValidateOptions {
  return path.toLowerCase().endsWith('.hef') ? { ...options, named: 'framed' } : options;
}

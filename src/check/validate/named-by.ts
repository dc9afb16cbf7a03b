import type { ValidateOptions } from './file-report.js';

/**
 * Options for a file by its name, as the command has them: a loader that is given a `.hef` file takes it for a framed one,
 * whatever is in it, and predictions say what comes of that.
 * @param path or name, of which the ending counts; anything may be before it, as in an address
 */
export function namedBy<Options extends ValidateOptions>(path: string, options: Options): Options {
  return path.toLowerCase().endsWith('.hef') ? { ...options, named: 'framed' } : options;
}

import type { ValidateOptions } from './file-report.js';

/**
 * Options for a file by its name, as in the command: a loader reads a `.hef` file as framed, whatever its
 * content, and predictions report the result.
 * @param path path, name or URL, of which only the ending counts
 */
export function namedBy<Options extends ValidateOptions>(path: string, options: Options): Options {
  return path.toLowerCase().endsWith('.hef') ? { ...options, named: 'framed' } : options;
}

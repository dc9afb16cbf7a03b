import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of a command's program, or the reason that it cannot be used. */
export type CommandFile =
  | { readonly path: string; readonly problem?: undefined }
  | { readonly path?: undefined; readonly problem: string };

/**
 * Finds a program in the manner of `execvp`: a name with a slash is a path, any other is searched in PATH.
 * This happens before the start, so that a missing command is distinguished from one that ends with 127.
 */
export function findCommand(name: string, path: string | undefined, folder = process.cwd()): CommandFile {
  if (name === '') return { problem: 'no command is given' };
  if (name.includes('/')) return inspect(name.startsWith('/') ? name : join(folder, name));
  let denied: CommandFile | undefined;
  for (const place of (path ?? '/usr/local/bin:/usr/bin:/bin').split(delimiter)) {
    const found = inspect(join(place === '' ? folder : place, name));
    if (found.path !== undefined) return found;
    if (!found.problem.endsWith(MISSING)) denied ??= found;
  }
  return denied ?? { problem: `${name}: there is no such command in PATH` };
}

const MISSING = 'there is no such file';

function inspect(path: string): CommandFile {
  try {
    if (statSync(path).isDirectory()) return { problem: `${path}: is a directory, not a program` };
    accessSync(path, constants.X_OK);
    return { path };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { problem: `${path}: ${MISSING}` };
    if (code === 'EACCES') return { problem: `${path}: may not be executed (chmod +x?)` };
    return { problem: `${path}: ${(error as Error).message}` };
  }
}

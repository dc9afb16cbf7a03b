import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileSystemError } from '../base/source/node-error.js';
import { letOthersIn, Yielder } from '../base/source/yielder.js';
import type { CommandInput } from './input.js';
import type { FileSearch } from './search.js';

/** Folder in which npm and similar tools put packages. */
export const PACKAGES = 'node_modules';

const SUFFIXES = ['.mdl', '.hef'];

/**
 * True for a name of a model. Case is ignored, because files from other systems may be called `MODEL.HEF`.
 */
export function isModelName(name: string): boolean {
  const suffix = name.slice(-4).toLowerCase();
  return SUFFIXES.includes(suffix);
}

/** True for hidden files and directories, and for packages. */
export function isPassedOver(name: string, isFolder: boolean): boolean {
  return name.startsWith('.') || (isFolder && name === PACKAGES);
}

/**
 * Yields the model files in a directory and its subdirectories. The entries of each directory are sorted by
 * the bytes of their names. Hidden files and directories, `node_modules`, FIFOs and devices are left out.
 * Links to files count as files. Links to directories are not followed, so that the walk has no cycles. A
 * directory that cannot be listed becomes an input, for which reading fails. Signals are handled between
 * entries.
 * @param search further entries to leave out
 */
export async function* walk(directory: string, search?: FileSearch): AsyncGenerator<CommandInput> {
  // No recursion is used, because a file system can nest folders deeper than the stack allows.
  const open: Iterator<Dirent>[] = [];
  const paths: string[] = [];
  const enter = (path: string): CommandInput | undefined => {
    try {
      open.push(list(path));
      paths.push(path);
      search?.enter(path);
      return undefined;
    } catch (error) {
      const { code, message } = nameProblem(path) ?? fileSystemError(error, path);
      return { path, kind: 'other', size: 0, problem: { code, message } };
    }
  };
  const failed = enter(directory);
  if (failed !== undefined) yield failed;
  const turns = new Yielder(letOthersIn);
  while (open.length > 0) {
    if (turns.isDue) await turns.take();
    const { value: entry, done } = open.at(-1)!.next();
    if (done) {
      open.pop();
      paths.pop();
      continue;
    }
    if (isPassedOver(entry.name, entry.isDirectory())) continue;
    const path = join(paths.at(-1)!, entry.name);
    if (search?.omits(path, entry.isDirectory())) continue;
    if (entry.isDirectory()) {
      const unreadable = enter(path);
      if (unreadable !== undefined) yield unreadable;
    } else if (isModelName(entry.name)) {
      const input = modelFile(path);
      if (input !== undefined) yield input;
    }
  }
}

function list(path: string): Iterator<Dirent> {
  const entries = readdirSync(path, { withFileTypes: true });
  return entries
    .map((entry) => ({ entry, key: Buffer.from(entry.name) }))
    .sort((a, b) => Buffer.compare(a.key, b.key))
    .map(({ entry }) => entry)
    .values();
}

function modelFile(path: string): CommandInput | undefined {
  try {
    const found = statSync(path);
    return found.isFile() ? { path, kind: 'file', size: found.size } : undefined;
  } catch {
    // The reader reports a dangling link, or a file that has disappeared.
    const problem = nameProblem(path);
    return { path, kind: 'other', size: 0, ...(problem && { problem }) };
  }
}

/**
 * Returns the problem of a name that is not UTF-8. In Linux, names are bytes, and Node replaces invalid UTF-8
 * by U+FFFD, so that no file has the resulting name.
 * @returns undefined for a valid name
 */
function nameProblem(path: string): CommandInput['problem'] {
  if (!path.includes('\u{fffd}') || existsSync(path)) return undefined;
  return { code: 'source-unreadable', message: `${path}: its name is not UTF-8: rename it` };
}

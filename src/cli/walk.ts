import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileSystemError } from '../source/node-error.js';
import type { Input } from './input.js';

const SUFFIXES = ['.mdl', '.hef'];

/** Whatever case it is in: files from other systems come as `MODEL.HEF`. */
function isModelName(name: string): boolean {
  const suffix = name.slice(-4).toLowerCase();
  return SUFFIXES.includes(suffix);
}

/**
 * The model files below a directory, entries of each directory in the bytewise order of their names. Hidden
 * files and directories are left out; links to files count as files, links to directories are not followed
 * (so there are no circles); FIFOs and devices are left out too, since nobody named them. A directory that
 * cannot be listed is an input of its own, which then cannot be read.
 */
export function* walk(directory: string): Generator<Input> {
  // Not recursion: nesting is as deep as the file system allows, which is deeper than a stack.
  const open: Iterator<Dirent>[] = [];
  const paths: string[] = [];
  const enter = (path: string): Input | undefined => {
    try {
      open.push(list(path));
      paths.push(path);
      return undefined;
    } catch (error) {
      const { code, message } = fileSystemError(error, path);
      return { path, kind: 'other', size: 0, problem: { code, message } };
    }
  };
  const failed = enter(directory);
  if (failed !== undefined) yield failed;
  while (open.length > 0) {
    const { value: entry, done } = open.at(-1)!.next();
    if (done) {
      open.pop();
      paths.pop();
      continue;
    }
    if (entry.name.startsWith('.')) continue;
    const path = join(paths.at(-1)!, entry.name);
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

function modelFile(path: string): Input | undefined {
  try {
    const found = statSync(path);
    return found.isFile() ? { path, kind: 'file', size: found.size } : undefined;
  } catch {
    // A link that leads nowhere, or a file that went away: reading it will say so.
    return { path, kind: 'other', size: 0 };
  }
}

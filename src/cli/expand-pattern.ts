import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { letOthersIn, Yielder } from '../base/source/yielder.js';
import { searchPattern } from '../check/config/pattern.js';
import { CommandError } from './exit-code.js';

/**
 * Returns the files and folders that a pattern matches, as a shell would expand the pattern, but in no
 * particular order. Links to folders are not followed. Folders that cannot be listed are skipped. Signals are
 * handled between folders.
 * @returns undefined for a name without a pattern
 * @throws CommandError for a pattern that is too long
 */
export async function expandPattern(name: string): Promise<string[] | undefined> {
  const pattern = patternOf(name);
  if (pattern === undefined) return undefined;
  // With the slash, a file does not count as a folder.
  const found = pattern.isOwn && existsSync(`${pattern.folder}/`) ? [pattern.folder] : [];
  const open: string[][] = [[]];
  const turns = new Yielder(letOthersIn);
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (turns.isDue) await turns.take();
    for (const entry of entriesOf(join(pattern.folder, ...folder))) {
      const parts = [...folder, entry.name];
      if (pattern.matches(parts.join('/'))) found.push(join(pattern.folder, ...parts));
      if (entry.isDirectory() && pattern.mayHold(parts)) open.push(parts);
    }
  }
  return found;
}

function patternOf(name: string): ReturnType<typeof searchPattern> {
  try {
    return searchPattern(name);
  } catch (error) {
    if (isProtomdlError(error)) throw new CommandError(`${name}: ${error.message}`);
    throw error;
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

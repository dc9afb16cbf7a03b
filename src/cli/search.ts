import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { filePattern } from '../check/config/pattern.js';
import { CommandError } from './exit-code.js';
import { Gitignore } from './gitignore.js';
import { readSideFile } from './side-file.js';

/** File of patterns that git and many other programs follow. */
const GITIGNORE = '.gitignore';
/**
 * Maximum size of a `.gitignore` in bytes. A larger file is skipped, because it is probably not a list of
 * patterns.
 */
const MAX_BYTES = 1 << 20;

/** Options that leave files and folders out of a search. */
export interface SearchWishes {
  /** Patterns over names of files and folders. A pattern without `/` applies to the last part of a name. */
  readonly exclude: readonly string[];
  /** True if entries in `.gitignore` are left out. */
  readonly gitignore: boolean;
  /** Folder to which the names in `exclude` are relative. */
  readonly root: string;
}

interface IgnoreFile {
  readonly folder: string;
  readonly patterns: Gitignore;
}

/**
 * Decides which entries a walk through one directory leaves out: by patterns, and by `.gitignore` files in
 * the directory and in its parents, up to the root of the repository. As in git, the nearest `.gitignore`
 * with a matching pattern counts.
 */
export class FileSearch {
  readonly #matchers: readonly ((name: string) => boolean)[];
  readonly #files: IgnoreFile[] = [];

  /** @throws CommandError for an invalid pattern */
  constructor(
    directory: string,
    private readonly wishes: SearchWishes,
  ) {
    try {
      this.#matchers = wishes.exclude.map((pattern) => filePattern(pattern.replace(/(?<=.)\/$/, '')));
    } catch (error) {
      if (isProtomdlError(error)) throw new CommandError(`--exclude: ${error.message}`);
      throw error;
    }
    if (!wishes.gitignore) return;
    const named = resolve(directory);
    const above = foldersAbove(named);
    for (const folder of above) this.#add(folder);
    // A named folder is searched even if git ignores the folder. `.gitignore` files within the folder still
    // apply.
    if ([...above, named].some((folder) => this.#isIgnored(folder, true))) this.#files.length = 0;
  }

  /** Call this with each folder before its entries. */
  enter(folder: string): void {
    if (!this.wishes.gitignore) return;
    const path = resolve(folder);
    while (this.#files.length > 0 && !isWithin(path, this.#files.at(-1)!.folder)) this.#files.pop();
    if (this.#files.at(-1)?.folder !== path) this.#add(path);
  }

  /**
   * Returns true for an entry that is left out. Call this only if the folders above the entry are not left
   * out.
   */
  omits(path: string, isFolder: boolean): boolean {
    if (this.#matchers.length > 0) {
      const name = relative(this.wishes.root, resolve(path)).replaceAll(sep, '/');
      if (this.#matchers.some((matches) => matches(name))) return true;
    }
    return this.#files.length > 0 && this.#isIgnored(resolve(path), isFolder);
  }

  /**
   * Like `omits`, for an entry that a pattern has found without a walk. Also checks each folder in the name
   * of the entry.
   */
  omitsBelow(path: string): boolean {
    const parts = path.split(sep);
    return parts.some((_, at) => this.omits(parts.slice(0, at + 1).join(sep) || sep, at < parts.length - 1));
  }

  #isIgnored(path: string, isFolder: boolean): boolean {
    for (let at = this.#files.length - 1; at >= 0; at--) {
      const { folder, patterns } = this.#files[at]!;
      const name = relative(folder, path).replaceAll(sep, '/');
      if (name === '' || name.startsWith('../')) continue;
      const ignored = patterns.ignores(name, isFolder);
      if (ignored !== undefined) return ignored;
    }
    return false;
  }

  #add(folder: string): void {
    let bytes: Uint8Array;
    try {
      bytes = readSideFile(join(folder, GITIGNORE), MAX_BYTES);
    } catch {
      // As in git, a `.gitignore` that is missing, unreadable, or not a regular file is skipped.
      return;
    }
    this.#files.push({ folder, patterns: new Gitignore(bytes) });
  }
}

/**
 * Returns the folders from the root of the repository down to the parent of a folder; empty outside of
 * repositories.
 */
function foldersAbove(folder: string): string[] {
  const above: string[] = [];
  for (let at = folder; !existsSync(join(at, '.git')); ) {
    const parent = dirname(at);
    if (parent === at) return [];
    above.unshift(parent);
    at = parent;
  }
  return above;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

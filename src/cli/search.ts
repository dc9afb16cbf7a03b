import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { filePattern } from '../check/config/pattern.js';
import { CommandError } from './exit-code.js';
import { Gitignore } from './gitignore.js';
import { readSideFile } from './side-file.js';

/** File of patterns that git and many other programs follow. */
const GITIGNORE = '.gitignore';
/** Size limit of a `.gitignore`: a larger file is something else, and is skipped. */
const MAX_BYTES = 1 << 20;

/** Files and folders that a search leaves out. */
export interface SearchWishes {
  /** Patterns over names; one without `/` applies to the last part of a name, also of a folder. */
  readonly exclude: readonly string[];
  /** True if entries in `.gitignore` are left out. */
  readonly gitignore: boolean;
  /** Folder that names in `exclude` are relative to. */
  readonly root: string;
}

interface IgnoreFile {
  readonly folder: string;
  readonly patterns: Gitignore;
}

/**
 * Entries that a walk through one directory leaves out: by patterns, and by `.gitignore` files in the
 * directory and above it, up to the root of its repository. As with git, the nearest file with a matching
 * pattern decides.
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
    // A named folder is searched even if git ignores it; `.gitignore` files within it still apply.
    if ([...above, named].some((folder) => this.#isIgnored(folder, true))) this.#files.length = 0;
  }

  /** Called with each folder before its entries. */
  enter(folder: string): void {
    if (!this.wishes.gitignore) return;
    const path = resolve(folder);
    while (this.#files.length > 0 && !isWithin(path, this.#files.at(-1)!.folder)) this.#files.pop();
    if (this.#files.at(-1)?.folder !== path) this.#add(path);
  }

  /** Returns true for an entry that is left out. The folders above the entry are not left out. */
  omits(path: string, isFolder: boolean): boolean {
    if (this.#matchers.length > 0) {
      const name = relative(this.wishes.root, resolve(path)).replaceAll(sep, '/');
      if (this.#matchers.some((matches) => matches(name))) return true;
    }
    return this.#files.length > 0 && this.#isIgnored(resolve(path), isFolder);
  }

  /**
   * Like `omits`, for an entry that a pattern found without a walk: checks each folder in the entry's name,
   * too.
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
      // The file is missing, unreadable, or something else: git goes on as well.
      return;
    }
    this.#files.push({ folder, patterns: new Gitignore(bytes) });
  }
}

/** Folders from the root of the repository down to the parent of this one; empty outside of repositories. */
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

import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { filePattern } from '../check/config/pattern.js';
import { CommandError } from './command-error.js';
import { Gitignore } from './gitignore.js';
import { readSideFile } from './side-file.js';

/** Files of patterns that git and many other programs go by. */
const GITIGNORE = '.gitignore';
/** A `.gitignore` longer than this is something else; it is passed over. */
const MAX_BYTES = 1 << 20;

/** What directories are not searched for. */
export interface SearchWishes {
  /** Patterns over names; one without `/` is about the last part of a name, of a folder too. */
  readonly exclude: readonly string[];
  /** Whether what `.gitignore` names is left out. */
  readonly gitignore: boolean;
  /** Where names in `exclude` begin. */
  readonly root: string;
}

interface IgnoreFile {
  readonly folder: string;
  readonly patterns: Gitignore;
}

/**
 * What a walk through one directory leaves out: what patterns name, and what the `.gitignore` files say that lie in it,
 * and above it up to the root of its repository. As with git, the nearest file that says something decides.
 */
export class Search {
  readonly #matchers: readonly ((name: string) => boolean)[];
  readonly #files: IgnoreFile[] = [];

  /** @throws CommandError for a pattern that is none */
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
    // A folder that is named is meant, although git passes over it; files within it may still say something.
    if ([...above, named].some((folder) => this.#isIgnored(folder, true))) this.#files.length = 0;
  }

  /** Called with each folder before what is in it. */
  enter(folder: string): void {
    if (!this.wishes.gitignore) return;
    const path = resolve(folder);
    while (this.#files.length > 0 && !isWithin(path, this.#files.at(-1)!.folder)) this.#files.pop();
    if (this.#files.at(-1)?.folder !== path) this.#add(path);
  }

  /** Returns true for an entry that is left out. The folders above it are not. */
  omits(path: string, isFolder: boolean): boolean {
    if (this.#matchers.length > 0) {
      const name = relative(this.wishes.root, resolve(path)).replaceAll(sep, '/');
      if (this.#matchers.some((matches) => matches(name))) return true;
    }
    return this.#files.length > 0 && this.#isIgnored(resolve(path), isFolder);
  }

  /** The same for what a pattern found, which has not been walked to: each folder of its name counts. */
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
      // There is none, it may not be read, or it is something else: git goes on as well.
      return;
    }
    this.#files.push({ folder, patterns: new Gitignore(bytes) });
  }
}

/** From the root of the repository down to the folder that holds this one; none outside of repositories. */
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

import { basename } from 'node:path';
import { isModelName, isPassedOver } from './walk.js';

/** The command's rules for searching a folder, for programs that list folders themselves. */
export interface FolderSearch {
  /** Call this for each folder, including the first folder, before its entries. */
  enter(folder: string): void;
  /**
   * True if a folder should be entered, or if a file is a model. Excludes hidden entries, `node_modules`,
   * entries in `.gitignore`, and files whose names do not end in `.mdl` or `.hef`.
   */
  takes(path: string, isFolder: boolean): boolean;
}

/** Options for a program that lists folders. */
export interface FolderSearchOptions {
  /** True if entries in `.gitignore` are left out (default: true). */
  readonly gitignore?: boolean;
}

/**
 * Returns the rules by which the command searches a folder. The given folder is searched even if a
 * `.gitignore` lists the folder.
 */
export async function folderSearch(folder: string, options: FolderSearchOptions = {}): Promise<FolderSearch> {
  const { gitignore = true } = options;
  // The module is loaded on demand, because most programs never search folders.
  const { FileSearch } = await import('./search.js');
  const search = new FileSearch(folder, { exclude: [], gitignore, root: folder });
  return {
    enter: (path) => search.enter(path),
    takes: (path, isFolder) => {
      const name = basename(path);
      if (isPassedOver(name, isFolder) || (!isFolder && !isModelName(name))) return false;
      return !search.omits(path, isFolder);
    },
  };
}

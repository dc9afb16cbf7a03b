import { basename } from 'node:path';
import { isModelName, isPassedOver } from './walk.js';

/** What the command looks for in one folder and below it, for programs that list folders themselves. */
export interface FolderSearch {
  /** Called for each folder, from the first on, before what is in it. */
  enter(folder: string): void;
  /**
   * Whether a folder is to be entered, or a file is a model: hidden ones, `node_modules` and what `.gitignore` names are
   * passed over, and of files those whose names do not end in `.mdl` or `.hef`.
   */
  takes(path: string, isFolder: boolean): boolean;
}

/** Wishes of a program that lists folders. */
export interface FolderSearchOptions {
  /** Whether what `.gitignore` names is left out (default: true). */
  readonly gitignore?: boolean;
}

/** How the command searches a folder. A folder that is named itself is searched whatever `.gitignore` says of it. */
export async function folderSearch(folder: string, options: FolderSearchOptions = {}): Promise<FolderSearch> {
  const { gitignore = true } = options;
  // Most programs that read single files never search.
  const { Search } = await import('./search.js');
  const search = new Search(folder, { exclude: [], gitignore, root: folder });
  return {
    enter: (path) => search.enter(path),
    takes: (path, isFolder) => {
      const name = basename(path);
      if (isPassedOver(name, isFolder) || (!isFolder && !isModelName(name))) return false;
      return !search.omits(path, isFolder);
    },
  };
}

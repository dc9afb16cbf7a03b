import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

/** Identity of a file, independent of its path. */
type FileId = Pick<Stats, 'dev' | 'ino'>;

/** Mode bits that let users other than the owner write. */
const OTHERS_WRITE = 0o022;
/** Mode bit of a folder in which only the owner of an entry may remove the entry. */
const STICKY = 0o1000;

/**
 * A file that was named when the server started. The file is checked for each request, because the path may
 * have become the path of another file, such as a link to a file that must not be served.
 */
export class NamedFile {
  /** Path without links, so that a link that is changed later has no effect. */
  readonly path: string;
  readonly #first: FileId | undefined;

  constructor(path: string) {
    this.path = resolved(path);
    this.#first = statusOf(this.path);
  }

  /**
   * Returns the file that may be served: the named file, or a new file with the same path if only the user of
   * this process, or root, can have created the new file, for example by a build.
   * @returns undefined if the file is missing; null if the path leads to a file that may not be served, or to
   * a link
   */
  allowed(): FileId | null | undefined {
    const now = statusOf(this.path);
    if (now === undefined) return undefined;
    if (now.isSymbolicLink()) return null;
    if (this.#first !== undefined && isSame(now, this.#first)) return now;
    return isOwn(now) && isUnderControl(dirname(this.path)) ? now : null;
  }
}

export function isSame(a: FileId, b: FileId): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

/** True if only this user and root can replace files in the folder. Checks all folders from the root. */
function isUnderControl(folder: string): boolean {
  if (process.getuid === undefined) return true;
  for (let at = folder, isParent = true; ; at = dirname(at), isParent = false) {
    const status = statusOf(at);
    if (status === undefined || !status.isDirectory() || !isOwn(status)) return false;
    const isOpenToOthers = (status.mode & OTHERS_WRITE) !== 0;
    // In a sticky folder, other users cannot replace existing folders, but any user can create entries with
    // new names.
    if (isOpenToOthers && (isParent || (status.mode & STICKY) === 0)) return false;
    if (at === dirname(at)) return true;
  }
}

function isOwn({ uid }: Stats): boolean {
  return process.getuid === undefined || uid === 0 || uid === process.getuid();
}

function statusOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

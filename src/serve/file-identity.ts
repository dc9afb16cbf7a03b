import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

/** What distinguishes one file from another, whatever its path. */
export type FileId = Pick<Stats, 'dev' | 'ino'>;

/** Others than the owner may write: bits of a mode. */
const OTHERS_WRITE = 0o022;
/** Of a folder: only an entry's owner may remove it. */
const STICKY = 0o1000;

/**
 * A file that was named when the server began. Its path is looked up anew for each request, so what is there by then
 * may be something else: a link to a file that was never meant to be served.
 */
export class NamedFile {
  /** Without links: one that is turned elsewhere later is not followed. */
  readonly path: string;
  readonly #first: FileId | undefined;

  constructor(path: string) {
    this.path = resolved(path);
    this.#first = statusOf(this.path);
  }

  /**
   * What may be served now: the file that was named, or a new one in its place where only the user of this process,
   * or root, can have put it there, as a build does.
   * @returns undefined where there is nothing; null where it is another one, or a link
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

/** Whether only this user and root can change which file a name in the folder stands for, all the way from the root. */
function isUnderControl(folder: string): boolean {
  if (process.getuid === undefined) return true;
  for (let at = folder, isParent = true; ; at = dirname(at), isParent = false) {
    const status = statusOf(at);
    if (status === undefined || !status.isDirectory() || !isOwn(status)) return false;
    const isOpenToOthers = (status.mode & OTHERS_WRITE) !== 0;
    // Whose folder lies in a sticky one keeps it; a name that is free there is anyone's.
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

import { createHash } from 'node:crypto';
import { accessSync, constants, mkdtempSync, readdirSync, readlinkSync, rmSync, statfsSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from './alive.js';

/** A folder for files that live as long as a run. */
export interface ScratchFolder {
  readonly path: string;
  /** Takes it away with all that is in it. */
  remove(): void;
}

/** Room that a folder in memory has to have, for what is about to be written. */
const ENOUGH_BYTES = 256 * 1024 * 1024;
/** The folder in memory that Linux has. */
const IN_MEMORY = '/dev/shm';

/**
 * Makes a folder of our own in memory where the system has such a place (/dev/shm) and room in it, otherwise
 * where temporary files go (TMPDIR). It goes with the process at the latest; what processes that were killed have left is
 * removed first.
 * @param bytes about as many as will lie in it at once
 */
export function scratchFolder(bytes = 0): ScratchFolder {
  removeLeftFolders();
  const parent = hasRoom(IN_MEMORY, bytes) ? IN_MEMORY : tmpdir();
  const path = mkdtempSync(join(parent, `protomdl-${process.pid}-${processSpace()}-`));
  const remove = (): void => {
    process.off('exit', remove);
    rmSync(path, { recursive: true, force: true });
  };
  process.on('exit', remove);
  return { path, remove };
}

/**
 * Removes the folders of processes that have ended without doing so themselves. Folders of another machine or container,
 * which may share the place, stay: its processes have numbers of their own.
 * @param ended a process that is known to have ended
 */
export function removeLeftFolders(ended?: number): void {
  const space = processSpace();
  for (const parent of new Set([IN_MEMORY, tmpdir()])) {
    for (const name of namesIn(parent)) {
      const [, pid, where] = /^protomdl-(\d{1,10})-([0-9a-f]{12})-[A-Za-z0-9]{6}$/.exec(name) ?? [];
      if (pid === undefined || where !== space) continue;
      if (Number(pid) !== ended && isRunning(Number(pid))) continue;
      try {
        rmSync(join(parent, name), { recursive: true, force: true });
      } catch {
        // It is another user's.
      }
    }
  }
}

let space: string | undefined;

/** Names the machine and the namespace in which the number of this process is one process alone. */
function processSpace(): string {
  space ??= createHash('sha256')
    .update(`${hostname()}\n${linkAt('/proc/self/ns/pid')}`)
    .digest('hex')
    .slice(0, 12);
  return space;
}

function linkAt(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function hasRoom(folder: string, bytes: number): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ENOUGH_BYTES + bytes;
  } catch {
    return false;
  }
}

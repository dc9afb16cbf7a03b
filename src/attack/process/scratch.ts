import { createHash } from 'node:crypto';
import { accessSync, constants, mkdtempSync, readdirSync, readlinkSync, rmSync, statfsSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from './alive.js';

export interface ScratchFolder {
  readonly path: string;
  remove(): void;
}

/** Minimum free space in bytes of a folder in memory. */
const ENOUGH_BYTES = 256 * 1024 * 1024;
/** Linux's folder in memory. */
const IN_MEMORY = '/dev/shm';

/**
 * Creates a private folder in memory if the system supports it (/dev/shm) and has room, otherwise in the
 * folder for temporary files (TMPDIR). The folder is removed at the latest when the process ends. Folders
 * that killed processes left behind are removed first.
 * @param bytes estimated size of all files that exist at the same time
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
 * Removes the folders of processes that have ended. Folders from other machines and containers that share the
 * directory are kept, because their processes cannot be checked by number.
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
        // The folder belongs to another user.
      }
    }
  }
}

let space: string | undefined;

/** Returns an identifier of the machine and the process namespace, in which a process's number is unique. */
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

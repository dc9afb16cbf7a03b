import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for files that live as long as a run. */
export interface ScratchFolder {
  readonly path: string;
  /** Takes it away with all that is in it. */
  remove(): void;
}

/** Room that a folder in memory has to have, for what is about to be written. */
const ENOUGH_BYTES = 256 * 1024 * 1024;

/**
 * Makes a folder of our own in memory where the system has such a place (/dev/shm) and room in it, otherwise
 * where temporary files go (TMPDIR). It goes with the process at the latest.
 * @param bytes about as many as will lie in it at once
 */
export function scratchFolder(bytes = 0): ScratchFolder {
  const path = mkdtempSync(join(hasRoom('/dev/shm', bytes) ? '/dev/shm' : tmpdir(), 'protomdl-'));
  const remove = (): void => {
    process.off('exit', remove);
    rmSync(path, { recursive: true, force: true });
  };
  process.on('exit', remove);
  return { path, remove };
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

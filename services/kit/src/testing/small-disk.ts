import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  path: string;
  /** Writes bytes until no block is free. */
  fill(): Promise<void>;
  /** Deletes the bytes that `fill` wrote. */
  free(): Promise<void>;
  remove(): Promise<void>;
}

/** Returns undefined if the disk cannot be mounted: only root may mount a disk. */
export async function smallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'services-disk-'));
  const path = join(folder, 'disk');
  await mkdir(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    await rm(folder, { recursive: true, force: true });
    return undefined;
  }
  const filler = join(path, 'filler');
  return {
    path,
    async fill() {
      const { bavail, bsize } = await statfs(path);
      await writeFile(filler, Buffer.alloc(bavail * bsize, 1)).catch(() => {});
    },
    free: () => rm(filler, { force: true }),
    async remove() {
      execFileSync('umount', ['-l', path]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, realpath, rename, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { type Random, randomText } from '@services/kit/clock';
import type { ByteRange } from '@services/kit/http';
import type { FileStore } from './storage.js';

/**
 * Opening a symbolic link fails, because a link could lead out of the store's folder. Opening a folder that resolves
 * to another path also fails.
 */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * Stores files below one local folder. Growing files are on the same file system, so that a finished file can be moved
 * in one step.
 */
export class FolderStore implements FileStore {
  readonly #root: string;
  readonly #random: Random;

  private constructor(root: string, random: Random) {
    this.#root = root;
    this.#random = random;
  }

  static async open(root: string, random: Random): Promise<FolderStore> {
    await mkdir(path.join(root, 'tmp'), { recursive: true, mode: 0o700 });
    await mkdir(path.join(root, 'files'), { recursive: true, mode: 0o700 });
    return new FolderStore(await realpath(root), random);
  }

  async adopt(localFile: string, name: string, size: number): Promise<void> {
    const target = await this.#place(name);
    const handle = await open(localFile, 'r+');
    try {
      const stored = (await handle.stat()).size;
      if (stored !== size) throw new Error(`an upload of ${size} bytes was stored with ${stored}`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(localFile, target);
    await syncFolder(path.dirname(target));
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    const temporary = this.temporaryFile();
    const handle = await open(temporary, CREATE, 0o600);
    try {
      await handle.writeFile(bytes);
    } finally {
      await handle.close();
    }
    await this.adopt(temporary, name, bytes.length);
  }

  async size(name: string): Promise<number | undefined> {
    const handle = await this.#open(name);
    if (handle === undefined) return undefined;
    try {
      return (await handle.stat()).size;
    } finally {
      await handle.close();
    }
  }

  async read(name: string, range?: ByteRange): Promise<Readable | undefined> {
    const handle = await this.#open(name);
    return handle?.createReadStream({ autoClose: true, ...range });
  }

  async remove(name: string): Promise<void> {
    const target = this.#resolve(name);
    await unlink(target).catch(ignoreMissing);
    // Removes the file's folder: most files have a folder of their own. A folder with other files stays.
    await rmdir(path.dirname(target)).catch(() => {});
  }

  temporaryFile(): string {
    return path.join(this.temporaryFolder, randomText(this.#random, 24));
  }

  get temporaryFolder(): string {
    return path.join(this.#root, 'tmp');
  }

  async #open(name: string): Promise<FileHandle | undefined> {
    const target = this.#resolve(name);
    const folder = await realpath(path.dirname(target)).catch(ignoreMissing);
    if (folder !== path.dirname(target)) return undefined;
    const handle = await open(target, READ).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ELOOP') return undefined;
      return ignoreMissing(error);
    });
    if (handle === undefined) return undefined;
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    return undefined;
  }

  async #place(name: string): Promise<string> {
    const target = this.#resolve(name);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    if ((await realpath(path.dirname(target))) !== path.dirname(target))
      throw new Error('a folder of uploads is a link');
    return target;
  }

  #resolve(name: string): string {
    const root = path.join(this.#root, 'files');
    const target = path.resolve(root, name);
    if (!target.startsWith(root + path.sep) || name.includes('\0'))
      throw new Error('the path leaves the upload folder');
    return target;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ENAMETOOLONG') return undefined;
  throw error;
}

/** Flushes the folder to the disk, so that a rename in it survives a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileSystemError } from '../source/node-error.js';
import type { BlobReader } from '../text/index.js';

/** Reads blobs from a folder that `dump --bytes file` has filled. */
export function blobFiles(folder: string): BlobReader {
  return (name) => {
    const path = join(folder, name);
    try {
      return new Uint8Array(readFileSync(path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw fileSystemError(error, path);
    }
  };
}

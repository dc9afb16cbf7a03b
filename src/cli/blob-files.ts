import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isProtomdlError, ProtomdlError } from '../base/diagnostics/error.js';
import { fileSystemError } from '../base/source/node-error.js';
import type { BlobReader } from '../tools/text/blob-input.js';
import { readSideFile } from './side-file.js';

/** Largest size of one field of a message. */
const MAX_BLOB_BYTES = 2 ** 31 - 1;

/**
 * Reads blobs from a folder that `dump --bytes file` has filled. Links out of the folder are refused: a text
 * from elsewhere must not put other files of this machine into a model.
 */
export function blobFiles(folder: string): BlobReader {
  return (name, length = MAX_BLOB_BYTES) => {
    const path = join(folder, name);
    try {
      if (realpathSync(path) !== join(realpathSync(folder), name)) {
        throw new ProtomdlError('text-bytes-file', `${path}: is a link`);
      }
      return readSideFile(path, Math.min(length, MAX_BLOB_BYTES));
    } catch (error) {
      const problem = isProtomdlError(error) ? error : fileSystemError(error, path);
      if (problem.code === 'source-not-found') return undefined;
      throw problem;
    }
  };
}

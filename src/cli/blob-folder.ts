import { createHash } from 'node:crypto';
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { isProtomdlError, ProtomdlError } from '../base/diagnostics/error.js';
import { fileSystemError } from '../base/source/node-error.js';
import type { BlobReader } from '../tools/text/blob-input.js';
import type { BlobStore } from '../tools/text/blobs.js';
import { cannotWrite } from './file-output.js';
import { readSideFile } from './side-file.js';

/** Number of digits of a SHA-256 in a file's name: enough to prevent collisions, even intended ones. */
const NAME_DIGITS = 32;

/**
 * A folder of blobs. Each blob is in a file that is named by a hash of the content, so that equal bytes are
 * written once. A file is complete or missing, never partial. An existing file with the same bytes, such as
 * from an earlier dump, is kept. Any other entry with the name, such as a link or a truncated file, is
 * replaced.
 */
export class BlobFolder implements BlobStore {
  #serial = 0;

  /** @throws CommandError if the folder cannot be created */
  constructor(readonly path: string) {
    try {
      mkdirSync(path, { recursive: true });
    } catch (error) {
      throw cannotWrite(error, path, OPTION);
    }
  }

  put(bytes: Uint8Array): string {
    const name = nameOf(createHash('sha256').update(bytes).digest('hex'));
    if (isWritten(join(this.path, name), bytes)) return name;
    const file = this.begin();
    file.write(bytes);
    return file.end();
  }

  begin(): { write(chunk: Uint8Array): void; end(): string } {
    const hash = createHash('sha256');
    const temporary = join(this.path, `.${process.pid}.${this.#serial++}.tmp`);
    const guarded = <T>(work: () => T): T => {
      try {
        return work();
      } catch (error) {
        rmSync(temporary, { force: true });
        throw cannotWrite(error, this.path, OPTION);
      }
    };
    const fd = guarded(() => openSync(temporary, 'wx'));
    return {
      write: (chunk) =>
        guarded(() => {
          hash.update(chunk);
          for (let at = 0; at < chunk.length; ) at += writeSync(fd, chunk, at);
        }),
      end: () =>
        guarded(() => {
          closeSync(fd);
          const name = nameOf(hash.digest('hex'));
          renameSync(temporary, join(this.path, name));
          return name;
        }),
    };
  }
}

/** True if a regular file has these bytes. */
function isWritten(path: string, bytes: Uint8Array): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size !== bytes.length) return false;
  try {
    return readFileSync(path).equals(bytes);
  } catch {
    return false;
  }
}

const OPTION = '--bytes-dir';

function nameOf(digest: string): string {
  return `${digest.slice(0, NAME_DIGITS)}.bin`;
}

/** Largest size of one field of a message. */
const MAX_BLOB_BYTES = 2 ** 31 - 1;

/**
 * Reads blobs from a folder that `dump --bytes file` has filled. Links out of the folder are refused, because
 * a text from an untrusted source must not include other files of this machine in a model.
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

import type { Readable } from 'node:stream';
import type { ByteRange } from '@services/kit/http';

/** Prefix of temporary folders' names. */
export const STAGING_PREFIX = 'archive-';

/**
 * Storage of uploaded files: a folder or a bucket. Paths are relative, made by this service from characters of
 * `[A-Za-z0-9._/-]` and letters of any script, and never contain `..`.
 */
export interface FileStore {
  /**
   * Moves a finished local file of `size` bytes to `path`. The file is durable when this resolves.
   * @throws Error if the file has another size, because bytes were lost while writing
   */
  adopt(localFile: string, path: string, size: number): Promise<void>;
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Returns the size of the file in bytes; undefined for a missing file. */
  size(path: string): Promise<number | undefined>;
  /** Returns the bytes of the file, or of a range within the file. Returns undefined for a missing file. */
  read(path: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Removes a file; a missing file is not an error. */
  remove(path: string): Promise<void>;
  /** A local folder for files that are still growing. `adopt` moves or sends a file once it is complete. */
  readonly temporaryFolder: string;
  /** Returns a new name in the folder for growing files. */
  temporaryFile(): string;
}

import type { ChecksumProvider } from '../../base/container/checksum.js';
import { concatBytes } from '../../base/wire/bytes.js';

/** Receives bytes in order. The bytes are valid until the function returns, or until its promise resolves. */
export type ByteTaker = (bytes: Uint8Array) => void | Promise<void>;

/** Options for writing a file. */
export interface RewriteOptions {
  /** Computes the checksums of a frame (default: WebAssembly). */
  readonly checksums?: ChecksumProvider;
  /**
   * Overwrites bytes already written, so that the header can be written last, and the bytes after it are
   * computed once. Without this function, the bytes are computed twice, because the checksum comes before the
   * bytes that it covers.
   */
  readonly patch?: (offset: number, bytes: Uint8Array) => void | Promise<void>;
}

/**
 * A new version of a file, planned but not yet written. The source must stay open until the new version is
 * written.
 */
export interface Rewriting {
  /** Writes the file from front to back, in constant memory. @returns the number of bytes written */
  write(take: ByteTaker, options?: RewriteOptions): Promise<number>;
}

/** Returns all bytes of a small file. */
export async function bytesOf(rewriting: Rewriting, options: RewriteOptions = {}): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const size = await rewriting.write((piece) => {
    pieces.push(piece.slice());
  }, options);
  const bytes = concatBytes(pieces);
  if (bytes.length !== size) throw new Error(`wrote ${bytes.length} bytes, but declares ${size}`);
  return bytes;
}

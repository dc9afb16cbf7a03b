import type { ChecksumProvider } from '../../base/container/checksum.js';
import { concatBytes } from '../../base/wire/bytes.js';

/** Takes bytes in order. They are the taker's until it returns, or until its promise resolves. */
export type ByteTaker = (bytes: Uint8Array) => void | Promise<void>;

/** How a file is written. */
export interface RewriteOptions {
  /** Makes the checksums of a frame (default: WebAssembly). */
  readonly checksums?: ChecksumProvider;
  /**
   * Writes over what was written: with it the header is written last, and everything after it is made once. Without
   * it, it is made twice, for a checksum stands before what it is of.
   */
  readonly patch?: (offset: number, bytes: Uint8Array) => void | Promise<void>;
}

/** A file made of another one: thought out, not yet written. Its source must stay open until it is. */
export interface Rewriting {
  /** Writes the file, front to back, in memory that does not grow with it. @returns its bytes */
  write(take: ByteTaker, options?: RewriteOptions): Promise<number>;
}

/** All bytes of a small one. */
export async function bytesOf(rewriting: Rewriting, options: RewriteOptions = {}): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const size = await rewriting.write((piece) => {
    pieces.push(piece.slice());
  }, options);
  const bytes = concatBytes(pieces);
  if (bytes.length !== size) throw new Error(`wrote ${bytes.length} bytes, and says ${size}`);
  return bytes;
}

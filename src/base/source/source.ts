/**
 * A source of bytes. The whole interface: a size, whether reads can go back, and one read. All code above it
 * (windows, skipping, checksums) is the same for memory, files, blobs, streams and HTTP.
 */
export interface Source {
  /** Bytes in all; `undefined` while a stream has not ended. */
  readonly size: number | undefined;
  /** True if any offset may be read at any time. A stream only goes forward and drops skipped bytes. */
  readonly randomAccess: boolean;
  /** The whole content if it is in memory anyway, so that it is not copied. A plain Uint8Array. */
  readonly bytes?: Uint8Array;
  /**
   * Fills `target` from `offset` on. Returns the number of bytes written; fewer than requested only at the
   * end of the source. A number when the source answers at once, otherwise a promise.
   * @throws ProtomdlError with a `source-*` code
   */
  read(offset: number, target: Uint8Array): number | Promise<number>;
  /** Releases files and connections. Reading afterwards fails; closing again does nothing. */
  close(): void | Promise<void>;
}

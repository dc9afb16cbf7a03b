import { isProtomdlError, ProtomdlError } from '../diagnostics/error.js';

/** MD5 (RFC 1321), CRC-32/ISO-HDLC (as in zlib), or XXH3-64 with seed 0 and the default secret. */
export type ChecksumAlgorithm = 'md5' | 'crc32' | 'xxh3';

/** A checksum computation. */
export interface Checksum {
  /** Adds the next bytes, which may change after this call. */
  update(bytes: Uint8Array): void;
  /**
   * Returns all digits in lower case, most significant first: 32, 8 or 16 digits. Call this once, at the end.
   */
  digest(): string;
  /**
   * Returns the digits for the bytes until now; further bytes may follow. Without `peek`, the checksum of a
   * part is computed separately.
   */
  peek?(): string;
  /**
   * Returns memory for the next bytes: `update` does not copy bytes that are in this memory. Undefined while
   * another reader has the memory.
   */
  lend?(): Uint8Array | undefined;
  /** Gives back the memory from `lend`. */
  giveBack?(): void;
}

/** A checksum that can be restarted, because creating a checksum takes longer than hashing a few bytes. */
export interface ReusableHasher {
  init(): unknown;
  update(bytes: Uint8Array): unknown;
  digest(form: 'hex'): string;
}

/** Creates checksums. A platform with faster implementations supplies another provider. */
export type ChecksumProvider = (algorithm: ChecksumAlgorithm) => Checksum | Promise<Checksum>;

let xxh3Module: typeof import('../wasm/xxh3.js') | undefined;

/**
 * Creates checksums in WebAssembly. The code is loaded at its first use, so that callers that skip checksums
 * do not load the code.
 * @throws ProtomdlError `source-unreadable` for MD5 and CRC-32 if the process has too little address space
 * (`ulimit -v`); in this case, XXH3 is computed in JavaScript
 */
export const wasmChecksums: ChecksumProvider = async (algorithm) => {
  if (algorithm === 'xxh3') {
    // The loaded module is kept, because a second import() takes as long as hashing 200 KB.
    xxh3Module ??= await import('../wasm/xxh3.js');
    return new xxh3Module.Xxh3();
  }
  const { createHasher } = await import('./hashers.js');
  const hasher = await createHasher(algorithm).catch((error: unknown) => {
    if (!isProtomdlError(error)) throw error;
    const message = `there is not enough address space for the checksum (${algorithm}): the limit (ulimit -v) is too low`;
    throw new ProtomdlError('source-unreadable', message);
  });
  return {
    update: (bytes) => void hasher.update(bytes),
    digest: () => hasher.digest('hex'),
  };
};

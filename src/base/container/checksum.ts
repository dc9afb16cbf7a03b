import { isProtomdlError, ProtomdlError } from '../diagnostics/error.js';

/** MD5 (RFC 1321), CRC-32/ISO-HDLC (zlib's), XXH3-64 with seed 0 and the default secret. */
export type ChecksumAlgorithm = 'md5' | 'crc32' | 'xxh3';

/** A checksum being computed. */
export interface Checksum {
  /** Takes the next bytes; they may change once it has returned. */
  update(bytes: Uint8Array): void;
  /** All digits, lower case, most significant first: 32, 8 or 16 of them. To be called once, at the end. */
  digest(): string;
}

/** Makes checksums. Platforms with faster ones of their own bring their provider. */
export type ChecksumProvider = (algorithm: ChecksumAlgorithm) => Checksum | Promise<Checksum>;

/**
 * WebAssembly, on every platform. Loaded when first asked for: who skips checksums does not pay for it.
 * @throws ProtomdlError `source-unreadable` where the process may not have the address space (`ulimit -v`)
 */
export const wasmChecksums: ChecksumProvider = async (algorithm) => {
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

import { isProtomdlError, ProtomdlError } from '../diagnostics/error.js';

/** MD5 (RFC 1321), CRC-32/ISO-HDLC (zlib's), XXH3-64 with seed 0 and the default secret. */
export type ChecksumAlgorithm = 'md5' | 'crc32' | 'xxh3';

/** A checksum being computed. */
export interface Checksum {
  /** Takes the next bytes; they may change once it has returned. */
  update(bytes: Uint8Array): void;
  /** All digits in lower case, most significant first: 32, 8 or 16 digits. Call once, at the end. */
  digest(): string;
  /**
   * The digits for the bytes until now; more may follow. Without `peek`, the checksum of a part is computed
   * separately.
   */
  peek?(): string;
  /** Memory that bytes can be read into, so that `update` does not copy them; undefined while another reader has it. */
  lend?(): Uint8Array | undefined;
  /** Ends what `lend` began. */
  giveBack?(): void;
}

/** A checksum that can be begun anew: setting one up takes longer than computing it for a few bytes. */
export interface ReusableHasher {
  init(): unknown;
  update(bytes: Uint8Array): unknown;
  digest(form: 'hex'): string;
}

/** Makes checksums. Platforms with faster ones of their own bring their provider. */
export type ChecksumProvider = (algorithm: ChecksumAlgorithm) => Checksum | Promise<Checksum>;

let xxh3Module: typeof import('../wasm/xxh3.js') | undefined;

/**
 * Loaded on first use, so callers that skip checksums do not load this code.
 * @throws ProtomdlError `source-unreadable` for MD5 and CRC-32 if the process may not have the address space
 * (`ulimit -v`); xxh3 then falls back to JavaScript
 */
export const wasmChecksums: ChecksumProvider = async (algorithm) => {
  if (algorithm === 'xxh3') {
    // A second import() of a loaded module takes as long as hashing 200 KB.
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

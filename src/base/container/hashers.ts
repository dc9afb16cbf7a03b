import { createCRC32, createMD5, createSHA256 } from 'hash-wasm';
import { ProtomdlError } from '../diagnostics/error.js';
import { Xxh3 } from '../wasm/xxh3.js';
import type { ChecksumAlgorithm, ReusableHasher } from './checksum.js';

/**
 * Creates a hasher. This function is in a separate file, so that bundlers load the hash functions only if
 * they are needed.
 * @throws ProtomdlError `source-unreadable` if the process has too little address space (`ulimit -v`): V8
 * reserves 10 GB of address space for each WebAssembly memory
 */
export async function createHasher(algorithm: ChecksumAlgorithm): Promise<ReusableHasher> {
  try {
    return await created(algorithm);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const text = `there is not enough address space for ${algorithm} hashes`;
    throw new ProtomdlError('source-unreadable', text, -1, '', { cause: error });
  }
}

function created(algorithm: ChecksumAlgorithm): Promise<ReusableHasher> {
  switch (algorithm) {
    case 'md5':
      return createMD5();
    case 'crc32':
      return createCRC32();
    case 'xxh3':
      return Promise.resolve(new Xxh3());
  }
}

/** A computation of SHA-256 (FIPS 180-4). */
interface Sha256 {
  update(bytes: Uint8Array): unknown;
  /** Returns 64 digits in lower case. Call this once, at the end. */
  digest(): string;
}

/** Returns a computation of SHA-256 in WebAssembly, which is available on every platform. */
export async function sha256(): Promise<Sha256> {
  const hasher = await createSHA256();
  return { update: (bytes) => hasher.update(bytes), digest: () => hasher.digest('hex') };
}

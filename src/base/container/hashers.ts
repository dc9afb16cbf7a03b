import { createCRC32, createMD5, createSHA256 } from 'hash-wasm';
import { ProtomdlError } from '../diagnostics/error.js';
import { Xxh3 } from '../wasm/xxh3.js';
import type { ChecksumAlgorithm, ReusableHasher } from './checksum.js';

/**
 * In a file of its own, so that the hash functions are a chunk that is loaded only when needed.
 * @throws ProtomdlError `source-unreadable` where the process may not have the address space (`ulimit -v`): memory of
 *   WebAssembly takes 10 GB of it in V8, used or not
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

/** SHA-256 (FIPS 180-4), being computed. */
interface Sha256 {
  update(bytes: Uint8Array): unknown;
  /** 64 digits in lower case. Call once, at the end. */
  digest(): string;
}

/** SHA-256 in WebAssembly, on every platform. */
export async function sha256(): Promise<Sha256> {
  const hasher = await createSHA256();
  return { update: (bytes) => hasher.update(bytes), digest: () => hasher.digest('hex') };
}

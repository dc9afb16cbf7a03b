import { createCRC32, createMD5, createXXHash3, type IHasher } from 'hash-wasm';
import type { ChecksumAlgorithm } from './checksum.js';

/** In a file of its own, so that the hash functions are a chunk that is loaded only when needed. */
export function createHasher(algorithm: ChecksumAlgorithm): Promise<IHasher> {
  switch (algorithm) {
    case 'md5':
      return createMD5();
    case 'crc32':
      return createCRC32();
    case 'xxh3':
      return createXXHash3();
  }
}

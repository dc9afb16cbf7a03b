import type { ChecksumAlgorithm, ChecksumProvider, ReusableHasher } from '../../base/container/checksum.js';

/**
 * WebAssembly checksums that are initialised once and reused for one file after the other: initialising takes
 * longer than the checksum of a small file.
 */
export function reusedChecksums(): ChecksumProvider {
  const free = new Map<ChecksumAlgorithm, ReusableHasher[]>();
  return async (algorithm) => {
    const hashers = free.get(algorithm) ?? [];
    free.set(algorithm, hashers);
    const hasher =
      hashers.pop() ?? (await (await import('../../base/container/hashers.js')).createHasher(algorithm));
    hasher.init();
    return {
      update: (bytes) => hasher.update(bytes),
      digest() {
        hashers.push(hasher);
        return hasher.digest('hex');
      },
    };
  };
}

/** Returns the XXH3-64 of some bytes, as 16 digits. */
export async function xxh3Of(bytes: Uint8Array, checksums: ChecksumProvider): Promise<string> {
  const checksum = await checksums('xxh3');
  checksum.update(bytes);
  return checksum.digest();
}

import type { Checksum, ChecksumAlgorithm, ChecksumProvider, Hasher } from '../../base/container/checksum.js';

/**
 * WebAssembly checksums that are initialised once and reused for one file after the other: initialising takes
 * longer than the checksum of a small file.
 */
export function reusedChecksums(): ChecksumProvider {
  const ready = new Map<ChecksumAlgorithm, Promise<Hasher>>();
  return async (algorithm) => {
    let made = ready.get(algorithm);
    if (made === undefined) {
      made = import('../../base/container/hashers.js').then(({ createHasher }) => createHasher(algorithm));
      ready.set(algorithm, made);
    }
    return checksumOf(await made);
  };
}

/** Resets at its first bytes, not before: another caller may get the same object in between. */
function checksumOf(hasher: Hasher): Checksum {
  let begun = false;
  const begin = (): void => {
    if (!begun) hasher.init();
    begun = true;
  };
  return {
    update(bytes) {
      begin();
      hasher.update(bytes);
    },
    digest() {
      begin();
      return hasher.digest('hex');
    },
  };
}

/** Returns the XXH3-64 of some bytes, as 16 digits. */
export async function xxh3Of(bytes: Uint8Array, checksums: ChecksumProvider): Promise<string> {
  const checksum = await checksums('xxh3');
  checksum.update(bytes);
  return checksum.digest();
}

import type { Checksum, ChecksumAlgorithm, ChecksumProvider, Hasher } from '../../base/container/checksum.js';

/**
 * WebAssembly checksums that are set up once and used for one file after the other: setting one up takes longer
 * than computing it for a small file.
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

/** Begins anew at its first bytes, not before: another caller may be given the same one in between. */
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

/** XXH3-64 of some bytes, as 16 digits. */
export async function xxh3Of(bytes: Uint8Array, checksums: ChecksumProvider): Promise<string> {
  const checksum = await checksums('xxh3');
  checksum.update(bytes);
  return checksum.digest();
}

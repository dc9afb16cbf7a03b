import type { Checksum, ChecksumProvider } from '../container/checksum.js';
import { wasmChecksums } from '../container/checksum.js';

/**
 * Node's own MD5 and CRC-32, which are native code; WebAssembly for the rest. Crypto and zlib take 3 and 2 ms
 * to load, so each waits until it is asked for.
 */
export const nodeChecksums: ChecksumProvider = async (algorithm) => {
  if (algorithm === 'md5') return (await import('./native-md5.js')).nativeMd5() ?? wasmChecksums(algorithm);
  if (algorithm === 'crc32') return (await import('./native-crc32.js')).nativeCrc32();
  return wasmChecksums(algorithm);
};

/**
 * Node's own MD5 is worth its loading from so many bytes on, in one file or in many: it takes 3.5 ms until it
 * has begun, ours (small-md5.ts) 1; then it goes through 760 MB a second, and ours through 450.
 */
const NATIVE_MD5_FROM = 2_500_000;

/** Of files that were small. */
let hashed = 0;

/**
 * The same, for a file of this size.
 * @param size undefined where it is not known
 */
export function nodeChecksumsFor(size: number | undefined): ChecksumProvider {
  return async (algorithm) => {
    const small = algorithm === 'md5' && size !== undefined && hashed + size < NATIVE_MD5_FROM;
    if (!small) return nodeChecksums(algorithm);
    hashed += size;
    return (await smallMd5()) ?? nodeChecksums(algorithm);
  };
}

/** Undefined where there is no WebAssembly (`--jitless`). */
async function smallMd5(): Promise<Checksum | undefined> {
  const { SmallMd5 } = await import('./small-md5.js');
  try {
    return new SmallMd5();
  } catch {
    return undefined;
  }
}

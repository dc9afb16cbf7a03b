import { type ChecksumProvider, wasmChecksums } from '../../base/container/checksum.js';

/**
 * Provides Node's native MD5 and CRC-32, and WebAssembly for all other checksums. Crypto takes 3 ms and zlib
 * 2 ms to load, so that each is only loaded at its first use.
 */
export const nodeChecksums: ChecksumProvider = async (algorithm) => {
  if (algorithm === 'md5') return (await import('./native-md5.js')).nativeMd5() ?? wasmChecksums(algorithm);
  if (algorithm === 'crc32') return (await import('./native-crc32.js')).nativeCrc32();
  return wasmChecksums(algorithm);
};

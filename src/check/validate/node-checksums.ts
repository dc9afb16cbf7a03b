import { type ChecksumProvider, wasmChecksums } from '../../base/container/checksum.js';

/**
 * Node's own MD5 and CRC-32, which are native code; WebAssembly for all other checksums. Crypto and zlib take
 * 3 and 2 ms to load, so each is loaded at its first use.
 */
export const nodeChecksums: ChecksumProvider = async (algorithm) => {
  if (algorithm === 'md5') return (await import('./native-md5.js')).nativeMd5() ?? wasmChecksums(algorithm);
  if (algorithm === 'crc32') return (await import('./native-crc32.js')).nativeCrc32();
  return wasmChecksums(algorithm);
};
